#include <numeric>
#include <optional>

#include "common_clusters.hpp"
#include "lfr_wiring.hpp"
#include "pair_sets.hpp"

namespace accord {
namespace {

// The edges of one cluster; nodes are numbered by their position in it.
class ClusterWiring {
public:
    ClusterWiring(const LfrPlan& plan, const LfrMemberships& memberships, uint32_t cluster)
        : plan_(plan),
          of_node_(memberships.of_node.view()),
          nodes_(memberships.of_cluster.view()[cluster]),
          cluster_(cluster),
          random_(mix(plan.seed) + cluster) {
        const int64_t first = memberships.of_cluster.offsets[cluster],
                      last = first + int64_t(nodes_.size());
        to_.assign(memberships.inside.begin() + first, memberships.inside.begin() + last);
        spare_.assign(memberships.spare.begin() + first, memberships.spare.begin() + last);
        possible_.assign(nodes_.size(), uint32_t(nodes_.size() - 1));
        if (plan.directed) share_out();
        balance();
    }

    // The edges, with nodes by their index in the network.
    Stubs wire() {
        const size_t size = nodes_.size(),
                     ends = std::accumulate(to_.begin(), to_.end(), size_t{0});
        Stubs edges;
        if (2 * ends > size * (size - 1)) {
            edges = wire_gaps();
        } else if (PairMatrix::suits(size, ends)) {
            PairMatrix linked(size, plan_.directed);
            edges = wire_edges(linked);
        } else {
            PairHash linked(ends, plan_.directed);
            edges = wire_edges(linked);
        }
        for (auto* const end : {&edges.from, &edges.to})
            for (uint32_t& node : *end) node = nodes_[node];
        return edges;
    }

private:
    bool may_link_here(uint32_t a, uint32_t b) const {
        const uint32_t first = nodes_[a], second = nodes_[b];
        if (of_node_[first].size() == 1 || of_node_[second].size() == 1) return true;
        return linking_cluster(of_node_, first, second, plan_.seed) == cluster_;
    }

    // The first node that meets a condition, in a search that starts at a random node.
    template <class Condition>
    std::optional<uint32_t> find_node(Condition&& meets) {
        const uint32_t size = uint32_t(nodes_.size()), start = uint32_t(random_.below(size));
        for (uint32_t i = 0; i < size; ++i)
            if (const uint32_t node = (start + i) % size; meets(node)) return node;
        return std::nullopt;
    }

    // Makes the number of ends equal to the number of starts. In an undirected network it makes the
    // number of ends even, by one more or one less at random, so that the total over all clusters
    // is about right.
    void balance() {
        const auto sum = [](const std::vector<uint32_t>& counts) {
            return std::accumulate(counts.begin(), counts.end(), int64_t{0});
        };
        const auto lower = [this](std::vector<uint32_t>& counts) {
            const auto node = find_node([&](uint32_t i) { return counts[i] > 0; });
            if (node) --counts[*node];
        };
        if (plan_.directed) {
            for (int64_t excess = sum(to_) - sum(from_); excess > 0; --excess) lower(to_);
            for (int64_t excess = sum(from_) - sum(to_); excess > 0; --excess) lower(from_);
            return;
        }
        if (sum(to_) % 2 == 0) return;
        if (random_.coin()) {
            const auto node =
                find_node([&](uint32_t i) { return spare_[i] > 0 && to_[i] < possible_[i]; });
            if (node) {
                --spare_[*node];
                ++to_[*node];
                return;
            }
        }
        lower(to_);
    }

    // As many edges go out as come in: the same number from each node, fewer if it is in other
    // clusters too.
    void share_out() {
        std::vector<double> weights(nodes_.size());
        most_from_.resize(nodes_.size());
        for (size_t i = 0; i < nodes_.size(); ++i) {
            const auto clusters = of_node_[nodes_[i]];
            weights[i] = 1 / double(clusters.size());
            // Its part of the greatest degree; the remainder goes to the first clusters.
            const size_t position =
                size_t(std::find(clusters.begin(), clusters.end(), cluster_) - clusters.begin());
            const bool gets_remainder = position < plan_.max_degree % clusters.size();
            const size_t part = plan_.max_degree / clusters.size() + gets_remainder;
            most_from_[i] = uint32_t(std::min(nodes_.size() - 1, part));
        }
        from_ = apportion(std::accumulate(to_.begin(), to_.end(), uint64_t{0}), weights, most_from_,
                          random_);
    }

    template <class Pairs>
    JoinedStubs join(const std::vector<uint32_t>& from, const std::vector<uint32_t>& to,
                     Pairs& linked) {
        Stubs stubs;
        std::vector<uint32_t>& ends = plan_.directed ? stubs.to : stubs.from;
        for (uint32_t i = 0; i < nodes_.size(); ++i) {
            ends.insert(ends.end(), to[i], i);
            if (plan_.directed) stubs.from.insert(stubs.from.end(), from[i], i);
        }
        const auto allowed = [this](uint32_t a, uint32_t b) { return may_link_here(a, b); };
        return join_stubs(std::move(stubs), plan_.directed, linked, allowed, random_, Team{});
    }

    template <class Pairs>
    Stubs wire_edges(Pairs& linked) {
        JoinedStubs joined = join(from_, to_, linked);
        Stubs& edges = joined.edges;
        const Stubs& left = joined.left;
        const auto can_link = [&](uint32_t from, uint32_t to) {
            return from != to && !linked.has(from, to) && may_link_here(from, to);
        };
        const auto link = [&](uint32_t from, uint32_t to) {
            linked.insert(from, to);
            edges.push(from, to);
        };
        // Of two stubs that are left, `a` looks for a node that can have one more edge here. False
        // if there is none.
        const auto link_to_spare = [&](uint32_t a, uint32_t b) {
            const auto other =
                find_node([&](uint32_t node) { return spare_[node] > 0 && can_link(a, node); });
            if (!other) return false;
            if (makes_up(*other, b)) {
                link(a, *other);
                --spare_[*other];
            }
            return true;
        };
        const auto link_from_any = [&](uint32_t b) {
            const auto from = find_node(
                [&](uint32_t node) { return from_[node] < most_from_[node] && can_link(node, b); });
            if (!from) return;
            link(*from, b);
            ++from_[*from];
        };
        for (size_t i = 0; i < left.size(); ++i) {
            if (plan_.directed) link_from_any(left.to[i]);
            else if (!link_to_spare(left.from[i], left.to[i]))
                link_to_spare(left.to[i], left.from[i]);
        }
        return std::move(edges);
    }

    // If more than half of all pairs become edges, it is easier to wire those that do not.
    Stubs wire_gaps() {
        const uint32_t size = uint32_t(nodes_.size());
        PairMatrix gaps(size, plan_.directed);
        for (uint32_t a = 0; a < size; ++a) {
            for (uint32_t b = a + 1; b < size; ++b) {
                if (may_link_here(a, b)) continue;
                gaps.insert(a, b);
                if (plan_.directed) gaps.insert(b, a);
                --possible_[a];
                --possible_[b];
            }
        }
        for (auto* const counts : {&from_, &to_})
            for (size_t i = 0; i < counts->size(); ++i)
                (*counts)[i] = std::min((*counts)[i], possible_[i]);
        balance();
        const auto missing = [&](const std::vector<uint32_t>& wanted) {
            std::vector<uint32_t> counts(wanted.size());
            for (size_t i = 0; i < wanted.size(); ++i) counts[i] = possible_[i] - wanted[i];
            return counts;
        };
        const Stubs left = join(missing(from_), missing(to_), gaps).left;
        for (size_t i = 0; i < left.size(); ++i) open_gaps(gaps, left.from[i], left.to[i]);
        Stubs edges;
        for (uint32_t a = 0; a < size; ++a)
            for (uint32_t b = plan_.directed ? 0 : a + 1; b < size; ++b)
                if (a != b && !gaps.has(a, b)) edges.push(a, b);
        return edges;
    }

    // Two nodes that lack a gap have one edge too many each: one of them may keep it, the other
    // gets a gap somewhere else.
    void open_gaps(PairMatrix& gaps, uint32_t a, uint32_t b) {
        const auto is_edge = [&](uint32_t from, uint32_t to) {
            return from != to && !gaps.has(from, to);
        };
        const auto open_gap_from = [&](uint32_t from) {
            const auto to = find_node([&](uint32_t node) { return is_edge(from, node); });
            if (to) gaps.insert(from, *to);
            return to;
        };
        if (plan_.directed) {
            const auto from = find_node([&](uint32_t node) { return is_edge(node, b); });
            if (from) gaps.insert(*from, b);
            if (++from_[a] > most_from_[a]) open_gap_from(a);
            return;
        }
        if (spare_[b] && !spare_[a]) std::swap(a, b);
        const uint32_t loser = open_gap_from(b).value_or(a);
        if (spare_[a] && makes_up(a, loser)) --spare_[a];
        else open_gap_from(a);
    }

    // One edge more inside raises the inside part of `more`, and one edge less lowers that of
    // `less`; either changes by more the fewer edges the node has. Done as often as this says, the
    // mean over nodes does not change.
    bool makes_up(uint32_t more, uint32_t less) {
        const uint64_t own = plan_.degrees[nodes_[more]], other = plan_.degrees[nodes_[less]];
        return random_.below(own + other) < 2 * own;
    }

    const LfrPlan& plan_;
    RowsView of_node_;
    std::span<const uint32_t> nodes_;
    uint32_t cluster_;
    Random random_;
    // Number of edges that leave each node, and that enter it; undirected edges are all in `to_`.
    std::vector<uint32_t> from_, to_;
    std::vector<uint32_t> spare_, most_from_;
    std::vector<uint32_t> possible_;  // number of nodes here that each may be linked with
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
        edges.append(own);
        own = {};
    }
    return edges;
}

}  // namespace accord
