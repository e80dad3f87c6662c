// What two clusterings have in common, one truth cluster at a time: the walk under overlaps and best matches.
#pragma once

#include <algorithm>
#include <mutex>

#include "row_counter.hpp"
#include "rows.hpp"

namespace accord {

// Two clusterings over the same nodes. `node_amounts` is what a node contributes to the match of two clusters that hold it
// (empty: 1 each). Where either side has shares, a contribution is also multiplied by the smaller of the two shares.
template <class Amount>
struct CoMembers {
    RowsView truth;                         // nodes of each truth cluster
    RowsView found_of_node;                 // found clusters of each node
    size_t found_clusters;
    std::span<const Amount> node_amounts;

    // Adds up the match of truth cluster t with every found cluster it meets.
    void count(size_t t, RowCounter<Amount>& counter) const {
        const bool shared = !truth.shares.empty() || !found_of_node.shares.empty();
        const size_t end = size_t(truth.offsets[t + 1]);
        for (size_t at = size_t(truth.offsets[t]); at < end; ++at) {
            fetch_ahead(at, end);
            const uint32_t node = truth.members[at];
            const Amount amount = node_amounts.empty() ? Amount(1) : node_amounts[node];
            const size_t first = size_t(found_of_node.offsets[node]), last = size_t(found_of_node.offsets[node + 1]);
            if (!shared) {
                for (size_t i = first; i < last; ++i) counter.add(found_of_node.members[i], amount);
            } else {
                const double share = truth.shares.empty() ? 1 : truth.shares[at];
                for (size_t i = first; i < last; ++i) {
                    const double other = found_of_node.shares.empty() ? 1 : found_of_node.shares[i];
                    counter.add(found_of_node.members[i], Amount(double(amount) * std::min(share, other)));
                }
            }
        }
    }

private:
    // The nodes of a cluster lie far apart in memory: asks for what the next ones need while this one is counted.
    void fetch_ahead(size_t at, size_t end) const {
        constexpr size_t kOffsets = 24, kMembers = 12;
        if (at + kOffsets < end) __builtin_prefetch(&found_of_node.offsets[truth.members[at + kOffsets]]);
        if (at + kMembers < end)
            __builtin_prefetch(found_of_node.members.data() + found_of_node.offsets[truth.members[at + kMembers]]);
    }
};

// Calls visit(t, counter) for every truth cluster, with the counter filled; chunks of clusters side by side.
template <class Amount, class Visit>
void visit_co_members(const CoMembers<Amount>& pair, const Team& team, Visit&& visit) {
    // Counters are as wide as there are found clusters: kept and handed on rather than made for every chunk.
    std::vector<std::unique_ptr<RowCounter<Amount>>> idle;
    std::mutex lock;
    parallel_rows(pair.truth.offsets, team, [&](size_t first, size_t last) {
        std::unique_ptr<RowCounter<Amount>> counter;
        {
            const std::lock_guard hold(lock);
            if (!idle.empty()) {
                counter = std::move(idle.back());
                idle.pop_back();
            }
        }
        if (!counter) counter = std::make_unique<RowCounter<Amount>>(pair.found_clusters);
        for (size_t t = first; t < last; ++t) {
            pair.count(t, *counter);
            visit(t, *counter);
            counter->clear();
        }
        const std::lock_guard hold(lock);
        idle.push_back(std::move(counter));
    });
}

}  // namespace accord
