// What the bindings share: NumPy arrays in and out, and work that can be stopped.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <chrono>

#include "rows.hpp"
#include "text_index.hpp"

namespace accord {

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using In = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using OptionalIn = std::optional<In<T>>;
using Progress = std::optional<nb::typed<nb::callable, void(double)>>;

// ---- arrays --------------------------------------------------------------------------------------------------

template <class T>
std::span<const T> span(const In<T>& array) {
    return {array.data(), array.size()};
}

template <class T>
std::span<const T> span(const OptionalIn<T>& array) {
    return array ? span(*array) : std::span<const T>();
}

inline RowsView view(const In<int64_t>& offsets, const In<uint32_t>& members, const OptionalIn<double>& shares) {
    return {span(offsets), span(members), span(shares)};
}

template <class T>
Out<T> numpy(Array<T> array) {
    if (!array.data()) array = Array<T>(0);  // an empty array still wants an address
    const size_t size = array.size();
    T* data = array.release();
    nb::capsule owner(data, [](void* memory) noexcept { std::free(memory); });
    return Out<T>(data, {size}, owner);
}

template <class T, class Items>
Out<T> numpy_copy(const Items& items) {
    Array<T> array(items.size());
    std::copy(items.begin(), items.end(), array.begin());
    return numpy(std::move(array));
}

using PyRows = std::tuple<Out<int64_t>, Out<uint32_t>, std::optional<Out<double>>, int64_t>;

inline PyRows to_python(Rows rows, bool shares) {
    std::optional<Out<double>> out_shares;
    if (shares) out_shares = numpy(std::move(rows.shares));
    return {numpy(std::move(rows.offsets)), numpy(std::move(rows.members)), out_shares, rows.repeated};
}

using PyTexts = std::tuple<Out<int64_t>, Out<uint8_t>>;

inline PyTexts to_python(const PackedTexts& texts) {
    return {numpy_copy<int64_t>(texts.offsets), numpy_copy<uint8_t>(texts.bytes)};
}

inline PyTexts labels_to_python(IndexedTexts texts) {
    return {numpy(std::move(texts.offsets)), numpy(std::move(texts.bytes))};
}

inline TextsView texts(const In<int64_t>& offsets, const In<uint8_t>& bytes) {
    return {span(offsets), reinterpret_cast<const char*>(bytes.data())};
}

// ---- running without the GIL, but within reach of Ctrl-C -------------------------------------------------------

// Runs work(team) with the GIL released. Ten times a second the calling thread looks for signals and reports progress;
// what either raises ends the work.
template <class Work>
auto run(int threads, const Progress& progress, Work&& work) {
    using Clock = std::chrono::steady_clock;
    constexpr auto kInterval = std::chrono::milliseconds(100);
    auto next = Clock::now() + kInterval;
    const Team team{threads, [&](double done) {
        if (Clock::now() < next) return;
        const nb::gil_scoped_acquire hold;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (progress) (*progress)(done);
        next = Clock::now() + kInterval;
    }};
    const nb::gil_scoped_release release;
    return work(team);
}

// Adds what reads and writes text to the module.
void bind_text(nb::module_& m);
// And what works on node types.
void bind_types(nb::module_& m);
// And what scores a clustering on its network.
void bind_quality(nb::module_& m);

}  // namespace accord
