#include "neighbours.hpp"

#include <algorithm>

namespace accord {
namespace {

size_t words_for(size_t bits) { return (bits + 63) / 64; }

}  // namespace

Neighbours::Neighbours(const TypedPair& pair, const TypedSide& truth, const TypedSide& found)
    : pair_(pair),
      truth_(truth),
      found_(found),
      truth_words_(words_for(truth.greatest_degree)),
      stride_(truth_words_ + words_for(found.greatest_degree)),
      shared_(pair.size() * stride_),
      seen_(pair.size()) {}

void Neighbours::find(uint32_t type) {
    clear();
    const bool one_truth = pair_.truth[type].size() == 1, one_found = pair_.found[type].size() == 1;
    const bool truth_first = one_found && (!one_truth || truth_.walk(type) <= found_.walk(type));
    if (truth_first) {
        walk(truth_, type, 0, {});
        others_in_found_ = walk_one(found_, type, truth_words_);
    } else {
        walk(found_, type, truth_words_, {});
        if (one_truth) others_in_truth_ = walk_one(truth_, type, 0);
        else walk(truth_, type, 0, {});
    }
}

void Neighbours::find_within(uint32_t type, std::span<const uint64_t> state) {
    clear();
    walk(truth_, type, 0, state);
    walk(found_, type, truth_words_, state);
}

void Neighbours::clear() {
    for (const uint32_t other : met_) {
        seen_[other] = false;
        uint64_t* const words = &shared_[size_t(other) * stride_];
        for (size_t i = 0; i < stride_; ++i) words[i] = 0;
    }
    met_.clear();
    others_in_truth_ = others_in_found_ = 0;
}

void Neighbours::walk(const TypedSide& side, uint32_t type, size_t first_word, std::span<const uint64_t> state) {
    const auto clusters = side.clusters_of_type[type];
    for (size_t i = 0; i < clusters.size(); ++i) {
        const size_t word = first_word + i / 64;
        const uint64_t bit = uint64_t{1} << (i % 64);
        if (!state.empty() && !(state[word] & bit)) continue;
        for (const uint32_t other : side.types_of_cluster.view()[clusters[i]]) {
            shared_[size_t(other) * stride_ + word] |= bit;
            if (!seen_[other]) {
                seen_[other] = true;
                met_.push_back(other);
            }
        }
    }
}

// Where a side has one cluster and the other side is walked: meets its types, or if it has more types than were met, looks
// which of those share it. Returns the weight of those not met.
int64_t Neighbours::walk_one(const TypedSide& side, uint32_t type, size_t first_word) {
    const uint32_t cluster = side.clusters_of_type[type][0];
    if (side.types_of_cluster.view()[cluster].size() <= met_.size()) {
        walk(side, type, first_word, {});
        return 0;
    }
    int64_t rest = side.cluster_weights[cluster];
    for (const uint32_t other : met_) {
        const auto clusters = side.clusters_of_type[other];
        if (!std::binary_search(clusters.begin(), clusters.end(), cluster)) continue;
        shared_[size_t(other) * stride_ + first_word] |= 1;
        rest -= pair_.weights[other];
    }
    return rest;
}

}  // namespace accord
