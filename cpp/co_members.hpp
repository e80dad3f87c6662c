// What two clusterings have in common, one truth cluster at a time: the walk that overlaps and best
// matches are computed on.
#pragma once

#include <algorithm>

#include "pool.hpp"
#include "row_counter.hpp"
#include "rows.hpp"

namespace accord {

// Two clusterings over the same nodes. `node_amounts` is what a node contributes to the match of
// two clusters that contain it (empty: 1 each). If either side has shares, it is multiplied by the
// smaller of the two shares.
template <class Amount>
struct CoMembers {
    RowsView truth;          // nodes of each truth cluster
    RowsView found_of_node;  // found clusters of each node
    size_t found_clusters;
    std::span<const Amount> node_amounts;
    RowsView found;  // nodes of each found cluster; only for kernels that look for twins

    // Adds up the match of truth cluster t with every found cluster it meets.
    void count(size_t t, RowCounter<Amount>& counter) const {
        const bool shared = !truth.shares.empty() || !found_of_node.shares.empty();
        const size_t end = size_t(truth.offsets[t + 1]);
        for (size_t at = size_t(truth.offsets[t]); at < end; ++at) {
            fetch_ahead(at, end);
            const uint32_t node = truth.members[at];
            const Amount amount = node_amounts.empty() ? Amount(1) : node_amounts[node];
            const size_t first = size_t(found_of_node.offsets[node]),
                         last = size_t(found_of_node.offsets[node + 1]);
            if (!shared) {
                for (size_t i = first; i < last; ++i) counter.add(found_of_node.members[i], amount);
            } else {
                const double share = truth.shares.empty() ? 1 : truth.shares[at];
                for (size_t i = first; i < last; ++i) {
                    const double other = found_of_node.shares.empty() ? 1 : found_of_node.shares[i];
                    counter.add(found_of_node.members[i],
                                Amount(double(amount) * std::min(share, other)));
                }
            }
        }
    }

private:
    // The nodes of a cluster are far apart in memory: prefetches what the next ones need.
    void fetch_ahead(size_t at, size_t end) const {
        constexpr size_t kOffsets = 24, kMembers = 12;
        if (at + kOffsets < end)
            __builtin_prefetch(&found_of_node.offsets[truth.members[at + kOffsets]]);
        if (at + kMembers < end)
            __builtin_prefetch(found_of_node.members.data() +
                               found_of_node.offsets[truth.members[at + kMembers]]);
    }
};

// Calls visit(t, space) for every truth cluster, with space.counter filled; chunks of clusters in
// parallel. The spaces come from make(), one per thread at work; at the end finish(space) is called
// for each.
template <class Amount, class Make, class Visit, class Finish>
void visit_co_members(const CoMembers<Amount>& pair, const Team& team, Make&& make, Visit&& visit,
                      Finish&& finish) {
    Pool<decltype(make())> pool(make);
    parallel_rows(pair.truth.offsets, team, [&](size_t first, size_t last) {
        const auto space = pool.borrow();
        for (size_t t = first; t < last; ++t) {
            pair.count(t, space->counter);
            visit(t, *space);
            space->counter.clear();
        }
    });
    pool.for_each(finish);
}

// The same if only the counter is needed: visit(t, counter).
template <class Amount, class Visit>
void visit_co_members(const CoMembers<Amount>& pair, const Team& team, Visit&& visit) {
    struct Space {
        RowCounter<Amount> counter;
    };
    visit_co_members(
        pair, team, [&] { return Space{RowCounter<Amount>(pair.found_clusters)}; },
        [&](size_t t, Space& space) { visit(t, space.counter); }, [](const Space&) {});
}

}  // namespace accord
