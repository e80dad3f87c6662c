#include "neighbours.hpp"

#include <algorithm>

namespace accord {

Neighbours::Neighbours(const TypedPair& pair, const TypedSide& truth, const TypedSide& found)
    : pair_(pair), truth_(truth), found_(found), shared_(pair.size()) {}

void Neighbours::find(uint32_t type) {
    clear();
    const auto all = [](size_t) { return true; };
    const bool one_truth = pair_.truth[type].size() == 1, one_found = pair_.found[type].size() == 1;
    const bool truth_first = one_found && (!one_truth || truth_.walk(type) <= found_.walk(type));
    if (truth_first) {
        walk(truth_, type, all);
        others_in_found_ = walk_one(found_, type);
    } else {
        walk(found_, type, all);
        if (one_truth) others_in_truth_ = walk_one(truth_, type);
        else walk(truth_, type, all);
    }
}

void Neighbours::find_within(uint32_t type, std::span<const uint64_t> in_truth,
                             std::span<const uint64_t> in_found) {
    clear();
    const auto in = [](std::span<const uint64_t> bits) {
        return [bits](size_t i) { return bits[i / 64] >> (i % 64) & 1; };
    };
    walk(truth_, type, in(in_truth));
    walk(found_, type, in(in_found));
}

void Neighbours::clear() {
    for (const uint32_t other : met_) shared_[other] = {};
    met_.clear();
    others_in_truth_ = others_in_found_ = 0;
}

template <class Wanted>
void Neighbours::walk(const TypedSide& side, uint32_t type, Wanted&& wanted) {
    const auto clusters = side.clusters_of_type[type];
    for (size_t i = 0; i < clusters.size(); ++i) {
        if (!wanted(i)) continue;
        for (const uint32_t other : side.types_of_cluster.view()[clusters[i]]) {
            if (!shared_[other].truth && !shared_[other].found) met_.push_back(other);
            share(side, type, i, other);
        }
    }
}

// For a side with one cluster, after the other side has been walked: adds the types of the cluster,
// or, if it has more types than were met, checks which of those share it. Returns the weight of the
// types that were not met.
int64_t Neighbours::walk_one(const TypedSide& side, uint32_t type) {
    const uint32_t cluster = side.clusters_of_type[type][0];
    if (side.types_of_cluster.view()[cluster].size() <= met_.size()) {
        walk(side, type, [](size_t) { return true; });
        return 0;
    }
    int64_t rest = side.cluster_weights[cluster];
    for (const uint32_t other : met_) {
        const auto clusters = side.clusters_of_type[other];
        if (!std::binary_search(clusters.begin(), clusters.end(), cluster)) continue;
        share(side, type, 0, other);
        rest -= pair_.weights[other];
    }
    return rest;
}

// The i-th cluster of the type on a side.
void Neighbours::share(const TypedSide& side, uint32_t type, size_t i, uint32_t other) {
    const bool in_truth = &side == &truth_;
    Shared& shared = shared_[other];
    ++(in_truth ? shared.truth : shared.found);
    if (const size_t bit = in_truth ? i : pair_.truth[type].size() + i; bit < 64)
        shared.which |= uint64_t{1} << bit;
}

}  // namespace accord
