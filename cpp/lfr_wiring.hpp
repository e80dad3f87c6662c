// The edges of an LFR benchmark: inside clusters, and between nodes that share none.
#pragma once

#include "lfr_memberships.hpp"
#include "lfr_stubs.hpp"

namespace accord {

struct LfrPlan {
    std::span<const uint32_t> degrees;  // of each node; in-degrees if directed
    bool directed;
    bool outside;  // whether there are edges between clusters
    uint32_t max_degree;
    uint64_t seed;
};

// Edges inside each cluster, as many as planned if possible. A pair that shares several clusters is
// linked in one of them only.
Stubs wire_inside(const LfrPlan& plan, const LfrMemberships& memberships, const Team& team);

// The remaining edges, between nodes that share no cluster.
Stubs wire_outside(const LfrPlan& plan, const LfrMemberships& memberships, const Stubs& inside,
                   const Team& team);

// Whole numbers with this sum in proportion to `weights`, each at most its limit, rounded at
// random.
std::vector<uint32_t> apportion(uint64_t total, std::span<const double> weights,
                                std::span<const uint32_t> limits, Random& random);

}  // namespace accord
