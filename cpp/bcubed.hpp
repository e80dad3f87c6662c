// Extended BCubed of every node type: how well the clusters it shares with other nodes agree on the
// two sides.
#pragma once

#include "typed_pair.hpp"

namespace accord {

// One per type. With a and b the clusters that a node shares with another one in truth and in
// found, precision is the mean of min(a, b)/b over the nodes with b > 0, itself included; recall
// the mean of min(a, b)/a over those with a > 0.
struct BCubed {
    Array<double> precision, recall;
};

// Clusters must be numbered by size, the largest first, and every type must have one on both sides.
BCubed bcubed(const TypedPair& pair, double most_cells, const Team& team);

}  // namespace accord
