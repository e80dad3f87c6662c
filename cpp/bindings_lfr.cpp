// LFR benchmarks, for Python.
#include "bindings.hpp"

#include "lfr_weights.hpp"
#include "lfr_wiring.hpp"

namespace accord {
namespace {

using PyLfr = std::tuple<Out<int64_t>, Out<uint32_t>, Out<int64_t>, Out<uint32_t>, Out<uint32_t>, Out<uint32_t>>;

PyLfr py_wire_lfr(In<uint32_t> degrees, In<uint32_t> inside, In<uint32_t> memberships, In<uint32_t> sizes, bool directed,
                  bool outside, uint32_t max_degree, uint64_t seed, int threads, Progress progress) {
    LfrMemberships dealt;
    Stubs edges;
    run(threads, progress, [&](const Team& team) {
        const LfrPlan plan{span(degrees), directed, outside, max_degree, seed};
        dealt = deal_memberships({span(degrees), span(inside), span(memberships)}, span(sizes), Random(mix(seed) - 2));
        edges = wire_inside(plan, dealt, team);
        if (!outside) return;
        const Stubs between = wire_outside(plan, dealt, edges, team);
        edges.from.insert(edges.from.end(), between.from.begin(), between.from.end());
        edges.to.insert(edges.to.end(), between.to.begin(), between.to.end());
    });
    return {numpy(std::move(dealt.of_cluster.offsets)), numpy(std::move(dealt.of_cluster.members)),
            numpy(std::move(dealt.of_node.offsets)), numpy(std::move(dealt.of_node.members)),
            numpy_copy<uint32_t>(edges.from), numpy_copy<uint32_t>(edges.to)};
}

Out<double> py_sum_inside(In<int64_t> offsets, In<uint32_t> neighbours, OptionalIn<double> weights,
                          In<int64_t> cluster_offsets, In<uint32_t> clusters_of_node, int threads) {
    return numpy(run(threads, {}, [&](const Team& team) {
        return sum_inside(view(offsets, neighbours, weights), view(cluster_offsets, clusters_of_node, {}), team);
    }));
}

Out<double> py_lfr_weights(In<int64_t> offsets, In<uint32_t> neighbours, OptionalIn<int64_t> incoming_offsets,
                           OptionalIn<uint32_t> incoming, In<int64_t> cluster_offsets, In<uint32_t> clusters_of_node,
                           In<double> strengths, double mixing, int threads, Progress progress) {
    const RowsView back{span(incoming_offsets), span(incoming), {}};
    return numpy(run(threads, progress, [&](const Team& team) {
        return lfr_weights(view(offsets, neighbours, {}), back, view(cluster_offsets, clusters_of_node, {}),
                           {span(strengths), mixing}, team);
    }));
}

}  // namespace

void bind_lfr(nb::module_& m) {
    m.def("wire_lfr", py_wire_lfr, "degrees"_a, "inside"_a, "memberships"_a, "sizes"_a, "directed"_a, "outside"_a,
          "max_degree"_a, "seed"_a, "threads"_a, "progress"_a,
          "Nodes of each cluster, clusters of each node, and the two ends of the edges, of an LFR benchmark.");
    m.def("sum_inside", py_sum_inside, "offsets"_a, "neighbours"_a, "weights"_a.none(), "cluster_offsets"_a,
          "clusters_of_node"_a, "threads"_a,
          "For each node the weight of its edges to nodes that share a cluster with it, or their number.");
    m.def("lfr_weights", py_lfr_weights, "offsets"_a, "neighbours"_a, "incoming_offsets"_a.none(), "incoming"_a.none(),
          "cluster_offsets"_a, "clusters_of_node"_a, "strengths"_a, "mixing"_a, "threads"_a, "progress"_a,
          "Weights for the edges: strengths of nodes as wanted, and a part of them outside of clusters.");
}

}  // namespace accord
