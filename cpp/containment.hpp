// Which clusters of one side contain clusters of the other.
#pragma once

#include "co_members.hpp"

namespace accord {

// A cluster contains one of the other side if it has more than half of it. One item per truth
// cluster, but for the last.
struct Containment {
    Array<int64_t> container;    // the found cluster that contains it, the best of several; or -1
    Array<double> covered;       // amount of it in clusters that it contains
    Array<double> uncovered;     // amount of it in no found cluster
    Array<double> node_matches;  // per membership: F1 with the best found cluster of the node
};

template <class Amount>
Containment find_containment(const CoMembers<Amount>& pair, std::span<const double> truth_sizes,
                             std::span<const double> found_sizes, const Team& team);

}  // namespace accord
