// Weights of the edges of an LFR benchmark.
#pragma once

#include "rows.hpp"

namespace accord {

// For each node the weight of its edges to nodes that share a cluster with it; their number where they have no weights.
Array<double> sum_inside(RowsView network, RowsView clusters_of_node, const Team& team);

struct LfrStrengths {
    std::span<const double> wanted;  // the weights at each node together
    double mixing;                   // the part of them that is outside, on average over nodes
};

// Weights in the order of `network`. The weight of an edge is the product of a factor for each end, one for edges inside
// and one for edges outside, found by a fixed number of steps. `incoming` is the transposed network where it is directed,
// and has no rows where it is not.
Array<double> lfr_weights(RowsView network, RowsView incoming, RowsView clusters_of_node, const LfrStrengths& strengths,
                          const Team& team);

}  // namespace accord
