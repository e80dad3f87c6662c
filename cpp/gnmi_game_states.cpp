#include "gnmi_game_states.hpp"

#include <algorithm>
#include <bit>

namespace accord {
namespace {

constexpr size_t kDenseBits = 16;
constexpr double kSparseStep =
    8;  // cost of a step that looks up states, relative to one that does not
constexpr size_t kMostStates = size_t{1} << 22;  // some 300 MB for each thread

uint64_t low_bits(size_t count) { return count < 64 ? (uint64_t{1} << count) - 1 : ~uint64_t{0}; }

}  // namespace

// Steps that may still be taken.
class GameStates::Steps {
public:
    Steps(double most, const std::function<bool()>& go_on) : left_(most), go_on_(go_on) {}

    bool take(double steps) {
        left_ -= steps;
        unasked_ += steps;
        if (left_ < 0) return false;
        if (unasked_ < kAsk) return true;
        unasked_ = 0;
        return go_on_();
    }

private:
    static constexpr double kAsk = 1e6;

    double left_, unasked_ = 0;
    const std::function<bool()>& go_on_;
};

bool GameStates::solve(std::span<const Pattern> patterns, size_t truths, size_t founds,
                       double most_steps, const std::function<bool()>& go_on,
                       std::span<double> law) {
    const SideBits sides{low_bits(truths), low_bits(truths + founds) & ~low_bits(truths)};
    final_.clear();
    const size_t bits = truths + founds;
    const Steps steps(most_steps, go_on);
    if (!(bits <= kDenseBits ? solve_dense(patterns, sides, bits, steps)
                             : solve_sparse(patterns, sides, bits, steps)))
        return false;
    std::fill(law.begin(), law.end(), 0.0);
    for (const State& state : final_) {
        const auto row = truths ? size_t(std::countr_zero(state.bits & sides.truth)) : 0;
        const auto column =
            founds ? size_t(std::countr_zero(state.bits & sides.found)) - truths : 0;
        law[row * std::max(founds, size_t{1}) + column] += state.probability;
    }
    return true;
}

// The patterns that split the state, with what they leave of it, and their weight.
template <class Keep>
double GameStates::find_steps(std::span<const Pattern> patterns, uint64_t state, Keep&& keep) {
    double total = 0;
    steps_.clear();
    for (const Pattern& pattern : patterns) {
        const uint64_t intersected = keep(pattern.shared);
        if (intersected == state) continue;
        steps_.push_back({intersected, keep(~pattern.shared), pattern.weight});
        total += pattern.weight;
    }
    return total;
}

// Every node that splits the state is equally likely to be played, as are both of its outcomes.
template <class Add>
void GameStates::play(std::span<const Pattern> patterns, SideBits sides, uint64_t state,
                      double probability, Add&& add) {
    double total;
    if (sides.one_plays(state)) {  // most states, and quicker: what is left of the other side stays
        const uint64_t done = sides.rest(state), playing = state ^ done;
        total = find_steps(patterns, state, [&](uint64_t kept) {
            const uint64_t left = playing & kept;
            return (left ? left : playing) | done;
        });
    } else {
        total = find_steps(patterns, state, [&](uint64_t kept) { return sides.keep(state, kept); });
    }
    for (const Step& step : steps_) {
        const double half = probability * 0.5 * (step.weight / total);
        add(step.intersected, half);
        add(step.subtracted, half);
    }
}

// A state leads to parts of itself, which are smaller as numbers: one sweep from the greatest down.
bool GameStates::solve_dense(std::span<const Pattern> patterns, SideBits sides, size_t bits,
                             Steps steps) {
    dense_.assign(size_t{1} << bits, 0.0);
    dense_.back() = 1;
    for (uint64_t state = dense_.size() - 1; state > 0; --state) {
        if (dense_[state] == 0) continue;
        if (sides.finished(state)) {
            final_.push_back({state, dense_[state]});
            continue;
        }
        if (!steps.take(double(patterns.size()))) return false;
        play(patterns, sides, state, dense_[state],
             [&](uint64_t next, double probability) { dense_[next] += probability; });
    }
    return true;
}

// The same over the states that are reached, by their number of clusters.
bool GameStates::solve_sparse(std::span<const Pattern> patterns, SideBits sides, size_t bits,
                              Steps steps) {
    states_.clear();
    states_of_size_.assign(bits + 1, {});
    index_ = HashIndex();
    add_state(sides.truth | sides.found, 1);
    for (size_t size = bits; size > 0; --size) {
        for (size_t i = 0; i < states_of_size_[size].size(); ++i) {
            const State state = states_[states_of_size_[size][i]];
            if (sides.finished(state.bits)) {
                final_.push_back(state);
                continue;
            }
            if (!steps.take(kSparseStep * double(patterns.size())) || states_.size() > kMostStates)
                return false;
            play(patterns, sides, state.bits, state.probability,
                 [&](uint64_t next, double probability) { add_state(next, probability); });
        }
    }
    return true;
}

void GameStates::add_state(uint64_t state, double probability) {
    const auto next = uint32_t(states_.size());
    const uint32_t at = index_.find_or_insert(mix(state), next,
                                              [&](uint32_t i) { return states_[i].bits == state; });
    if (at == next) {
        states_.push_back({state, 0});
        states_of_size_[size_t(std::popcount(state))].push_back(at);
    }
    states_[at].probability += probability;
}

}  // namespace accord
