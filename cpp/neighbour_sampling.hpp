// The sampler of Lutov et al. 2019 (their Algorithm 3), which plays the game under Generalized NMI
// with neighbours only.
#pragma once

#include <vector>

#include "typed_pair.hpp"

namespace accord {

// An event may end before one cluster of each side is left, and then counts for every pair of those
// left.
struct SampledPairs {
    std::vector<uint32_t> truth, found;
    std::vector<double> weight;
    size_t events = 0;
    double steps = 0;  // moves of the events, and pairs they ended with
};

// Events `first_event` to `last_event`, or as many of them as `most_steps` allow, at least 64. An
// event starts at a node drawn by weight and moves on to another random node of a random cluster of
// the node where it is, at most (clusters of the first node)/(2 risk) and 65,536 times. Its weight
// is the mean importance of its nodes, 1/sqrt(truth clusters · found clusters), over their number.
SampledPairs sample_neighbours(const TypedPair& pair, size_t first_event, size_t last_event,
                               double risk, double most_steps, uint64_t seed, const Team& team);

}  // namespace accord
