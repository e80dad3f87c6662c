#include "neighbour_sampling.hpp"

#include <algorithm>
#include <cmath>

#include "weighted_draws.hpp"

namespace accord {
namespace {

// Where a few nodes have nearly all of the weight, most moves lead nowhere.
constexpr double kMostMoves = 1 << 16;

class NeighbourSampler {
public:
    NeighbourSampler(const TypedPair& pair, const TypedSide& truth, const TypedSide& found)
        : pair_(pair), everyone_(weights_up_to(pair)), truth_(pair, truth), found_(pair, found) {}

    void sample(double risk, Random random, SampledPairs& out) const {
        size_t type = draw(everyone_, random);
        std::vector<uint32_t> in_truth(pair_.truth[type].begin(), pair_.truth[type].end());
        std::vector<uint32_t> in_found(pair_.found[type].begin(), pair_.found[type].end());
        double importance = importance_of(type);
        size_t steps = 1;
        const double most_moves = double(in_truth.size() + in_found.size()) / (2 * risk);
        for (double left = std::min(most_moves, kMostMoves);
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
        out.events += 1;
        out.steps += double(steps) + double(in_truth.size() * in_found.size());
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
        return 1 / std::max(std::sqrt(double(pair_.truth[type].size()) *
                                      double(pair_.found[type].size())),
                            1.0);
    }
    // A random node of a random cluster; another one if the cluster has several.
    size_t neighbour(size_t type, Random& random) const {
        const auto truths = pair_.truth[type], founds = pair_.found[type];
        const size_t which = random.below(truths.size() + founds.size());
        const bool in_truth = which < truths.size();
        const Urns& urns = in_truth ? truth_ : found_;
        const uint32_t cluster = in_truth ? truths[which] : founds[which - truths.size()];
        size_t other;
        do other = urns.draw_from(cluster, random);
        while (other == type && urns.side.cluster_weights[cluster] > 1 &&
               random.below(uint64_t(pair_.weights[type])) == 0);
        return other;
    }
    static void keep(std::vector<uint32_t>& left, std::span<const uint32_t> clusters,
                     bool intersect) {
        const auto stays = [&](uint32_t c) {
            return std::binary_search(clusters.begin(), clusters.end(), c) == intersect;
        };
        if (std::any_of(left.begin(), left.end(), stays))
            std::erase_if(left, [&](uint32_t c) { return !stays(c); });
    }

    const TypedPair& pair_;
    std::vector<uint64_t> everyone_;
    Urns truth_, found_;
};

void append(SampledPairs& all, const SampledPairs& some) {
    all.truth.insert(all.truth.end(), some.truth.begin(), some.truth.end());
    all.found.insert(all.found.end(), some.found.begin(), some.found.end());
    all.weight.insert(all.weight.end(), some.weight.begin(), some.weight.end());
    all.events += some.events;
    all.steps += some.steps;
}

}  // namespace

SampledPairs sample_neighbours(const TypedPair& pair, size_t first_event, size_t last_event,
                               double risk, double most_steps, uint64_t seed, const Team& team) {
    const TypedSide truth(pair.truth, pair.truth_clusters, pair.weights, team);
    const TypedSide found(pair.found, pair.found_clusters, pair.weights, team);
    const NeighbourSampler sampler(pair, truth, found);
    constexpr size_t kChunk = 64;
    SampledPairs out;
    // In rounds that double the number of events, so that none takes much longer than all before.
    for (size_t begin = first_event; begin < last_event && out.steps <= most_steps;) {
        const size_t events = std::min(std::max(kChunk, out.events), last_event - begin);
        std::vector<SampledPairs> parts((events + kChunk - 1) / kChunk);
        parallel_ranges(events, kChunk, team, [&](size_t first, size_t last) {
            for (size_t i = first; i < last; ++i)
                sampler.sample(risk, Random(mix(seed) ^ (begin + i)), parts[first / kChunk]);
        });
        for (const SampledPairs& part : parts) append(out, part);
        begin += events;
    }
    return out;
}

}  // namespace accord
