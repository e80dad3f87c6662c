// Weights of the edges of an LFR benchmark.
#pragma once

#include "rows.hpp"

namespace accord {

// For each node the weight of its edges to nodes that share a cluster with it, or their number if
// edges have no weights.
Array<double> sum_inside(RowsView network, RowsView clusters_of_node, const Team& team);

struct LfrStrengths {
    std::span<const double> wanted;  // sum of the weights at each node
    double mixing;                   // mean over nodes of the part of it that is outside
};

// Weights in the order of `network`. The weight of an edge is the product of a factor for each end,
// one for edges inside and one for edges outside, found by a fixed number of steps. `incoming` is
// the transposed network if it is directed, and has no rows otherwise.
Array<double> lfr_weights(RowsView network, RowsView incoming, RowsView clusters_of_node,
                          const LfrStrengths& strengths, const Team& team);

}  // namespace accord
