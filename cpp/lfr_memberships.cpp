#include "lfr_memberships.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace accord {
namespace {

class MembershipDealer {
public:
    MembershipDealer(const LfrNodes& nodes, std::span<const uint32_t> sizes, Random& random)
        : nodes_(nodes), sizes_(sizes), random_(random), offsets_(nodes.memberships.size() + 1) {
        for (size_t i = 0; i < nodes.memberships.size(); ++i)
            offsets_[i + 1] = offsets_[i] + nodes.memberships[i];
        cluster_.assign(offsets_.back(), kNone);
        last_.assign(sizes.size(), kNone);
    }

    void deal() {
        for (const uint32_t node : by_need()) {
            const uint32_t need = need_of(node);
            while (opened_ < sizes_.size() && sizes_[opened_] > need) open_next();
            for (size_t place = offsets_[node]; place < offsets_[node + 1]; ++place)
                if (!draw(node, place, need)) pending_.emplace_back(node, place);
        }
        while (opened_ < sizes_.size()) open_next();
        if (!settle_pending()) deal_evenly();
    }

    // The clusters of a node that are known so far, kNone for the others.
    std::span<uint32_t> clusters_of(uint32_t node) {
        return {cluster_.data() + offsets_[node], offsets_[node + 1] - offsets_[node]};
    }
    size_t first_place(uint32_t node) const { return offsets_[node]; }

private:
    static constexpr int kTries = 32;

    // The size that a cluster must exceed to have room for its part of the edges of a node.
    uint32_t need_of(uint32_t node) const {
        return (nodes_.inside[node] + nodes_.memberships[node] - 1) / nodes_.memberships[node];
    }

    std::vector<uint32_t> by_need() const {
        const size_t count = nodes_.inside.size();
        uint32_t most = 0;
        for (uint32_t node = 0; node < count; ++node) most = std::max(most, need_of(node));
        // Where the next node of each need goes, the greatest need first.
        std::vector<size_t> next(most + 2);
        for (uint32_t node = 0; node < count; ++node) ++next[most - need_of(node) + 1];
        std::partial_sum(next.begin(), next.end(), next.begin());
        std::vector<uint32_t> order(count);
        for (uint32_t node = 0; node < count; ++node) order[next[most - need_of(node)]++] = node;
        return order;
    }

    void open_next() {
        free_.insert(free_.end(), sizes_[opened_], uint32_t(opened_));
        ++opened_;
    }

    bool is_in(uint32_t node, uint32_t cluster) {
        const auto known = clusters_of(node);
        return std::find(known.begin(), known.end(), cluster) != known.end();
    }

    void take(size_t free_place, size_t place, uint32_t node) {
        last_[free_[free_place]] = node;
        cluster_[place] = std::exchange(free_[free_place], free_.back());
        free_.pop_back();
    }

    bool draw(uint32_t node, size_t place, uint32_t need) {
        for (int tries = 0; tries < kTries && !free_.empty(); ++tries) {
            const size_t at = random_.below(free_.size());
            const bool too_small = sizes_[free_[at]] <= need && tries < kTries / 2;
            if (too_small || last_[free_[at]] == node) continue;
            take(at, place, node);
            return true;
        }
        if (opened_ == sizes_.size()) return false;
        open_next();
        take(free_.size() - 1, place, node);
        return true;
    }

    // A node that found free places only in clusters it is in already swaps with another node.
    bool settle_pending() {
        std::vector<uint32_t> node_of(cluster_.size());
        for (uint32_t node = 0; node + 1 < offsets_.size(); ++node)
            std::fill(node_of.begin() + int64_t(offsets_[node]),
                      node_of.begin() + int64_t(offsets_[node + 1]), node);
        size_t tries_left = 16 * cluster_.size() + (size_t{1} << 16);
        for (const auto& [node, place] : pending_) {
            const uint32_t cluster = free_.back();
            free_.pop_back();
            if (!is_in(node, cluster)) {
                cluster_[place] = cluster;
                continue;
            }
            size_t at = random_.below(cluster_.size());
            for (size_t tries = std::min(tries_left, cluster_.size()); tries;
                 --tries, --tries_left) {
                at = at + 1 < cluster_.size() ? at + 1 : 0;
                if (cluster_[at] == kNone || is_in(node, cluster_[at]) ||
                    is_in(node_of[at], cluster))
                    continue;
                cluster_[place] = std::exchange(cluster_[at], cluster);
                break;
            }
            if (cluster_[place] == kNone) return false;
        }
        return true;
    }

    // The node with the most memberships takes the clusters with the most free places: this finds a
    // solution if there is one.
    void deal_evenly() {
        std::vector<uint32_t> order(nodes_.inside.size()), fullest(sizes_.size()),
            left(sizes_.begin(), sizes_.end());
        std::iota(order.begin(), order.end(), 0u);
        std::iota(fullest.begin(), fullest.end(), 0u);
        std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
            return nodes_.memberships[a] > nodes_.memberships[b];
        });
        for (const uint32_t node : order) {
            const auto chosen = clusters_of(node);
            std::partial_sort(fullest.begin(), fullest.begin() + int64_t(chosen.size()),
                              fullest.end(), [&](uint32_t a, uint32_t b) {
                                  return left[a] != left[b] ? left[a] > left[b] : a < b;
                              });
            for (size_t i = 0; i < chosen.size(); ++i) {
                chosen[i] = fullest[i];
                --left[chosen[i]];
            }
        }
    }

    const LfrNodes& nodes_;
    std::span<const uint32_t> sizes_;
    Random& random_;
    std::vector<size_t> offsets_;    // first place of each node
    std::vector<uint32_t> cluster_;  // for each place
    std::vector<uint32_t> last_;     // the last node that was put into each cluster
    std::vector<uint32_t> free_;     // a cluster as often as it has free places
    size_t opened_ = 0;              // clusters whose places are among the free ones, or taken
    std::vector<std::pair<uint32_t, size_t>> pending_;
};

// Distributes the edges of a node evenly to its clusters, as far as these have room.
void split(uint32_t edges, std::span<const uint32_t> clusters, std::span<const uint32_t> sizes,
           size_t first, std::span<uint32_t> parts) {
    std::fill(parts.begin(), parts.end(), 0);
    for (size_t open = parts.size(); edges && open;) {
        open = 0;
        const uint32_t each = std::max<uint32_t>(1, edges / uint32_t(parts.size()));
        for (size_t i = 0; i < parts.size() && edges; ++i) {
            const size_t at = (first + i) % parts.size();
            const uint32_t more = std::min({each, edges, sizes[clusters[at]] - 1 - parts[at]});
            parts[at] += more;
            edges -= more;
            open += more > 0;
        }
    }
}

}  // namespace

LfrMemberships deal_memberships(const LfrNodes& nodes, std::span<const uint32_t> sizes,
                                Random random) {
    MembershipDealer dealer(nodes, sizes, random);
    dealer.deal();
    const size_t count = nodes.inside.size(), places = dealer.first_place(uint32_t(count));
    Rows of_cluster{Array<int64_t>(sizes.size() + 1), Array<uint32_t>(places), {}};
    Rows of_node{Array<int64_t>(count + 1), Array<uint32_t>(places), {}};
    LfrMemberships out{std::move(of_cluster), std::move(of_node), std::vector<uint32_t>(places),
                       std::vector<uint32_t>(places)};
    out.of_cluster.offsets[0] = 0;
    for (size_t c = 0; c < sizes.size(); ++c)
        out.of_cluster.offsets[c + 1] = out.of_cluster.offsets[c] + sizes[c];
    std::vector<size_t> next(out.of_cluster.offsets.begin(), out.of_cluster.offsets.end());
    std::vector<uint32_t> parts;
    out.of_node.offsets[0] = 0;
    for (uint32_t node = 0; node < count; ++node) {
        const auto clusters = dealer.clusters_of(node);
        std::sort(clusters.begin(), clusters.end());
        parts.resize(clusters.size());
        const size_t first = random.below(clusters.size());
        split(nodes.inside[node], clusters, sizes, first, parts);
        const uint32_t outside =
            nodes.degrees[node] - std::accumulate(parts.begin(), parts.end(), 0u);
        for (size_t i = 0; i < clusters.size(); ++i) {
            const size_t at = next[clusters[i]]++;
            out.of_cluster.members[at] = node;
            out.inside[at] = parts[i];
            const bool one_more = (first + i) % clusters.size() < outside % clusters.size();
            out.spare[at] = outside / uint32_t(clusters.size()) + one_more;
        }
        std::copy(clusters.begin(), clusters.end(),
                  out.of_node.members.begin() + dealer.first_place(node));
        out.of_node.offsets[node + 1] = int64_t(dealer.first_place(node + 1));
    }
    return out;
}

}  // namespace accord
