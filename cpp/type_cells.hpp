// The cells of two clusterings: the node types in both a truth cluster and a found cluster.
#pragma once

#include "typed_pair.hpp"

namespace accord {

// Cells of one type are left out: they hold no two of them.
struct TypeCells {
    std::vector<uint32_t> truth;  // the truth cluster of each cell, ascending
    Rows types_of_cell, cells_of_type;

    TypeCells(const TypedSide& truth, const TypedSide& found, const Team& team);

    // Steps to all types that share a cell with this one.
    double walk(size_t type) const {
        double steps = 0;
        for (const uint32_t cell : cells_of_type.view()[type])
            steps += double(types_of_cell.view()[cell].size());
        return steps;
    }
};

}  // namespace accord
