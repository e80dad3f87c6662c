// Node types: nodes in the same truth clusters and the same found clusters, which no metric can
// tell apart.
#pragma once

#include "rows.hpp"

namespace accord {

struct NodeTypes {
    Array<uint32_t> type_of_node;
    std::vector<uint32_t> representatives;  // the first node of each type, ascending
};

// Both sides given as clusters of each node. Shares, if there are any, must be equal too.
NodeTypes find_node_types(RowsView truth_of_node, RowsView found_of_node, const Team& team);

}  // namespace accord
