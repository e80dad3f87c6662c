// How kernels are bound: `def` turns a C++ function into one of the module accord._core.
#pragma once

#include <chrono>
#include <functional>

#include "bindings_records.hpp"

namespace accord {

using Progress = std::optional<nb::typed<nb::callable, void(double)>>;

// Runs work(team) without the GIL. Ten times a second the calling thread checks for signals and
// reports progress; an exception from either stops the work.
template <class Work>
auto run(int threads, const Progress& progress, Work&& work) {
    using Clock = std::chrono::steady_clock;
    constexpr auto kInterval = std::chrono::milliseconds(100);
    auto next = Clock::now() + kInterval;
    ReleasedGil gil;
    const auto watch = [&](double done) {
        if (Clock::now() < next) return;
        gil.hold([&] {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (progress) (*progress)(done);
        });
        next = Clock::now() + kInterval;
    };
    return work(Team{threads, watch});
}

// ---- arguments and results ----------------------------------------------------------------------

// What Python passes for an argument of a kernel; view() turns it into the argument.
template <class T>
struct Passed {
    using type = T;
};
template <class T>
struct Passed<std::span<const T>> {
    using type = In<T>;
};
template <>
struct Passed<RowsView> {
    using type = RowsRecord;
};
template <>
struct Passed<TextsView> {
    using type = TextsRecord;
};
template <>
struct Passed<TypedPair> {
    using type = TypedPairRecord;
};
template <>
struct Passed<ClusteredNetwork> {
    using type = ClusteredNetworkRecord;
};

// The argument as it is, if the kernel asks for what Python passes.
template <class Wanted, class Given>
decltype(auto) argument(const Given& given) {
    if constexpr (std::is_same_v<std::remove_cvref_t<Wanted>, Given>) return (given);
    else return view(given);
}

// Whether an argument has shares: rows made of it then have shares too, even if there are no
// members.
template <class Given>
bool has_shares(const Given& given) {
    if constexpr (std::is_same_v<Given, RowsRecord>) return given.shares.has_value();
    else if constexpr (std::is_same_v<Given, OptionalIn<double>>) return given.has_value();
    else return false;
}

inline double to_python(double value) { return value; }
inline nb::bytes to_python(const std::string& text) { return nb::bytes(text.data(), text.size()); }

template <class Result>
auto result(Result value, bool with_shares) {
    if constexpr (std::is_same_v<Result, Rows>) return to_python(std::move(value), with_shares);
    else return to_python(std::move(value));
}

// ---- definitions --------------------------------------------------------------------------------

template <class Kernel>
struct Signature;
template <class Result, class... Arguments>
struct Signature<std::function<Result(Arguments...)>> {
    using types = std::tuple<Arguments...>;
    static constexpr size_t size = sizeof...(Arguments);
    static constexpr bool with_team =
        (std::is_same_v<std::remove_cvref_t<Arguments>, Team> || ...);  // as the last one
};

template <class Types, size_t i>
using Wanted = std::tuple_element_t<i, Types>;
template <class Types, size_t i>
using Given = typename Passed<std::remove_cvref_t<Wanted<Types, i>>>::type;

template <class Types, class Kernel, size_t... i>
auto with_team(Kernel kernel, std::index_sequence<i...>) {
    return [kernel](Given<Types, i>... given, int threads, Progress progress) {
        auto value = run(threads, progress, [&](const Team& team) {
            return kernel(argument<Wanted<Types, i>>(given)..., team);
        });
        return result(std::move(value), (has_shares(given) || ... || false));
    };
}

template <class Types, class Kernel, size_t... i>
auto without_team(Kernel kernel, std::index_sequence<i...>) {
    return [kernel](Given<Types, i>... given) {
        auto value =
            run(1, {}, [&](const Team&) { return kernel(argument<Wanted<Types, i>>(given)...); });
        return result(std::move(value), (has_shares(given) || ... || false));
    };
}

// Adds a kernel to the module. Python passes arrays for spans, and records for views. A kernel
// whose last argument is a Team has `threads` and `progress` in Python, by keyword only. `extra`: a
// name for each of the other arguments, and a docstring.
template <class Kernel, class... Extra>
void def(nb::module_& m, const char* name, Kernel kernel, const Extra&... extra) {
    using Described = Signature<decltype(std::function(kernel))>;
    using Types = typename Described::types;
    if constexpr (Described::with_team) {
        auto bound = with_team<Types>(kernel, std::make_index_sequence<Described::size - 1>());
        if constexpr ((std::is_same_v<Extra, nb::kw_only> || ...))
            m.def(name, bound, extra..., "threads"_a, "progress"_a = nb::none());
        else m.def(name, bound, extra..., nb::kw_only(), "threads"_a, "progress"_a = nb::none());
    } else {
        m.def(name, without_team<Types>(kernel, std::make_index_sequence<Described::size>()),
              extra...);
    }
}

// The parts of the module.
void bind_rows(nb::module_& m);
void bind_labels(nb::module_& m);
void bind_text(nb::module_& m);
void bind_co_members(nb::module_& m);
void bind_node_types(nb::module_& m);
void bind_networks(nb::module_& m);
void bind_lfr(nb::module_& m);

}  // namespace accord
