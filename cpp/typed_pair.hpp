// Two clusterings on node types: nodes in the same clusters on both sides, taken together with their weight.
#pragma once

#include <optional>
#include <vector>

#include "pair_items.hpp"
#include "rows.hpp"

namespace accord {

struct TypedPair {
    RowsView truth, found;  // clusters of each type
    size_t truth_clusters, found_clusters;
    std::span<const int64_t> weights;  // of each type, positive

    size_t size() const { return weights.size(); }
};

// One side of it.
struct TypedSide {
    RowsView clusters_of_type;
    Rows types_of_cluster;
    std::optional<std::vector<uint32_t>> depths;  // where it is nested

    TypedSide(RowsView rows, size_t clusters, const Team& team) : clusters_of_type(rows) {
        const Array<uint32_t> degrees = count_memberships(rows, clusters, team);
        types_of_cluster = transpose(rows, degrees.span(), team);
        depths = find_depths(rows, degrees.span());
    }

    bool nested() const { return depths.has_value(); }
    size_t clusters() const { return types_of_cluster.size(); }
    // Steps of a walk over the types that share a cluster with this one.
    double walk(size_t type) const {
        double steps = 0;
        for (const uint32_t cluster : clusters_of_type[type]) steps += double(types_of_cluster.view()[cluster].size());
        return steps;
    }
    double average_degree() const { return double(clusters_of_type.members.size()) / double(clusters_of_type.size()); }
    double items(size_t type) const { return count_items(clusters_of_type[type].size(), nested()); }
    size_t greatest_degree() const {
        size_t most = 0;
        for (size_t type = 0; type < clusters_of_type.size(); ++type) most = std::max(most, clusters_of_type[type].size());
        return most;
    }
};

}  // namespace accord
