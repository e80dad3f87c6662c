// Which nodes are in a triangle inside a cluster.
#pragma once

#include "rows.hpp"

namespace accord {

// Per membership, in the order of clusters_of_node: 1 if the node and two other members are all
// linked, else 0. Every edge is in the rows of both its ends; loops are ignored.
Array<uint8_t> find_triangles(RowsView neighbours, RowsView clusters_of_node, const Team& team);

}  // namespace accord
