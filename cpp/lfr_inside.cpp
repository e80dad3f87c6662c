#include <numeric>

#include "common_clusters.hpp"
#include "lfr_wiring.hpp"
#include "pair_sets.hpp"

namespace accord {
namespace {

// The edges of one cluster; nodes are known by their places in it.
class ClusterWiring {
public:
    ClusterWiring(const LfrPlan& plan, const LfrMemberships& memberships, uint32_t cluster)
        : plan_(plan), of_node_(memberships.of_node.view()), nodes_(memberships.of_cluster.view()[cluster]),
          cluster_(cluster), random_(mix(plan.seed) + cluster) {
        const auto first = memberships.inside.begin() + memberships.of_cluster.offsets[cluster];
        to_.assign(first, first + int64_t(nodes_.size()));
        if (plan.directed) share_out();
        else make_even();
    }

    // By their numbers in the network.
    Stubs wire() {
        const size_t size = nodes_.size(), ends = std::accumulate(to_.begin(), to_.end(), size_t{0});
        Stubs edges;
        if (2 * ends > size * (size - 1)) {
            edges = wire_gaps();
        } else if (PairMatrix::suits(size, ends)) {
            PairMatrix there(size, plan_.directed);
            edges = wire_edges(there);
        } else {
            PairHash there(ends, plan_.directed);
            edges = wire_edges(there);
        }
        for (auto* const end : {&edges.from, &edges.to})
            for (uint32_t& node : *end) node = nodes_[node];
        return edges;
    }

private:
    bool linked_here(uint32_t a, uint32_t b) const {
        const uint32_t first = nodes_[a], second = nodes_[b];
        if (of_node_[first].size() == 1 || of_node_[second].size() == 1) return true;
        return linking_cluster(of_node_, first, second) == cluster_;
    }

    // Without direction every edge has two ends here.
    void make_even() {
        if (std::accumulate(to_.begin(), to_.end(), size_t{0}) % 2 == 0) return;
        size_t at = random_.below(to_.size());
        while (to_[at] == 0) at = at + 1 < to_.size() ? at + 1 : 0;
        --to_[at];
    }

    // As many edges go out as come in: the same number from each node, less where it is in other clusters too.
    void share_out() {
        std::vector<double> weights(nodes_.size());
        std::vector<uint32_t> limits(nodes_.size());
        for (size_t i = 0; i < nodes_.size(); ++i) {
            const size_t memberships = of_node_[nodes_[i]].size();
            weights[i] = 1 / double(memberships);
            limits[i] = uint32_t(std::min<size_t>(nodes_.size() - 1, plan_.max_degree / memberships));
        }
        from_ = apportion(std::accumulate(to_.begin(), to_.end(), uint64_t{0}), weights, limits, random_);
    }

    template <class Pairs>
    JoinedStubs join(const std::vector<uint32_t>& from, const std::vector<uint32_t>& to, Pairs& there) {
        Stubs stubs;
        for (uint32_t i = 0; i < nodes_.size(); ++i) {
            (plan_.directed ? stubs.to : stubs.from).insert((plan_.directed ? stubs.to : stubs.from).end(), to[i], i);
            if (plan_.directed) stubs.from.insert(stubs.from.end(), from[i], i);
        }
        const auto allowed = [this](uint32_t a, uint32_t b) { return linked_here(a, b); };
        return join_stubs(std::move(stubs), plan_.directed, there, allowed, random_, Team{});
    }

    template <class Pairs>
    Stubs wire_edges(Pairs& there) {
        return join(from_, to_, there).edges;
    }

    // Where more than half of all pairs are to be edges, it is easier to wire those that are not.
    Stubs wire_gaps() {
        const uint32_t size = uint32_t(nodes_.size());
        PairMatrix gaps(size, plan_.directed);
        std::vector<uint32_t> possible(size, size - 1);
        for (uint32_t a = 0; a < size; ++a) {
            for (uint32_t b = a + 1; b < size; ++b) {
                if (linked_here(a, b)) continue;
                gaps.insert(a, b);
                if (plan_.directed) gaps.insert(b, a);
                --possible[a];
                --possible[b];
            }
        }
        const auto missing = [&](const std::vector<uint32_t>& wanted) {
            std::vector<uint32_t> counts(wanted.size());
            for (size_t i = 0; i < wanted.size(); ++i) counts[i] = possible[i] - std::min(possible[i], wanted[i]);
            return counts;
        };
        const Stubs left = join(missing(from_), missing(to_), gaps).left;
        // A node without the gaps it was to have would have too many edges: others lose one.
        for (const uint32_t a : left.from) open_gap(gaps, a, false);
        for (const uint32_t b : left.to) open_gap(gaps, b, plan_.directed);
        Stubs edges;
        for (uint32_t a = 0; a < size; ++a)
            for (uint32_t b = plan_.directed ? 0 : a + 1; b < size; ++b)
                if (a != b && !gaps.has(a, b)) edges.push(a, b);
        return edges;
    }

    void open_gap(PairMatrix& gaps, uint32_t node, bool incoming) {
        const uint32_t size = uint32_t(nodes_.size()), start = uint32_t(random_.below(size));
        for (uint32_t i = 0; i < size; ++i) {
            const uint32_t other = (start + i) % size, from = incoming ? other : node, to = incoming ? node : other;
            if (other == node || gaps.has(from, to)) continue;
            gaps.insert(from, to);
            return;
        }
    }

    const LfrPlan& plan_;
    RowsView of_node_;
    std::span<const uint32_t> nodes_;
    uint32_t cluster_;
    Random random_;
    std::vector<uint32_t> from_, to_;  // how many edges go out from each node and come in; without direction, `to_` has all
};

}  // namespace

Stubs wire_inside(const LfrPlan& plan, const LfrMemberships& memberships, const Team& team) {
    std::vector<Stubs> of_cluster(memberships.of_cluster.size());
    parallel_rows(memberships.of_cluster.offsets.span(), team, [&](size_t first, size_t last) {
        for (size_t cluster = first; cluster < last; ++cluster)
            of_cluster[cluster] = ClusterWiring(plan, memberships, uint32_t(cluster)).wire();
    });
    Stubs edges;
    size_t count = 0;
    for (const Stubs& own : of_cluster) count += own.size();
    edges.from.reserve(count);
    edges.to.reserve(count);
    for (Stubs& own : of_cluster) {
        edges.from.insert(edges.from.end(), own.from.begin(), own.from.end());
        edges.to.insert(edges.to.end(), own.to.begin(), own.to.end());
        own = {};
    }
    return edges;
}

}  // namespace accord
