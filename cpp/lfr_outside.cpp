#include <numeric>

#include "common_clusters.hpp"
#include "lfr_wiring.hpp"
#include "pair_sets.hpp"

namespace accord {
namespace {

std::vector<uint32_t> count_ends(const std::vector<uint32_t>& ends, size_t nodes) {
    std::vector<uint32_t> counts(nodes);
    for (const uint32_t node : ends) ++counts[node];
    return counts;
}

std::vector<uint32_t> repeat(const std::vector<uint32_t>& counts) {
    std::vector<uint32_t> stubs;
    stubs.reserve(std::accumulate(counts.begin(), counts.end(), size_t{0}));
    for (uint32_t node = 0; node < counts.size(); ++node)
        stubs.insert(stubs.end(), counts[node], node);
    return stubs;
}

// Number of outgoing edges of each node, as many in total as come in. Together with those inside, a
// node has about as many as the mean in-degree in its clusters, so that mixing is the same in both
// directions.
std::vector<uint32_t> outgoing(const LfrPlan& plan, const LfrMemberships& memberships,
                               const Stubs& inside, uint64_t coming_in, Random& random) {
    const size_t nodes = plan.degrees.size();
    const RowsView of_cluster = memberships.of_cluster.view(), of_node = memberships.of_node.view();
    std::vector<double> weights(nodes);
    for (size_t cluster = 0; cluster < of_cluster.size(); ++cluster) {
        double edges = 0, parts = 0;
        for (const uint32_t node : of_cluster[cluster]) {
            edges += plan.degrees[node] / double(of_node[node].size());
            parts += 1 / double(of_node[node].size());
        }
        for (const uint32_t node : of_cluster[cluster])
            weights[node] += edges / parts / double(of_node[node].size());
    }
    const auto there = count_ends(inside.from, nodes);
    std::vector<uint32_t> limits(nodes);
    for (size_t i = 0; i < nodes; ++i) {
        weights[i] = std::max(0.0, weights[i] - there[i]);
        limits[i] = plan.max_degree - std::min(plan.max_degree, there[i]);
    }
    return apportion(coming_in, weights, limits, random);
}

}  // namespace

Stubs wire_outside(const LfrPlan& plan, const LfrMemberships& memberships, const Stubs& inside,
                   const Team& team) {
    const size_t nodes = plan.degrees.size();
    Random random(mix(plan.seed) - 1);
    auto left = count_ends(inside.to, nodes);
    if (!plan.directed)
        for (const uint32_t node : inside.from) ++left[node];
    for (size_t i = 0; i < nodes; ++i)
        left[i] = plan.degrees[i] - std::min(plan.degrees[i], left[i]);
    Stubs stubs;
    stubs.from = repeat(left);
    if (plan.directed) {
        stubs.to = std::move(stubs.from);
        stubs.from = repeat(outgoing(plan, memberships, inside, stubs.to.size(), random));
    }
    PairHash there(plan.directed ? stubs.from.size() : stubs.from.size() / 2, plan.directed);
    const RowsView of_node = memberships.of_node.view();
    const auto allowed = [&](uint32_t a, uint32_t b) { return !share_a_cluster(of_node, a, b); };
    return join_stubs(std::move(stubs), plan.directed, there, allowed, random, team).edges;
}

}  // namespace accord
