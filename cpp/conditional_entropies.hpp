// How many bits tell which nodes are in a cluster, and how many where a cluster of the other side is known.
#pragma once

#include "co_members.hpp"

namespace accord {

// One per cluster, in bits for all nodes together: to tell which of them are in it, and what is left to tell where the
// cluster of the other side that says most about it is known.
struct ClusterEntropies {
    Array<double> own, left;
};

struct ConditionalEntropies {
    ClusterEntropies truth, found;
};

// `total` is what all nodes weigh together, those in no cluster included.
template <class Amount>
ConditionalEntropies conditional_entropies(const CoMembers<Amount>& pair, std::span<const Amount> truth_sizes,
                                           std::span<const Amount> found_sizes, Amount total, const Team& team);

}  // namespace accord
