// How many nodes share exactly which of a type's clusters: its patterns, for every wanted type.
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

// The clusters of a type on one side, and the possible patterns: any subset; on a nested side,
// where clusters are ordered from the largest to the smallest, the first k of them.
struct PatternAxis {
    size_t clusters;
    bool nested;

    size_t size() const { return nested ? clusters + 1 : size_t{1} << clusters; }
    uint64_t bits_of(size_t pattern) const {
        return nested ? (uint64_t{1} << pattern) - 1 : pattern;
    }
    size_t pattern_of(uint64_t bits) const { return nested ? size_t(std::popcount(bits)) : bits; }
};

// weight[truth pattern * found.size() + found pattern]: weight of the nodes that share exactly
// these. The first entry (nodes that share nothing) is not set.
struct PatternTable {
    PatternAxis truth, found;
    std::span<const int64_t> weight;
};

// For every wanted type one of the two is called once, from any thread: with a table of all
// possible patterns, or with the types found on a walk.
struct PatternVisitor {
    std::function<void(uint32_t type, const PatternTable&)> table;
    std::function<void(uint32_t type, const Neighbours&)> neighbours;
};

// Clusters must be numbered by size, the largest first. Tables have at most `most_cells` cells in
// total.
void visit_patterns(const TypedPair& pair, const TypedSide& truth, const TypedSide& found,
                    const std::vector<bool>& wanted, double most_cells,
                    const PatternVisitor& visitor, const Team& team);

}  // namespace accord
