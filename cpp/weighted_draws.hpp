// Random types from a cluster, drawn by weight.
#pragma once

#include <algorithm>
#include <vector>

#include "random.hpp"
#include "typed_pair.hpp"

namespace accord {

// The index of the item drawn; up_to[i] is the weight of the first i + 1 items.
inline size_t draw(std::span<const uint64_t> up_to, Random& random) {
    const uint64_t ball = random.below(up_to.back());
    return size_t(std::upper_bound(up_to.begin(), up_to.end(), ball) - up_to.begin());
}

// The cumulative weights of all types.
inline std::vector<uint64_t> weights_up_to(const TypedPair& pair) {
    std::vector<uint64_t> up_to;
    uint64_t sum = 0;
    for (const int64_t weight : pair.weights) {
        sum += uint64_t(weight);
        up_to.push_back(sum);
    }
    return up_to;
}

// An urn for each cluster of a side.
struct Urns {
    const TypedSide& side;
    std::vector<uint64_t> up_to;  // of each membership, within its cluster

    Urns(const TypedPair& pair, const TypedSide& side) : side(side) {
        const RowsView rows = side.types_of_cluster.view();
        up_to.reserve(rows.members.size());
        for (size_t cluster = 0; cluster < rows.size(); ++cluster) {
            uint64_t sum = 0;
            for (const uint32_t type : rows[cluster]) {
                sum += uint64_t(pair.weights[type]);
                up_to.push_back(sum);
            }
        }
    }
    uint32_t draw_from(uint32_t cluster, Random& random) const {
        const auto members = side.types_of_cluster.view()[cluster];
        const auto first = size_t(side.types_of_cluster.offsets[cluster]);
        return members[draw(std::span(up_to).subspan(first, members.size()), random)];
    }
};

}  // namespace accord
