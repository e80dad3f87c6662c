// Which of a type's clusters the other types share, found by a walk over those clusters.
#pragma once

#include <vector>

#include "typed_pair.hpp"

namespace accord {

// Work space of one thread. What a type shares is a row of words, first those of truth, then those of found: bit i of a
// side stands for the i-th cluster that the type in the middle has there.
class Neighbours {
public:
    Neighbours(const TypedPair& pair, const TypedSide& truth, const TypedSide& found);

    // Meets all types that share a cluster with `type`. Where it has just one cluster on a side, and a great one, those that
    // share nothing but that are known by weight only.
    void find(uint32_t type);
    // Meets the types that share a cluster of `type` whose bit is set in `state`.
    void find_within(uint32_t type, std::span<const uint64_t> state);

    // The types met, that in the middle among them, in an order that depends on nothing else.
    std::span<const uint32_t> met() const { return met_; }
    std::span<const uint64_t> shared_with(uint32_t other) const { return {&shared_[size_t(other) * stride_], stride_}; }
    // Weight of the nodes not met, which share the only truth cluster or the only found cluster.
    int64_t others_in_truth() const { return others_in_truth_; }
    int64_t others_in_found() const { return others_in_found_; }

    size_t truth_words() const { return truth_words_; }
    size_t stride() const { return stride_; }

private:
    void clear();
    void walk(const TypedSide& side, uint32_t type, size_t first_word, std::span<const uint64_t> state);
    int64_t walk_one(const TypedSide& side, uint32_t type, size_t first_word);

    const TypedPair& pair_;
    const TypedSide& truth_;
    const TypedSide& found_;
    size_t truth_words_, stride_;
    std::vector<uint64_t> shared_;
    std::vector<uint8_t> seen_;
    std::vector<uint32_t> met_;
    int64_t others_in_truth_ = 0, others_in_found_ = 0;
};

}  // namespace accord
