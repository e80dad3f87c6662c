// How much nodes are together in clusters of both sides, added up over pairs of nodes.
#pragma once

#include "parallel.hpp"
#include "rows.hpp"

namespace accord {

// high + low, where low is at most half of the last digit of high: twice the digits of a double.
struct LongSum {
    double high = 0, low = 0;
};

// Over all pairs of nodes, the sum of A·B, where A is the sum of z_u z_v over the truth clusters of
// both nodes u and v with shares z (1 without shares), and B the same in found. A node of weight w
// is w nodes (empty: 1 each). The sum is long since what is left when chance is subtracted may be
// very little.
LongSum sum_pairs(RowsView truth, RowsView found_of_node, size_t found_clusters,
                  std::span<const double> node_weights, const Team& team);

}  // namespace accord
