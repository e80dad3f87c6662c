// For every cluster its best partner on the other side, by each of three scorers, without storing
// the overlaps.
#pragma once

#include <array>

#include "co_members.hpp"
#include "scorers.hpp"

namespace accord {

// One per cluster. Ties go to the smaller partner; a cluster without a common node has partner -1
// and match 0.
template <class Amount>
struct BestPartners {
    Array<int64_t> partner;
    Array<Amount> match;
};

template <class Amount>
struct BestMatches {
    std::array<BestPartners<Amount>, kScorers> truth, found;
    double total = 0;  // sum of all matches; as an integer it might overflow
};

template <class Amount>
BestMatches<Amount> best_matches(const CoMembers<Amount>& pair, std::span<const double> truth_sizes,
                                 std::span<const double> found_sizes, const Team& team);

}  // namespace accord
