// The neighbours of each node, from edges in any order.
#pragma once

#include "rows.hpp"

namespace accord {

// Row v holds the targets of the edges from v and, if the network is undirected, also the sources
// of the edges to v; sorted and without repeats, as by sort_rows. `weights` is empty or one per
// edge.
Rows adjacency(std::span<const uint32_t> sources, std::span<const uint32_t> targets,
               std::span<const double> weights, size_t nodes, bool directed, const Team& team);

}  // namespace accord
