// What became of each cluster on the other side: is it held by one of the clusters there, or does it hold several of them?
#pragma once

#include "co_members.hpp"

namespace accord {

// A cluster holds one of the other side if it has more than half of it. One per truth cluster, but for the last.
struct Fates {
    Array<int64_t> held;         // how many found clusters it holds
    Array<int64_t> holder;       // the found cluster that holds it, of several the one that matches best; -1 for none
    Array<double> covered;       // what of it is in clusters that it holds
    Array<double> uncovered;     // what of it is in no found cluster
    Array<double> node_matches;  // per membership: F1 with the best of the found clusters that the node is in as well
};

template <class Amount>
Fates find_fates(const CoMembers<Amount>& pair, std::span<const double> truth_sizes, std::span<const double> found_sizes,
                 const Team& team);

}  // namespace accord
