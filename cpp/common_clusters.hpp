// The clusters that two nodes have in common.
#pragma once

#include "hash.hpp"

namespace accord {

// Calls visit(cluster) for each cluster that both are in, ascending, until it returns false.
template <class Visit>
void visit_common_clusters(RowsView clusters_of_node, uint32_t a, uint32_t b, Visit&& visit) {
    const auto of_a = clusters_of_node[a], of_b = clusters_of_node[b];
    for (size_t i = 0, j = 0; i < of_a.size() && j < of_b.size();) {
        if (of_a[i] == of_b[j] && !visit(of_a[i])) return;
        const bool step_a = of_a[i] <= of_b[j], step_b = of_b[j] <= of_a[i];
        i += step_a;
        j += step_b;
    }
}

inline bool share_a_cluster(RowsView clusters_of_node, uint32_t a, uint32_t b) {
    bool share = false;
    visit_common_clusters(clusters_of_node, a, b, [&](uint32_t) {
        share = true;
        return false;
    });
    return share;
}

// Of the clusters that two nodes share, the one in which they may be linked: a random one, but
// always the same for a seed.
inline uint32_t linking_cluster(RowsView clusters_of_node, uint32_t a, uint32_t b, uint64_t seed) {
    const uint64_t pair = mix(seed ^ mix(uint64_t(std::min(a, b)) << 32 | std::max(a, b)));
    uint32_t linking = kNone;
    uint64_t most = 0;
    visit_common_clusters(clusters_of_node, a, b, [&](uint32_t cluster) {
        const uint64_t draw = mix(pair ^ cluster);
        if (linking == kNone || draw > most) {
            linking = cluster;
            most = draw;
        }
        return true;
    });
    return linking;
}

}  // namespace accord
