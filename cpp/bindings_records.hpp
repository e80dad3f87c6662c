// Python classes that kernels take and return as they are.
//
// A record is what a kernel takes: it lists the attributes that it reads from a Python object, and
// holds their arrays, so that views of them stay valid. Nothing is copied.
#pragma once

#include <concepts>

#include "bindings_arrays.hpp"
#include "bindings_gil.hpp"
#include "co_members.hpp"
#include "member_edges.hpp"
#include "text_index.hpp"
#include "typed_pair.hpp"

namespace accord {

// Reads the attributes of a Python object. False if there is none of this name, or if it is not of
// the type of `value`.
struct Attributes {
    nb::handle object;
    uint32_t flags;
    nb::detail::cleanup_list* cleanup;

    template <class T>
    bool operator()(const char* name, T& value) const noexcept {
        const auto attribute =
            nb::steal(call_python([&] { return PyObject_GetAttrString(object.ptr(), name); }));
        if (!attribute.is_valid()) {
            PyErr_Clear();
            return false;
        }
        nb::detail::make_caster<T> caster;
        const uint32_t local_flags = nb::detail::flags_for_local_caster<T>(flags);
        if (!caster.from_python(attribute, local_flags, cleanup)) return false;
        value = caster.operator nb::detail::cast_t<T>();
        return true;
    }
};

// kClass is the Python class, with its module.
template <class T>
concept Record = requires(T record, const Attributes& attributes) {
    T::kClass;
    { record.read(attributes) } -> std::same_as<bool>;
};

}  // namespace accord

template <accord::Record T>
struct nanobind::detail::type_caster<T> {
    NB_TYPE_CASTER(T, const_name(T::kClass))

    bool from_python(handle source, uint32_t flags, cleanup_list* cleanup) noexcept {
        return value.read(accord::Attributes{source, flags, cleanup});
    }
};

namespace accord {

// ---- rows ---------------------------------------------------------------------------------------

struct RowsRecord {
    static constexpr char kClass[] = "accord._foundation.rows.Rows";
    In<int64_t> offsets;
    In<uint32_t> members;
    OptionalIn<double> shares;

    bool read(const Attributes& attributes) {
        return attributes("offsets", offsets) && attributes("members", members) &&
               attributes("shares", shares);
    }
};

inline RowsView view(const RowsRecord& rows) {
    return {view(rows.offsets), view(rows.members), view(rows.shares)};
}

// No rows for None.
inline RowsView view(const std::optional<RowsRecord>& rows) {
    return rows ? view(*rows) : RowsView{};
}

inline RowsView view_without_shares(const RowsRecord& rows) {
    return {view(rows.offsets), view(rows.members), {}};
}

// The same class as a result.
class PyRows : public nb::object {
    NB_OBJECT(PyRows, nb::object, "accord._foundation.rows.Rows", PyObject_IsTrue)
};

inline PyRows to_python(Rows rows, bool with_shares) {
    nb::object shares = nb::none();
    if (with_shares) shares = nb::cast(to_python(std::move(rows.shares)));
    const nb::object make = nb::module_::import_("accord._foundation.rows").attr("Rows");
    auto offsets = to_python(std::move(rows.offsets));
    auto members = to_python(std::move(rows.members));
    return nb::borrow<PyRows>(call_python([&] { return make(offsets, members, shares); }));
}

// ---- texts --------------------------------------------------------------------------------------

struct TextsRecord {
    static constexpr char kClass[] = "accord._foundation.labels.TextLabels";
    In<int64_t> offsets;
    In<uint8_t> data;

    bool read(const Attributes& attributes) {
        return attributes("offsets", offsets) && attributes("data", data);
    }
};

inline TextsView view(const TextsRecord& texts) {
    return {view(texts.offsets), reinterpret_cast<const char*>(texts.data.data())};
}

class PyTexts : public nb::object {
    NB_OBJECT(PyTexts, nb::object, "accord._foundation.labels.TextLabels", PyObject_IsTrue)
};

inline PyTexts make_texts(const Out<int64_t>& offsets, const Out<uint8_t>& data) {
    const nb::object make = nb::module_::import_("accord._foundation.labels").attr("TextLabels");
    return nb::borrow<PyTexts>(call_python([&] { return make(offsets, data); }));
}

// The labels alone: their members stay.
inline PyTexts labels_to_python(IndexedTexts& texts) {
    return make_texts(to_python(std::move(texts.offsets)), to_python(std::move(texts.bytes)));
}

// ---- from the native engine ---------------------------------------------------------------------

// Integers, or floats where weights or shares are.
using AnyAmounts = std::variant<In<int64_t>, In<double>>;

struct CoMembersRecord {
    static constexpr char kClass[] = "accord._engines.native.co_members.CoMembers";
    RowsRecord rows, other_rows, other_of_node;
    AnyAmounts sizes, other_sizes, amounts;

    bool read(const Attributes& attributes) {
        return attributes("rows", rows) && attributes("other_rows", other_rows) &&
               attributes("other_of_node", other_of_node) && attributes("sizes", sizes) &&
               attributes("other_sizes", other_sizes) && attributes("amounts", amounts);
    }
    size_t n_other() const {
        return std::visit([](const auto& of_clusters) { return of_clusters.size(); }, other_sizes);
    }
};

struct TypedPairRecord {
    static constexpr char kClass[] = "accord._engines.native.node_types.TypedPair";
    RowsRecord truth, found;
    size_t truth_clusters, found_clusters;
    In<int64_t> weights;

    bool read(const Attributes& attributes) {
        return attributes("truth", truth) && attributes("found", found) &&
               attributes("truth_clusters", truth_clusters) &&
               attributes("found_clusters", found_clusters) && attributes("weights", weights);
    }
};

inline TypedPair view(const TypedPairRecord& pair) {
    return {view_without_shares(pair.truth), view_without_shares(pair.found), pair.truth_clusters,
            pair.found_clusters, view(pair.weights)};
}

struct ClusteredNetworkRecord {
    static constexpr char kClass[] = "accord._engines.native.clustered_network.ClusteredNetwork";
    RowsRecord neighbours, clusters_of_node;
    std::optional<RowsRecord> incoming;

    bool read(const Attributes& attributes) {
        return attributes("neighbours", neighbours) && attributes("incoming", incoming) &&
               attributes("clusters_of_node", clusters_of_node);
    }
};

inline ClusteredNetwork view(const ClusteredNetworkRecord& network) {
    return {view(network.neighbours), view(network.incoming),
            view_without_shares(network.clusters_of_node)};
}

}  // namespace accord
