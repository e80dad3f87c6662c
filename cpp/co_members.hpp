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
        for (int64_t at = truth.offsets[t]; at < truth.offsets[t + 1]; ++at) {
            const uint32_t node = truth.members[size_t(at)];
            const Amount amount = node_amounts.empty() ? Amount(1) : node_amounts[node];
            const int64_t begin = found_of_node.offsets[node], end = found_of_node.offsets[node + 1];
            if (!shared) {
                for (int64_t i = begin; i < end; ++i) counter.add(found_of_node.members[size_t(i)], amount);
            } else {
                const double share = truth.shares.empty() ? 1 : truth.shares[size_t(at)];
                for (int64_t i = begin; i < end; ++i) {
                    const double other = found_of_node.shares.empty() ? 1 : found_of_node.shares[size_t(i)];
                    counter.add(found_of_node.members[size_t(i)], Amount(double(amount) * std::min(share, other)));
                }
            }
        }
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
