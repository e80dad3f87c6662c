// The parts that clusters are divided into on the other side.
#pragma once

#include "array.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace accord {

// Found clusters that may be parts of truth clusters.
struct Candidates {
    std::span<const uint32_t> truth;   // the truth cluster of each row of `found`
    RowsView found;                    // its candidates, in the order in which they are chosen
    std::span<const double> overlaps;  // of each candidate with the truth cluster
};

struct Parts {
    Array<int64_t> n_parts;  // per row of candidates: how many of them are parts
    Array<double> covered;   // per row of candidates: amount of the truth cluster in its parts
    Array<uint8_t> is_part;  // per candidate: whether it is a part, or a duplicate of one
};

// Chooses the parts of truth clusters. A candidate is left out if half of its overlap or more is in
// parts chosen before it. So the parts of a cluster have few nodes in common, and of nested
// clusters only the first is a part. `node_amounts` is what each node counts (empty: 1 each); if
// either side has shares, it is multiplied by the smaller of the two shares.
//
// The time is linear in the sizes of the truth clusters and of the candidates.
Parts find_parts(RowsView truth, RowsView found, const Candidates& candidates,
                 std::span<const double> node_amounts, size_t nodes, const Team& team);

}  // namespace accord
