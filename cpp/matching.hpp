// The best one-to-one matching of truth clusters with found clusters.
#pragma once

#include <cstdint>
#include <span>

#include "array.hpp"
#include "parallel.hpp"

namespace accord {

// Weighted edges from truth clusters to found clusters, in packed rows; weights are positive.
struct Edges {
    std::span<const int64_t> offsets;
    std::span<const uint32_t> found;
    std::span<const double> weights;
    size_t found_clusters;
};

// For each truth cluster the position of its edge in a matching of greatest total weight, or -1 if
// it has none.
Array<int64_t> match_one_to_one(const Edges& edges, const Team& team);

}  // namespace accord
