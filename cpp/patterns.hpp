// How many nodes share exactly which of a type's clusters: its patterns, for every type that is
// asked for.
//
// The weight of the types that have truth item i and found item j counts the nodes that share at
// least those clusters; the nodes that share exactly those follow by differences. Types with too
// many items are walked instead.
#pragma once

#include <bit>
#include <functional>
#include <vector>

#include "neighbours.hpp"
#include "typed_pair.hpp"

namespace accord {

// The clusters of a type on one side, and the patterns there are of sharing them: any subset; on a
// nested side, where the clusters come from the greatest to the smallest, the first k of them.
struct PatternAxis {
    size_t clusters;
    bool nested;

    size_t size() const { return nested ? clusters + 1 : size_t{1} << clusters; }
    uint64_t bits_of(size_t pattern) const {
        return nested ? (uint64_t{1} << pattern) - 1 : pattern;
    }
    size_t pattern_of(uint64_t bits) const { return nested ? size_t(std::popcount(bits)) : bits; }
};

// weight[truth pattern * found.size() + found pattern]: of the nodes that share just that. Of those
// that share nothing (the first entry) it says nothing.
struct PatternTable {
    PatternAxis truth, found;
    std::span<const int64_t> weight;
};

// Of types that are wanted, either is called once, from any thread: with a table of all patterns
// there can be, or with the types met on a walk.
struct PatternVisitor {
    std::function<void(uint32_t type, const PatternTable&)> table;
    std::function<void(uint32_t type, const Neighbours&)> neighbours;
};

// Clusters must be numbered by size, the greatest first. At most `most_cells` cells of tables are
// made.
void visit_patterns(const TypedPair& pair, const TypedSide& truth, const TypedSide& found,
                    const std::vector<bool>& wanted, double most_cells,
                    const PatternVisitor& visitor, const Team& team);

}  // namespace accord
