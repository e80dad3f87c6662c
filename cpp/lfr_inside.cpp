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
        const int64_t first = memberships.of_cluster.offsets[cluster], last = first + int64_t(nodes_.size());
        to_.assign(memberships.inside.begin() + first, memberships.inside.begin() + last);
        spare_.assign(memberships.spare.begin() + first, memberships.spare.begin() + last);
        possible_.assign(nodes_.size(), uint32_t(nodes_.size() - 1));
        if (plan.directed) share_out();
        balance();
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
        return linking_cluster(of_node_, first, second, plan_.seed) == cluster_;
    }

    // The first node from a random one on for which `take` returns true, if any.
    template <class Take>
    bool find_node(Take&& take) {
        const uint32_t size = uint32_t(nodes_.size()), start = uint32_t(random_.below(size));
        for (uint32_t i = 0; i < size; ++i)
            if (take((start + i) % size)) return true;
        return false;
    }

    // As many ends as starts. Without direction an even number of ends, with one more or one less, so that all clusters
    // together have about as many as they are to have.
    void balance() {
        const auto sum = [](const std::vector<uint32_t>& counts) {
            return std::accumulate(counts.begin(), counts.end(), int64_t{0});
        };
        const auto lower = [this](std::vector<uint32_t>& counts) {
            find_node([&](uint32_t node) { return counts[node] > 0 && counts[node]-- > 0; });
        };
        if (plan_.directed) {
            for (int64_t more = sum(to_) - sum(from_); more > 0; --more) lower(to_);
            for (int64_t more = sum(from_) - sum(to_); more > 0; --more) lower(from_);
            return;
        }
        if (sum(to_) % 2 == 0) return;
        const auto raise = [this](uint32_t node) {
            if (!spare_[node] || to_[node] >= possible_[node]) return false;
            --spare_[node];
            return ++to_[node] > 0;
        };
        if (!random_.coin() || !find_node(raise)) lower(to_);
    }

    // As many edges go out as come in: the same number from each node, less where it is in other clusters too.
    void share_out() {
        std::vector<double> weights(nodes_.size());
        most_from_.resize(nodes_.size());
        for (size_t i = 0; i < nodes_.size(); ++i) {
            const auto clusters = of_node_[nodes_[i]];
            weights[i] = 1 / double(clusters.size());
            // Its part of the greatest degree; what does not divide evenly goes to the first clusters.
            const size_t place = size_t(std::find(clusters.begin(), clusters.end(), cluster_) - clusters.begin());
            const size_t part = plan_.max_degree / clusters.size() + (place < plan_.max_degree % clusters.size());
            most_from_[i] = uint32_t(std::min(nodes_.size() - 1, part));
        }
        from_ = apportion(std::accumulate(to_.begin(), to_.end(), uint64_t{0}), weights, most_from_, random_);
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
        JoinedStubs joined = join(from_, to_, there);
        Stubs& edges = joined.edges;
        const Stubs& left = joined.left;
        const auto can_link = [&](uint32_t from, uint32_t to) {
            return from != to && !there.has(from, to) && linked_here(from, to);
        };
        const auto link = [&](uint32_t from, uint32_t to) {
            there.insert(from, to);
            edges.push(from, to);
        };
        // Of two stubs that are left, `a` finds a node that can do with an edge more here. False where there is none.
        const auto link_to_spare = [&](uint32_t a, uint32_t b) {
            uint32_t other = a;
            if (!find_node([&](uint32_t node) { return spare_[other = node] && can_link(a, node); })) return false;
            if (!makes_up(other, b)) return true;
            link(a, other);
            return spare_[other]-- > 0;
        };
        const auto link_from_any = [&](uint32_t b) {
            uint32_t from = b;
            const auto has_room = [&](uint32_t node) { return from_[node] < most_from_[node] && can_link(node, b); };
            if (!find_node([&](uint32_t node) { return has_room(from = node); })) return;
            link(from, b);
            ++from_[from];
        };
        for (size_t i = 0; i < left.size(); ++i) {
            if (plan_.directed) link_from_any(left.to[i]);
            else if (!link_to_spare(left.from[i], left.to[i])) link_to_spare(left.to[i], left.from[i]);
        }
        return std::move(edges);
    }

    // Where more than half of all pairs are to be edges, it is easier to wire those that are not.
    Stubs wire_gaps() {
        const uint32_t size = uint32_t(nodes_.size());
        PairMatrix gaps(size, plan_.directed);
        for (uint32_t a = 0; a < size; ++a) {
            for (uint32_t b = a + 1; b < size; ++b) {
                if (linked_here(a, b)) continue;
                gaps.insert(a, b);
                if (plan_.directed) gaps.insert(b, a);
                --possible_[a];
                --possible_[b];
            }
        }
        for (auto* const counts : {&from_, &to_})
            for (size_t i = 0; i < counts->size(); ++i) (*counts)[i] = std::min((*counts)[i], possible_[i]);
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

    // Two nodes without a gap that they were to have have an edge too many: one may keep it, at the other a gap is opened.
    void open_gaps(PairMatrix& gaps, uint32_t a, uint32_t b) {
        const auto open = [&](uint32_t from, uint32_t to) {
            if (from == to || gaps.has(from, to)) return false;
            gaps.insert(from, to);
            return true;
        };
        if (plan_.directed) {
            find_node([&](uint32_t node) { return open(node, b); });
            if (++from_[a] > most_from_[a]) find_node([&](uint32_t node) { return open(a, node); });
            return;
        }
        if (spare_[b] && !spare_[a]) std::swap(a, b);
        uint32_t loser = a;
        find_node([&](uint32_t node) { return open(b, loser = node); });
        if (spare_[a] && makes_up(a, loser)) --spare_[a];
        else find_node([&](uint32_t node) { return open(a, node); });
    }

    // An edge more inside changes the mixing of `more` one way, and an edge less that of `less` the other way, by more the
    // fewer edges a node has: done as often as this says, it does not change the mean over nodes.
    bool makes_up(uint32_t more, uint32_t less) {
        const uint64_t own = plan_.degrees[nodes_[more]], other = plan_.degrees[nodes_[less]];
        return random_.below(own + other) < 2 * own;
    }

    const LfrPlan& plan_;
    RowsView of_node_;
    std::span<const uint32_t> nodes_;
    uint32_t cluster_;
    Random random_;
    // How many edges go out from each node and come in; without direction, `to_` has all.
    std::vector<uint32_t> from_, to_;
    std::vector<uint32_t> spare_, most_from_;
    std::vector<uint32_t> possible_;  // nodes here that each may be linked with
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
