// The nodes of an LFR benchmark distributed to its clusters, so that their inside edges fit.
#pragma once

#include <vector>

#include "random.hpp"
#include "rows.hpp"

namespace accord {

struct LfrNodes {
    std::span<const uint32_t> degrees;      // number of edges of each node
    std::span<const uint32_t> inside;       // how many of them are inside its clusters
    std::span<const uint32_t> memberships;  // number of clusters of each node
};

struct LfrMemberships {
    Rows of_cluster;  // the nodes of each cluster
    Rows of_node;     // the clusters of each node
    // For each membership, in the order of `of_cluster`: number of edges of the node in the
    // cluster, and how many more it could have there in place of edges outside.
    std::vector<uint32_t> inside, spare;
};

// `sizes` descend and add up to all memberships; a node is in a cluster once. Nodes with the most
// edges come first and choose among the free places of clusters large enough for them. Edges that
// fit in no cluster of a node are left out.
LfrMemberships deal_memberships(const LfrNodes& nodes, std::span<const uint32_t> sizes,
                                Random random);

}  // namespace accord
