// The game under Generalized NMI for one node type: from all of its clusters, step by step, to one
// of each side.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "hash.hpp"

namespace accord {

// Nodes that share these clusters of the type, truth clusters in the low bits, and how much they
// weigh.
struct Pattern {
    uint64_t shared;
    double weight;
};

// The bits of a state by side: which clusters of the type are left.
struct SideBits {
    uint64_t truth, found;

    // One node is played: each side keeps the clusters that it shares with the type, or those that
    // it does not share, and ignores what would leave it with none.
    uint64_t keep(uint64_t state, uint64_t kept) const {
        return keep(state, kept, truth) | keep(state, kept, found);
    }
    bool one_plays(uint64_t state) const {
        return at_most_one(state & truth) || at_most_one(state & found);
    }
    // What is left of the side that has at most one cluster left.
    uint64_t rest(uint64_t state) const {
        return state & (at_most_one(state & truth) ? truth : found);
    }
    bool finished(uint64_t state) const {
        return at_most_one(state & truth) && at_most_one(state & found);
    }

private:
    static uint64_t keep(uint64_t state, uint64_t kept, uint64_t side) {
        const uint64_t left = state & kept & side;
        return left ? left : state & side;
    }
    static bool at_most_one(uint64_t bits) { return (bits & (bits - 1)) == 0; }
};

// Work space of one thread.
class GameStates {
public:
    // The law of the outcome, row by row: law[i * max(founds, 1) + j] is the probability that truth
    // cluster i and found cluster j of the type are left; a side with none does not play. False if
    // it would take more than `most_steps`, or too many states, or if `go_on`, which is called
    // about every millisecond, returns false.
    bool solve(std::span<const Pattern> patterns, size_t truths, size_t founds, double most_steps,
               const std::function<bool()>& go_on, std::span<double> law);

private:
    class Steps;
    bool solve_dense(std::span<const Pattern> patterns, SideBits sides, size_t bits, Steps steps);
    bool solve_sparse(std::span<const Pattern> patterns, SideBits sides, size_t bits, Steps steps);
    template <class Add>
    void play(std::span<const Pattern> patterns, SideBits sides, uint64_t state, double probability,
              Add&& add);
    template <class Keep>
    double find_steps(std::span<const Pattern> patterns, uint64_t state, Keep&& keep);
    void add_state(uint64_t state, double probability);

    struct Step {
        uint64_t intersected, subtracted;
        double weight;
    };
    struct State {
        uint64_t bits;
        double probability;
    };
    std::vector<Step> steps_;
    std::vector<double> dense_;
    std::vector<State> states_, final_;
    std::vector<std::vector<uint32_t>> states_of_size_;
    HashIndex index_;
};

}  // namespace accord
