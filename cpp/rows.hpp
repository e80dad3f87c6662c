// Packed rows (compressed sparse rows): the nodes of each cluster, or the clusters of each node.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>

#include "array.hpp"
#include "parallel.hpp"

namespace accord {

inline constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

// A view: row r holds members[offsets[r] .. offsets[r + 1]), strictly ascending. `shares` is empty
// or one per membership.
struct RowsView {
    std::span<const int64_t> offsets;
    std::span<const uint32_t> members;
    std::span<const double> shares;

    size_t size() const { return offsets.size() - 1; }
    std::span<const uint32_t> operator[](size_t row) const {
        return members.subspan(size_t(offsets[row]), size_t(offsets[row + 1] - offsets[row]));
    }
    std::span<const double> shares_of(size_t row) const {
        return shares.empty()
                   ? shares
                   : shares.subspan(size_t(offsets[row]), size_t(offsets[row + 1] - offsets[row]));
    }
};

struct Rows {
    Array<int64_t> offsets;
    Array<uint32_t> members;
    Array<double> shares;
    int64_t repeated = 0;  // number of repeated members dropped

    size_t size() const { return offsets.size() - 1; }
    RowsView view() const { return {offsets.span(), members.span(), shares.span()}; }
};

// One row lists one member twice with two different shares.
struct ShareConflict : std::runtime_error {
    ShareConflict(size_t row, uint32_t member, double first, double second)
        : std::runtime_error("conflicting shares"),
          row(row),
          member(member),
          first(first),
          second(second) {}
    size_t row;
    uint32_t member;
    double first, second;
};

// Sorts every row and drops repeated members. `width`: one more than the largest member.
Rows sort_rows(Rows rows, size_t width, const Team& team);

// Row r of the result holds the members of `flat` whose row_of is r, sorted as above; members with
// kNone are left out.
Rows group_rows(std::span<const uint32_t> row_of, RowsView flat, size_t rows, size_t width,
                const Team& team);

// Replaces member v by map[v], or drops it if that is kNone; then sorts as above. Rows may become
// empty.
Rows relabel_rows(RowsView rows, std::span<const uint32_t> map, size_t width, const Team& team);

// The rows at these indices.
Rows take_rows(RowsView rows, std::span<const uint32_t> places, const Team& team);

// Number of rows that contain each member.
Array<uint32_t> count_memberships(RowsView rows, size_t width, const Team& team);

// For each member the rows that contain it, ascending. `degrees` as
// count_memberships gives them.
Rows transpose(RowsView rows, std::span<const uint32_t> degrees, const Team& team);

// For each row the first row with equal members and shares, which may be itself.
Array<int64_t> first_equal_rows(RowsView rows, const Team& team);

}  // namespace accord
