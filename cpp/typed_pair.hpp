// Two clusterings on node types: nodes in the same clusters on both sides, counted together.
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
    std::vector<int64_t> cluster_weights;
    std::vector<double> walks;  // of each type: steps to all types that share a cluster with it
    std::optional<std::vector<uint32_t>> depths;  // if it is nested
    size_t greatest_degree = 0;                   // clusters that a type has at most

    TypedSide(RowsView rows, size_t clusters, std::span<const int64_t> weights, const Team& team)
        : clusters_of_type(rows), cluster_weights(clusters), walks(rows.size()) {
        const Array<uint32_t> degrees = count_memberships(rows, clusters, team);
        types_of_cluster = transpose(rows, degrees.span(), team);
        depths = find_depths(rows, degrees.span());
        for (size_t type = 0; type < rows.size(); ++type) {
            for (const uint32_t cluster : rows[type]) {
                cluster_weights[cluster] += weights[type];
                walks[type] += double(degrees[cluster]);
            }
            greatest_degree = std::max(greatest_degree, rows[type].size());
        }
    }

    bool nested() const { return depths.has_value(); }
    size_t clusters() const { return types_of_cluster.size(); }
    double walk(size_t type) const { return walks[type]; }
    double items(size_t type) const { return count_items(clusters_of_type[type].size(), nested()); }
    double average_degree() const {
        return double(clusters_of_type.members.size()) / double(clusters_of_type.size());
    }
};

}  // namespace accord
