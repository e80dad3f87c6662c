// The edges of a network as seen from each membership: how many stay in the cluster.
#pragma once

#include "rows.hpp"

namespace accord {

// A network and the clusters of its nodes. `incoming` has no rows if the network is undirected:
// then every edge is in the rows of both its ends, and a loop once in its row. Weights are the
// shares of the rows, or 1.
struct ClusteredNetwork {
    RowsView neighbours, incoming;
    RowsView clusters_of_node;
};

// Per membership, in the order of clusters_of_node, but for the last. A loop counts twice, at both
// its ends.
struct MemberEdges {
    Array<double> inside;   // weight of the node's edges to members of the cluster
    Array<double> leaving;  // weight of its other edges
    Array<int64_t> links;   // number of the edges inside, without loops
    Array<double> worth;    // weight inside times what the other member is worth in the cluster;
                            // empty where worths are
    Array<double> shared;   // per node: weight of the edges to nodes with which it shares a cluster
};

MemberEdges count_member_edges(const ClusteredNetwork& network, std::span<const double> worths,
                               const Team& team);

// For crisp clusters, per cluster c: the sum over others d of w(c, d)² / size(d), where w is the
// weight of the edges between the two.
Array<double> spread_of_edges(const ClusteredNetwork& network, RowsView clusters, const Team& team);

}  // namespace accord
