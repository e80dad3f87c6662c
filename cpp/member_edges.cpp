#include "member_edges.hpp"

#include <algorithm>
#include <atomic>

#include "pool.hpp"
#include "row_counter.hpp"

namespace accord {
namespace {

// Calls visit(neighbour, weight, is_loop) for every edge end at a node; a loop comes once, with
// twice its weight.
template <class Visit>
void visit_edges(const ClusteredNetwork& network, size_t node, Visit&& visit) {
    const bool directed = !network.incoming.offsets.empty();
    const auto visit_row = [&](RowsView rows, bool with_loops) {
        const auto ends = rows[node];
        const auto weights = rows.shares_of(node);
        for (size_t i = 0; i < ends.size(); ++i) {
            const double weight = weights.empty() ? 1.0 : weights[i];
            if (ends[i] != node) visit(ends[i], weight, false);
            else if (with_loops) visit(ends[i], 2 * weight, true);
        }
    };
    visit_row(network.neighbours, true);
    if (directed) visit_row(network.incoming, false);
}

// The cluster of each node, kNone for none; no items if a node is in several.
Array<uint32_t> crisp_clusters(RowsView of_node, const Team& team) {
    Array<uint32_t> cluster_of(of_node.size());
    std::atomic<bool> crisp{true};
    parallel_ranges(of_node.size(), 1 << 15, team, [&](size_t first, size_t last) {
        for (size_t node = first; node < last && crisp; ++node) {
            const auto clusters = of_node[node];
            if (clusters.size() > 1) crisp = false;
            cluster_of[node] = clusters.empty() ? kNone : clusters[0];
        }
    });
    return crisp ? std::move(cluster_of) : Array<uint32_t>();
}

// The edges of a node whose only membership is at this position.
void count_crisp_edges(const ClusteredNetwork& network, std::span<const double> worths,
                       std::span<const uint32_t> cluster_of, size_t node, size_t place,
                       MemberEdges& out) {
    double inside = 0, leaving = 0, worth = 0;
    int64_t links = 0;
    visit_edges(network, node, [&](uint32_t other, double weight, bool is_loop) {
        if (cluster_of[other] == cluster_of[node]) {
            inside += weight;
            links += !is_loop;
            if (!worths.empty())
                worth += weight * worths[size_t(network.clusters_of_node.offsets[other])];
        } else {
            leaving += weight;
        }
    });
    out.inside[place] = out.shared[node] = inside;
    out.leaving[place] = leaving;
    out.links[place] = links;
    if (!worths.empty()) out.worth[place] = worth;
}

}  // namespace

MemberEdges count_member_edges(const ClusteredNetwork& network, std::span<const double> worths,
                               const Team& team) {
    const RowsView& of_node = network.clusters_of_node;
    const size_t memberships = of_node.members.size(), nodes = of_node.size();
    MemberEdges out{Array<double>(memberships), Array<double>(memberships),
                    Array<int64_t>(memberships), Array<double>(worths.size()),
                    Array<double>(nodes)};
    const auto cluster_of = crisp_clusters(of_node, team);
    parallel_rows(network.neighbours.offsets, team, [&](size_t first, size_t last) {
        for (size_t node = first; node < last; ++node) {
            const size_t begin = size_t(of_node.offsets[node]),
                         end = size_t(of_node.offsets[node + 1]);
            for (size_t own = begin; own < end; ++own) {
                out.inside[own] = out.leaving[own] = 0;
                out.links[own] = 0;
                if (!worths.empty()) out.worth[own] = 0;
            }
            out.shared[node] = 0;
            if (begin == end) continue;
            if (!cluster_of.empty()) {
                count_crisp_edges(network, worths, cluster_of.span(), node, begin, out);
                continue;
            }
            visit_edges(network, node, [&](uint32_t other, double weight, bool is_loop) {
                size_t theirs = size_t(of_node.offsets[other]);
                const size_t their_end = size_t(of_node.offsets[other + 1]);
                bool share_some = false;
                for (size_t own = begin; own < end; ++own) {
                    while (theirs < their_end && of_node.members[theirs] < of_node.members[own])
                        ++theirs;
                    if (theirs < their_end && of_node.members[theirs] == of_node.members[own]) {
                        share_some = true;
                        out.inside[own] += weight;
                        out.links[own] += !is_loop;
                        if (!worths.empty()) out.worth[own] += weight * worths[theirs];
                    } else {
                        out.leaving[own] += weight;
                    }
                }
                if (share_some) out.shared[node] += weight;
            });
        }
    });
    return out;
}

Array<double> spread_of_edges(const ClusteredNetwork& network, RowsView clusters,
                              const Team& team) {
    const RowsView& of_node = network.clusters_of_node;
    Array<double> out(clusters.size());
    Pool<RowCounter<double>> counters([&] { return RowCounter<double>(clusters.size()); });
    parallel_rows(clusters.offsets, team, [&](size_t first, size_t last) {
        const auto counter = counters.borrow();
        for (size_t cluster = first; cluster < last; ++cluster) {
            for (const uint32_t node : clusters[cluster]) {
                visit_edges(network, node, [&](uint32_t other, double weight, bool) {
                    for (const uint32_t theirs : of_node[other])
                        if (theirs != cluster) counter->add(theirs, weight);
                });
            }
            auto& met = counter->touched();
            std::sort(met.begin(), met.end());  // floats are always added in this order
            double sum = 0;
            for (const uint32_t other : met)
                sum += (*counter)[other] * (*counter)[other] / double(clusters[other].size());
            out[cluster] = sum;
            counter->clear();
        }
    });
    return out;
}

}  // namespace accord
