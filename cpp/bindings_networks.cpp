// A clustering on its network.
#include "bindings.hpp"

#include "triangles.hpp"

namespace accord {

inline auto to_python(MemberEdges edges) {
    return arrays(edges.inside, edges.leaving, edges.links, edges.worth, edges.shared);
}

namespace {

MemberEdges member_edges(const ClusteredNetwork& network, const OptionalIn<double>& worths,
                         const Team& team) {
    return count_member_edges(network, view(worths), team);
}

}  // namespace

void bind_networks(nb::module_& m) {
    def(m, "count_member_edges", member_edges, "network"_a, "worths"_a.none(),
        "Per membership: weight of the edges inside the cluster and of those that leave it, number "
        "of edges inside, and their weight times the worth of the other node; per node: weight of "
        "the edges to nodes that share a cluster with it.");
    def(m, "spread_of_edges", spread_of_edges, "network"_a, "clusters"_a,
        "Per crisp cluster: the sum over all other clusters of the squared weight of the edges "
        "between the two, divided by the size of the other.");
    def(m, "find_triangles", find_triangles, "neighbours"_a, "clusters_of_node"_a,
        "Per membership: 1 if the node is in a triangle inside the cluster, else 0.");
}

}  // namespace accord
