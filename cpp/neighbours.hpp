// Which of a type's clusters the other types share, found by a walk over those clusters.
#pragma once

#include <vector>

#include "typed_pair.hpp"

namespace accord {

// Clusters that a type shares with the one in the middle.
struct Shared {
    uint32_t truth = 0, found = 0;  // how many
    uint64_t which = 0;             // bit i: its i-th cluster, those of found behind those of truth; the first 64 of them
};

// Work space of one thread.
class Neighbours {
public:
    Neighbours(const TypedPair& pair, const TypedSide& truth, const TypedSide& found);

    // Meets all types that share a cluster with `type`. Where it has just one cluster on a side, and a great one, those that
    // share nothing but that are known by weight only.
    void find(uint32_t type);
    // Meets the types that share a cluster of `type` whose bit is set, and counts no other clusters.
    void find_within(uint32_t type, std::span<const uint64_t> in_truth, std::span<const uint64_t> in_found);

    // The types met, that in the middle among them, in an order that depends on nothing else.
    std::span<const uint32_t> met() const { return met_; }
    const Shared& shared_with(uint32_t other) const { return shared_[other]; }
    // Weight of the nodes not met, which share the only truth cluster or the only found cluster.
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
