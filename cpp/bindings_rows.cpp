// Packed rows: clusters of nodes, nodes of clusters, neighbours.
#include "bindings.hpp"

#include "adjacency.hpp"
#include "rows.hpp"
#include "shuffle.hpp"

namespace accord {

// Rows, and how many repeated members were dropped.
struct PackedRows {
    Rows rows;
    bool with_shares;
};

inline std::tuple<PyRows, int64_t> to_python(PackedRows packed) {
    const int64_t repeated = packed.rows.repeated;
    return {to_python(std::move(packed.rows), packed.with_shares), repeated};
}

namespace {

template <class T>
Array<T> copy(std::span<const T> items) {
    Array<T> array(items.size());
    std::copy(items.begin(), items.end(), array.begin());
    return array;
}

PackedRows pack(std::span<const int64_t> offsets, std::span<const uint32_t> members,
                const OptionalIn<double>& shares, size_t width, const Team& team) {
    Rows rows{copy(offsets), copy(members), copy(view(shares))};
    return {sort_rows(std::move(rows), width, team), shares.has_value()};
}

PackedRows group(std::span<const uint32_t> row_of, std::span<const uint32_t> members,
                 const OptionalIn<double>& shares, size_t n_rows, size_t width, const Team& team) {
    const RowsView flat{{}, members, view(shares)};
    return {group_rows(row_of, flat, n_rows, width, team), shares.has_value()};
}

Rows link(std::span<const uint32_t> sources, std::span<const uint32_t> targets,
          const OptionalIn<double>& weights, size_t n_nodes, bool directed, const Team& team) {
    return adjacency(sources, targets, view(weights), n_nodes, directed, team);
}

}  // namespace

void bind_rows(nb::module_& m) {
    def(m, "sort_rows", pack, "offsets"_a, "members"_a, "shares"_a.none(), "width"_a,
        "Rows from members in any order, and how many repeated members were dropped.");
    def(m, "group_rows", group, "row_of"_a, "members"_a, "shares"_a.none(), "n_rows"_a, "width"_a,
        "The same from the row of each member, 2**32 - 1 for none.");
    def(m, "adjacency", link, "sources"_a, "targets"_a, "weights"_a.none(), "n_nodes"_a,
        "directed"_a, "The neighbours of each node, from edges in any order.");
    def(m, "relabel_rows", relabel_rows, "rows"_a, "map"_a, "width"_a,
        "Rows with member v replaced by map[v], and dropped if that is 2**32 - 1.");
    def(m, "take_rows", take_rows, "rows"_a, "indices"_a, "The rows at these indices.");
    def(m, "count_memberships", count_memberships, "rows"_a, "width"_a,
        "How many rows contain each member.");
    def(m, "transpose", transpose, "rows"_a, "degrees"_a,
        "For each member, the rows that contain it; `degrees` as count_memberships gives them.");
    def(m, "first_equal_rows", first_equal_rows, "rows"_a,
        "For each row, the first row equal to it.");
    def(m, "shuffle", shuffle, "count"_a, "seed"_a, "repeat"_a,
        "The numbers 0 to count - 1 in random order.");
}

}  // namespace accord
