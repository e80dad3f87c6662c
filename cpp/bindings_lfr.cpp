// LFR benchmark networks.
#include "bindings.hpp"

#include "lfr_weights.hpp"
#include "lfr_wiring.hpp"

namespace accord {

struct LfrNetwork {
    LfrMemberships memberships;
    Stubs edges;
};

inline auto to_python(LfrNetwork network) {
    return std::tuple(to_python(std::move(network.memberships.of_cluster), false),
                      to_python(std::move(network.memberships.of_node), false),
                      to_python(network.edges.from), to_python(network.edges.to));
}

namespace {

LfrNetwork wire(std::span<const uint32_t> degrees, std::span<const uint32_t> inside,
                std::span<const uint32_t> memberships, std::span<const uint32_t> sizes,
                bool directed, bool outside, uint32_t max_degree, uint64_t seed, const Team& team) {
    const LfrPlan plan{degrees, directed, outside, max_degree, seed};
    LfrMemberships dealt =
        deal_memberships({degrees, inside, memberships}, sizes, Random(mix(seed) - 2));
    Stubs edges = wire_inside(plan, dealt, team);
    if (outside) edges.append(wire_outside(plan, dealt, edges, team));
    return {std::move(dealt), std::move(edges)};
}

Array<double> weights(RowsView network, const std::optional<RowsRecord>& incoming,
                      RowsView clusters_of_node, std::span<const double> strengths, double mixing,
                      const Team& team) {
    return lfr_weights(network, view(incoming), clusters_of_node, {strengths, mixing}, team);
}

}  // namespace

void bind_lfr(nb::module_& m) {
    def(m, "wire_lfr", wire, "degrees"_a, "inside"_a, "memberships"_a, "sizes"_a, nb::kw_only(),
        "directed"_a, "outside"_a, "max_degree"_a, "seed"_a,
        "The nodes of each cluster, the clusters of each node, and both ends of the edges.");
    def(m, "sum_inside", sum_inside, "network"_a, "clusters_of_node"_a,
        "For each node the weight (or number) of its edges to nodes that share a cluster with it.");
    def(m, "lfr_weights", weights, "network"_a, "incoming"_a.none(), "clusters_of_node"_a,
        "strengths"_a, "mixing"_a,
        "Weights of the edges: nodes get their strengths, a part `mixing` of it outside clusters.");
}

}  // namespace accord
