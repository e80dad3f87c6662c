#include "pair_items.hpp"

#include <algorithm>
#include <bit>

#include "hash.hpp"

namespace accord {
namespace {

// Subsets of clusters, each identified by the subset without its last cluster, and that cluster:
// exact, and fast to look up.
class SubsetIndex {
public:
    // The first items are the single clusters.
    explicit SubsetIndex(size_t clusters, size_t expected)
        : order(clusters, 1), index_(expected), keys_(clusters) {}

    // The item of `base` (an item, or kNone for the empty set) extended by `cluster`.
    uint32_t extend(uint32_t base, uint32_t cluster) {
        if (base == kNone) return cluster;
        const uint64_t key = key_of(base, cluster);
        const uint32_t next = uint32_t(keys_.size());
        const uint32_t item =
            index_.find_or_insert(mix(key), next, [&](uint32_t i) { return keys_[i] == key; });
        if (item == next) {
            if (next == kNone - 1) throw std::length_error("too many subsets of clusters");
            keys_.push_back(key);
            order.push_back(order[base] + 1);
        }
        return item;
    }

    // The known items among the subsets of `clusters` that extend `base`.
    void find_from(uint32_t base, std::span<const uint32_t> clusters,
                   std::vector<uint32_t>& items) const {
        for (size_t i = 0; i < clusters.size(); ++i) {
            const uint32_t item = find(base, clusters[i]);
            if (item == kNone) continue;
            items.push_back(item);
            find_from(item, clusters.subspan(i + 1), items);
        }
    }

    std::vector<uint32_t> order;

private:
    static uint64_t key_of(uint32_t base, uint32_t cluster) {
        return uint64_t(base) << 32 | cluster;
    }
    uint32_t find(uint32_t base, uint32_t cluster) const {
        if (base == kNone) return cluster;
        const uint64_t key = key_of(base, cluster);
        return index_.find(mix(key), [&](uint32_t i) { return keys_[i] == key; });
    }

    HashIndex index_;
    std::vector<uint64_t> keys_;
};

// Rows of `size(type)` members for each marked type, not filled yet.
template <class Size>
Rows lay_out(const std::vector<bool>& marked, Size&& size) {
    Rows rows{Array<int64_t>(marked.size() + 1), {}, {}};
    rows.offsets[0] = 0;
    for (size_t type = 0; type < marked.size(); ++type)
        rows.offsets[type + 1] = rows.offsets[type] + (marked[type] ? int64_t(size(type)) : 0);
    rows.members = Array<uint32_t>(size_t(rows.offsets[marked.size()]));
    return rows;
}

Items subset_items(RowsView clusters_of_type, SubsetIndex& index, const std::vector<bool>& marked) {
    const auto subsets = [&](size_t type) {
        return (size_t{1} << clusters_of_type[type].size()) - 1;
    };
    Items out{lay_out(marked, subsets), {}};
    std::vector<uint32_t> item_of_mask;
    for (size_t type = 0; type < marked.size(); ++type) {
        if (!marked[type]) continue;
        const auto own = clusters_of_type[type];
        item_of_mask.assign(size_t{1} << own.size(), kNone);
        for (size_t mask = 1; mask < item_of_mask.size(); ++mask) {
            const auto last = size_t(std::bit_width(mask) - 1);
            item_of_mask[mask] = index.extend(item_of_mask[mask ^ (size_t{1} << last)], own[last]);
        }
        std::copy(item_of_mask.begin() + 1, item_of_mask.end(),
                  out.of_type.members.data() + out.of_type.offsets[type]);
    }
    out.order = index.order;
    return out;
}

// Adds the known items of the types that are not marked.
void add_known_subsets(Items& items, RowsView clusters_of_type, const SubsetIndex& index,
                       const std::vector<bool>& marked, const Team& team) {
    const RowsView own = items.of_type.view();
    std::vector<std::vector<uint32_t>> known(marked.size());
    parallel_ranges(marked.size(), 64, team, [&](size_t begin, size_t end) {
        for (size_t type = begin; type < end; ++type)
            if (!marked[type]) index.find_from(kNone, clusters_of_type[type], known[type]);
    });
    Rows all{Array<int64_t>(marked.size() + 1), {}, {}};
    all.offsets[0] = 0;
    for (size_t type = 0; type < marked.size(); ++type)
        all.offsets[type + 1] = all.offsets[type] + int64_t(own[type].size() + known[type].size());
    all.members = Array<uint32_t>(size_t(all.offsets[marked.size()]));
    for (size_t type = 0; type < marked.size(); ++type) {
        uint32_t* const at = all.members.data() + all.offsets[type];
        std::ranges::copy(known[type], std::ranges::copy(own[type], at).out);
    }
    items.of_type = std::move(all);
}

Items depth_items(RowsView clusters_of_type, const std::vector<uint32_t>& depths,
                  const std::vector<bool>& marked) {
    Items out{lay_out(marked, [&](size_t type) { return clusters_of_type[type].size(); }), depths};
    for (size_t type = 0; type < marked.size(); ++type)
        if (marked[type])
            std::ranges::copy(clusters_of_type[type],
                              out.of_type.members.data() + out.of_type.offsets[type]);
    return out;
}

}  // namespace

std::optional<std::vector<uint32_t>> find_depths(RowsView clusters_of_type,
                                                 std::span<const uint32_t> types_of_cluster) {
    std::vector<uint32_t> depth(types_of_cluster.size(), 1), parent(types_of_cluster.size(), kNone);
    std::vector<bool> seen(types_of_cluster.size());
    std::vector<uint32_t> chain;
    for (size_t type = 0; type < clusters_of_type.size(); ++type) {
        const auto clusters = clusters_of_type[type];
        chain.assign(clusters.begin(), clusters.end());
        std::sort(chain.begin(), chain.end(), [&](uint32_t a, uint32_t b) {
            return types_of_cluster[a] != types_of_cluster[b]
                       ? types_of_cluster[a] > types_of_cluster[b]
                       : a < b;
        });
        // Nested means that the nodes of a cluster all have the same chain of clusters above it.
        for (size_t i = 0; i < chain.size(); ++i) {
            const uint32_t above = i ? chain[i - 1] : kNone;
            if (!seen[chain[i]]) {
                seen[chain[i]] = true;
                parent[chain[i]] = above;
                depth[chain[i]] = uint32_t(i + 1);
            } else if (parent[chain[i]] != above) {
                return std::nullopt;
            }
        }
    }
    return depth;
}

Items make_items(RowsView clusters_of_type, size_t clusters,
                 const std::optional<std::vector<uint32_t>>& depths,
                 const std::vector<bool>& marked) {
    if (depths) return depth_items(clusters_of_type, *depths, marked);
    SubsetIndex index(clusters, marked.size());
    return subset_items(clusters_of_type, index, marked);
}

Items make_shared_items(RowsView clusters_of_type, size_t clusters,
                        const std::optional<std::vector<uint32_t>>& depths,
                        const std::vector<bool>& marked, const Team& team) {
    if (depths)
        return depth_items(clusters_of_type, *depths, std::vector<bool>(marked.size(), true));
    SubsetIndex index(clusters, marked.size());
    Items items = subset_items(clusters_of_type, index, marked);
    add_known_subsets(items, clusters_of_type, index, marked, team);
    return items;
}

}  // namespace accord
