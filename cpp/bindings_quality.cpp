// What scores a clustering on its network, for Python.
#include "bindings.hpp"

#include "member_edges.hpp"
#include "triangles.hpp"

namespace accord {
namespace {

RowsView optional_view(const OptionalIn<int64_t>& offsets, const OptionalIn<uint32_t>& members,
                       const OptionalIn<double>& shares) {
    return {span(offsets), span(members), span(shares)};
}

std::tuple<Out<double>, Out<double>, Out<int64_t>, Out<double>, Out<double>> py_count_member_edges(
    In<int64_t> offsets, In<uint32_t> neighbours, OptionalIn<double> weights, OptionalIn<int64_t> in_offsets,
    OptionalIn<uint32_t> in_neighbours, OptionalIn<double> in_weights, In<int64_t> clusters_of_node_offsets,
    In<uint32_t> clusters_of_node, OptionalIn<double> worths, int threads, Progress progress) {
    const ClusteredNetwork network{view(offsets, neighbours, weights),
                                   optional_view(in_offsets, in_neighbours, in_weights),
                                   view(clusters_of_node_offsets, clusters_of_node, {})};
    auto edges = run(threads, progress, [&](const Team& team) { return count_member_edges(network, span(worths), team); });
    return {numpy(std::move(edges.inside)), numpy(std::move(edges.leaving)), numpy(std::move(edges.links)),
            numpy(std::move(edges.worth)), numpy(std::move(edges.shared))};
}

Out<double> py_spread_of_edges(In<int64_t> offsets, In<uint32_t> neighbours, OptionalIn<double> weights,
                               OptionalIn<int64_t> in_offsets, OptionalIn<uint32_t> in_neighbours,
                               OptionalIn<double> in_weights, In<int64_t> clusters_of_node_offsets,
                               In<uint32_t> clusters_of_node, In<int64_t> cluster_offsets, In<uint32_t> nodes, int threads,
                               Progress progress) {
    const ClusteredNetwork network{view(offsets, neighbours, weights),
                                   optional_view(in_offsets, in_neighbours, in_weights),
                                   view(clusters_of_node_offsets, clusters_of_node, {})};
    return numpy(run(threads, progress, [&](const Team& team) {
        return spread_of_edges(network, view(cluster_offsets, nodes, {}), team);
    }));
}

Out<uint8_t> py_find_triangles(In<int64_t> offsets, In<uint32_t> neighbours, In<int64_t> clusters_of_node_offsets,
                               In<uint32_t> clusters_of_node, int threads, Progress progress) {
    return numpy(run(threads, progress, [&](const Team& team) {
        return find_triangles(view(offsets, neighbours, {}), view(clusters_of_node_offsets, clusters_of_node, {}), team);
    }));
}

}  // namespace

void bind_quality(nb::module_& m) {
    m.def("count_member_edges", py_count_member_edges, "offsets"_a, "neighbours"_a, "weights"_a.none(),
          "in_offsets"_a.none(), "in_neighbours"_a.none(), "in_weights"_a.none(), "clusters_of_node_offsets"_a,
          "clusters_of_node"_a, "worths"_a.none(), "threads"_a, "progress"_a,
          "Per membership: weight of the edges that stay in the cluster, of those that leave it, number of the former, and "
          "their weight times what the other node is worth; per node: weight of the edges to nodes that share a cluster.");
    m.def("spread_of_edges", py_spread_of_edges, "offsets"_a, "neighbours"_a, "weights"_a.none(), "in_offsets"_a.none(),
          "in_neighbours"_a.none(), "in_weights"_a.none(), "clusters_of_node_offsets"_a, "clusters_of_node"_a,
          "cluster_offsets"_a, "nodes"_a, "threads"_a, "progress"_a,
          "Per crisp cluster: the sum over the others of the squared weight of the edges between, per node of the other.");
    m.def("find_triangles", py_find_triangles, "offsets"_a, "neighbours"_a, "clusters_of_node_offsets"_a,
          "clusters_of_node"_a, "threads"_a, "progress"_a,
          "Per membership: 1 if the node is in a triangle inside the cluster, else 0.");
}

}  // namespace accord
