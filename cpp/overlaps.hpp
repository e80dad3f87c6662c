// The overlap (contingency) table: pairs of clusters with a common node, and how much they share.
#pragma once

#include "co_members.hpp"
#include "scorers.hpp"

namespace accord {

// Sparse rows by truth cluster: found clusters ascending, with their amounts.
template <class Amount>
struct Overlaps {
    Array<int64_t> offsets;
    Array<uint32_t> found;
    Array<Amount> amounts;
};

// All overlaps.
template <class Amount>
Overlaps<Amount> count_overlaps(const CoMembers<Amount>& pair, const Team& team);

// The overlaps of every truth cluster with the found clusters that match it best: all that are
// equally good up to rounding.
template <class Amount>
Overlaps<Amount> best_overlaps(const CoMembers<Amount>& pair, std::span<const double> truth_sizes,
                               std::span<const double> found_sizes, Scorer scorer,
                               const Team& team);

}  // namespace accord
