// Which of a type's clusters the other types share, found by a walk over those clusters.
#pragma once

#include <vector>

#include "typed_pair.hpp"

namespace accord {

// Clusters that a type shares with the one whose neighbours are found.
struct Shared {
    uint32_t truth = 0, found = 0;  // number of them
    // Bit i is the i-th cluster of that type, truth clusters first; of the first 64 only.
    uint64_t which = 0;
};

// Work space of one thread.
class Neighbours {
public:
    Neighbours(const TypedPair& pair, const TypedSide& truth, const TypedSide& found);

    // Finds all types that share a cluster with `type`. If it has just one cluster on a side, and a
    // large one, those that share nothing else are known by their total weight only.
    void find(uint32_t type);
    // Finds the types that share a cluster of `type` whose bit is set, and counts no other
    // clusters.
    void find_within(uint32_t type, std::span<const uint64_t> in_truth,
                     std::span<const uint64_t> in_found);

    // The types found, `type` itself included, in a deterministic order.
    std::span<const uint32_t> met() const { return met_; }
    const Shared& shared_with(uint32_t other) const { return shared_[other]; }
    // Weight of the nodes that are known by weight only: they share just the one cluster of a side.
    int64_t others_in_truth() const { return others_in_truth_; }
    int64_t others_in_found() const { return others_in_found_; }

private:
    void clear();
    template <class Wanted>
    void walk(const TypedSide& side, uint32_t type, Wanted&& wanted);
    int64_t walk_one(const TypedSide& side, uint32_t type);
    void share(const TypedSide& side, uint32_t type, size_t i, uint32_t other);

    const TypedPair& pair_;
    const TypedSide& truth_;
    const TypedSide& found_;
    std::vector<Shared> shared_;  // of all types
    std::vector<uint32_t> met_;
    int64_t others_in_truth_ = 0, others_in_found_ = 0;
};

}  // namespace accord
