// The entropy of every cluster, and what is left of it given a cluster of the other side.
#pragma once

#include "co_members.hpp"

namespace accord {

// One per cluster, in bits for all nodes together: the entropy of membership in it, and what is
// left given the most informative cluster of the other side.
struct ClusterEntropies {
    Array<double> own, left;
};

struct ConditionalEntropies {
    ClusterEntropies truth, found;
};

// `total` is the weight of all nodes, those in no cluster included.
template <class Amount>
ConditionalEntropies conditional_entropies(const CoMembers<Amount>& pair,
                                           std::span<const Amount> truth_sizes,
                                           std::span<const Amount> found_sizes, Amount total,
                                           const Team& team);

}  // namespace accord
