// Items of a node type on one side, each with an order, by which pairs are counted.
//
// A nested side (any two clusters nested or disjoint) has an item per cluster of the type; its
// order is the cluster's depth. Any other side has an item per non-empty subset of the type's
// clusters; its order is the subset's size.
#pragma once

#include <optional>
#include <vector>

#include "rows.hpp"

namespace accord {

// The depth of each cluster, from 1, if the side is nested. Equal clusters are ordered by index.
std::optional<std::vector<uint32_t>> find_depths(RowsView clusters_of_type,
                                                 std::span<const uint32_t> types_of_cluster);

struct Items {
    Rows of_type;  // subsets in the order of their bits, or clusters; none for types that are not
                   // marked
    std::vector<uint32_t> order;  // of each item
};

// Items of the types that are marked; `depths` as above.
Items make_items(RowsView clusters_of_type, size_t clusters,
                 const std::optional<std::vector<uint32_t>>& depths,
                 const std::vector<bool>& marked);

// The same, and for the types that are not marked the items that marked ones have too, unordered.
Items make_shared_items(RowsView clusters_of_type, size_t clusters,
                        const std::optional<std::vector<uint32_t>>& depths,
                        const std::vector<bool>& marked, const Team& team);

// Number of items of a type with this many clusters.
inline double count_items(size_t clusters, bool nested) {
    return nested ? double(clusters) : clusters < 60 ? double((uint64_t{1} << clusters) - 1) : 1e18;
}

}  // namespace accord
