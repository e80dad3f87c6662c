// The overlap (contingency) table: every pair of clusters with a common node, and how much they share.
#pragma once

#include "co_members.hpp"

namespace accord {

// Sparse rows by truth cluster: found clusters ascending, with their amounts.
template <class Amount>
struct Overlaps {
    Array<int64_t> offsets;
    Array<uint32_t> found;
    Array<Amount> amounts;
};

template <class Amount>
Overlaps<Amount> count_overlaps(const CoMembers<Amount>& pair, const Team& team);

}  // namespace accord
