#include "neighbour_sampling.hpp"

#include <algorithm>
#include <cmath>

#include "random.hpp"

namespace accord {
namespace {

// Weights added up, to draw by.
class Draw {
public:
    template <class Items, class Weight>
    Draw(const Items& items, Weight&& weight) {
        uint64_t sum = 0;
        for (const auto item : items) up_to_.push_back(sum += uint64_t(weight(item)));
    }
    size_t operator()(Random& random) const {
        const uint64_t ball = random.below(up_to_.back());
        return size_t(std::upper_bound(up_to_.begin(), up_to_.end(), ball) - up_to_.begin());
    }

    uint64_t total() const { return up_to_.back(); }

private:
    std::vector<uint64_t> up_to_;
};

class NeighbourSampler {
public:
    NeighbourSampler(const TypedPair& pair, const TypedSide& truth, const TypedSide& found)
        : pair_(pair), everyone_(pair.weights, [](int64_t weight) { return weight; }) {
        for (const TypedSide* side : {&truth, &found})
            for (size_t cluster = 0; cluster < side->clusters(); ++cluster) {
                members_.push_back(side->types_of_cluster.view()[cluster]);
                within_.emplace_back(members_.back(), [&](uint32_t type) { return pair.weights[type]; });
            }
    }

    void sample(double risk, Random random, SampledPairs& out) const {
        size_t type = everyone_(random);
        std::vector<uint32_t> in_truth(pair_.truth[type].begin(), pair_.truth[type].end());
        std::vector<uint32_t> in_found(pair_.found[type].begin(), pair_.found[type].end());
        double importance = importance_of(type);
        size_t steps = 1;
        for (double left = double(in_truth.size() + in_found.size()) / (2 * risk);
             left > 0 && (in_truth.size() > 1 || in_found.size() > 1); --left) {
            type = neighbour(type, random);
            const bool intersect = random.coin();
            keep(in_truth, pair_.truth[type], intersect);
            keep(in_found, pair_.found[type], intersect);
            importance += importance_of(type);
            ++steps;
        }
        const double mean = importance / double(steps);
        const double weight = mean / double(steps) / double(in_truth.size() * in_found.size());
        for (const uint32_t t : in_truth) {
            for (const uint32_t f : in_found) {
                out.truth.push_back(t);
                out.found.push_back(f);
                out.weight.push_back(weight);
            }
        }
    }

private:
    double importance_of(size_t type) const {
        return 1 / std::max(std::sqrt(double(pair_.truth[type].size()) * double(pair_.found[type].size())), 1.0);
    }
    // Another node, if its cluster has one.
    size_t neighbour(size_t type, Random& random) const {
        const auto truths = pair_.truth[type], founds = pair_.found[type];
        const size_t which = random.below(truths.size() + founds.size());
        const size_t cluster = which < truths.size() ? truths[which] : pair_.truth_clusters + founds[which - truths.size()];
        size_t other;
        do other = members_[cluster][within_[cluster](random)];
        while (other == type && within_[cluster].total() > 1 && random.below(uint64_t(pair_.weights[type])) == 0);
        return other;
    }
    static void keep(std::vector<uint32_t>& left, std::span<const uint32_t> clusters, bool intersect) {
        const auto stays = [&](uint32_t c) { return std::binary_search(clusters.begin(), clusters.end(), c) == intersect; };
        if (std::any_of(left.begin(), left.end(), stays)) std::erase_if(left, [&](uint32_t c) { return !stays(c); });
    }

    const TypedPair& pair_;
    Draw everyone_;
    std::vector<std::span<const uint32_t>> members_;  // types of each truth cluster, then of each found cluster
    std::vector<Draw> within_;
};

}  // namespace

SampledPairs sample_neighbours(const TypedPair& pair, size_t first_event, size_t last_event, double risk, uint64_t seed,
                               const Team& team) {
    const TypedSide truth(pair.truth, pair.truth_clusters, pair.weights, team);
    const TypedSide found(pair.found, pair.found_clusters, pair.weights, team);
    const NeighbourSampler sampler(pair, truth, found);
    constexpr size_t kStep = 1024;
    std::vector<SampledPairs> parts((last_event - first_event + kStep - 1) / kStep);
    parallel_ranges(last_event - first_event, kStep, team, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i)
            sampler.sample(risk, Random(mix(seed) ^ (first_event + i)), parts[begin / kStep]);
    });
    SampledPairs out;
    const auto append = [](auto& all, const auto& some) { all.insert(all.end(), some.begin(), some.end()); };
    for (const SampledPairs& part : parts) {
        append(out.truth, part.truth);
        append(out.found, part.found);
        append(out.weight, part.weight);
    }
    return out;
}

}  // namespace accord
