// The information that two clusterings of given cluster sizes share by chance.
#pragma once

#include <cstdint>
#include <span>

#include "parallel.hpp"

namespace accord {

// Distinct sizes of clusters, and the number of clusters of each size.
struct SizeTally {
    std::span<const int64_t> sizes, times;
};

// Expected mutual information in nats when the nodes of both sides are matched at random (Vinh,
// Epps & Bailey 2010). The sizes of each side add up to `nodes`.
double expected_information(SizeTally truth, SizeTally found, int64_t nodes, const Team& team);

}  // namespace accord
