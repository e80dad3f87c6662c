// The game whose outcome Generalized NMI measures, solved for all node types: the joint law of the
// two clusters left.
//
// Only nodes that split what is left of a type's clusters matter, all of them equally likely, so
// the law of the outcome depends on these clusters alone; a side with one cluster left is finished,
// and then the other side plays alone.
#pragma once

#include <vector>

#include "typed_pair.hpp"

namespace accord {

// Weight of the nodes that end in a truth and a found cluster; ascending by truth, then found
// cluster.
struct JointLaw {
    Array<uint32_t> truth, found;
    Array<double> amounts;
};

struct SolvedGame {
    JointLaw law;                    // of the types that were solved
    std::vector<uint32_t> unsolved;  // types that would take more than `most_steps`
};

// No two clusters of a side may be equal; they must be numbered by size, the largest first, and
// every type must have one on both sides.
SolvedGame solve_game(const TypedPair& pair, double most_steps, double most_cells,
                      const Team& team);

}  // namespace accord
