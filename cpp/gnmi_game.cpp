#include "gnmi_game.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "gnmi_game_states.hpp"
#include "pool.hpp"
#include "row_counter.hpp"
#include "sharing_patterns.hpp"

namespace accord {
namespace {

// For each type a row of probabilities, or nothing if it is not wanted or not solved.
struct Laws {
    std::vector<size_t> offsets;
    Array<double> probability;
    std::vector<uint8_t> solved;

    template <class Size>
    Laws(size_t types, Size&& size) : offsets(types + 1), solved(types) {
        for (size_t type = 0; type < types; ++type) offsets[type + 1] = offsets[type] + size(type);
        probability = Array<double>(offsets.back());
    }
    std::span<double> operator[](size_t type) {
        return {probability.data() + offsets[type], offsets[type + 1] - offsets[type]};
    }
    std::span<const double> operator[](size_t type) const {
        return {probability.data() + offsets[type], offsets[type + 1] - offsets[type]};
    }
};

// Patterns of one type in order of appearance; the weights of equal ones are added up.
class PatternList {
public:
    void clear(size_t bits) {
        all_ = bits < 64 ? (uint64_t{1} << bits) - 1 : ~uint64_t{0};
        patterns_.clear();
        index_ = HashIndex();
    }
    void add(uint64_t shared, int64_t weight) {
        if (shared == 0 || shared == all_) return;  // splits nothing
        const auto next = uint32_t(patterns_.size());
        const auto same = [&](uint32_t i) { return patterns_[i].shared == shared; };
        const uint32_t at = index_.find_or_insert(mix(shared), next, same);
        if (at == next) patterns_.push_back({shared, 0});
        patterns_[at].weight += double(weight);
    }
    std::span<const Pattern> patterns() const { return patterns_; }

private:
    uint64_t all_ = 0;
    std::vector<Pattern> patterns_;
    HashIndex index_;
};

struct SolverSpace {
    GameStates states;
    PatternList patterns;
};

// Whether a type may be solved with this many steps: a state has 64 bits, and on a side that is not
// nested most subsets are reached.
bool may_be_solved(const TypedSide& truth, const TypedSide& found, size_t type, double most_steps) {
    const auto is_hopeless = [&](const TypedSide& side) {
        const size_t clusters = side.clusters_of_type[type].size();
        return !side.nested() && std::ldexp(double(clusters), int(clusters)) > most_steps;
    };
    const size_t bits = truth.clusters_of_type[type].size() + found.clusters_of_type[type].size();
    return bits <= 64 && !is_hopeless(truth) && !is_hopeless(found);
}

// Solves the types that are wanted and take at most `most_steps`.
void solve_types(const TypedPair& pair, const TypedSide& truth, const TypedSide& found,
                 std::vector<bool> wanted, double most_steps, double most_cells, const Team& team,
                 Laws& laws) {
    for (size_t type = 0; type < pair.size(); ++type)
        wanted[type] = wanted[type] && may_be_solved(truth, found, type, most_steps);
    Pool<SolverSpace> pool([] { return SolverSpace(); });
    LongWatch watch(team);
    const std::function<bool()> go_on = [&] { return watch.go_on(); };
    const auto solve = [&](uint32_t type, SolverSpace& space) {
        laws.solved[type] =
            space.states.solve(space.patterns.patterns(), pair.truth[type].size(),
                               pair.found[type].size(), most_steps, go_on, laws[type]);
    };
    const PatternVisitor visitor{
        [&](uint32_t type, const PatternTable& table) {
            const auto space = pool.borrow();
            space->patterns.clear(table.truth.clusters + table.found.clusters);
            for (size_t i = 1; i < table.weight.size(); ++i)
                if (table.weight[i])
                    space->patterns.add(table.truth.bits_of(i / table.found.size()) |
                                            table.found.bits_of(i % table.found.size())
                                                << table.truth.clusters,
                                        table.weight[i]);
            solve(type, *space);
        },
        [&](uint32_t type, const Neighbours& neighbours) {
            const auto space = pool.borrow();
            space->patterns.clear(pair.truth[type].size() + pair.found[type].size());
            for (const uint32_t other : neighbours.met())
                space->patterns.add(neighbours.shared_with(other).which, pair.weights[other]);
            solve(type, *space);
        }};
    visit_patterns(pair, truth, found, wanted, most_cells, visitor, watch.team());
}

// The laws of the types that are wanted. If few types are left unsolved, each gets a larger share
// of the steps.
Laws solve_wanted(const TypedPair& pair, const TypedSide& truth, const TypedSide& found,
                  std::vector<bool> wanted, double most_steps, double most_cells,
                  const Team& team) {
    constexpr double kMany = 1 << 14, kMostSteps = 1e9;
    const auto at_least_one = [](size_t clusters) { return std::max(clusters, size_t{1}); };
    Laws laws(pair.size(), [&](size_t type) {
        if (!wanted[type] || !may_be_solved(truth, found, type, std::max(most_steps, kMostSteps)))
            return size_t{0};
        return at_least_one(pair.truth[type].size()) * at_least_one(pair.found[type].size());
    });
    solve_types(pair, truth, found, wanted, most_steps, most_cells, team, laws);
    double left = 0;
    for (size_t type = 0; type < pair.size(); ++type) {
        wanted[type] = wanted[type] && !laws.solved[type];
        left += wanted[type];
    }
    const double more_steps = std::min(most_steps * kMany / left, kMostSteps);
    if (left > 0 && more_steps > 2 * most_steps)
        solve_types(pair, truth, found, wanted, more_steps, most_cells, team, laws);
    return laws;
}

// One side alone: the laws of the distinct sets of clusters that types have there.
struct SideLaws {
    Array<int64_t> first;         // of each type: the first type with the same clusters
    std::vector<uint32_t> place;  // of a first type: its index among the distinct ones
    Laws laws;

    const std::span<const double> law_of(size_t type) const {
        return laws[place[size_t(first[type])]];
    }
    bool solved(size_t type) const { return laws.solved[place[size_t(first[type])]]; }
};

// `needed`: types that play on this side alone.
SideLaws solve_side(RowsView clusters_of_type, size_t clusters, std::span<const int64_t> weights,
                    const std::vector<bool>& needed, double most_steps, double most_cells,
                    const Team& team) {
    Array<int64_t> first = first_equal_rows(clusters_of_type, team);
    std::vector<uint32_t> place(first.size()), distinct;
    for (size_t type = 0; type < first.size(); ++type) {
        if (first[type] != int64_t(type)) continue;
        place[type] = uint32_t(distinct.size());
        distinct.push_back(uint32_t(type));
    }
    std::vector<int64_t> weight(distinct.size());
    std::vector<bool> wanted(distinct.size());
    for (size_t type = 0; type < first.size(); ++type) {
        weight[place[size_t(first[type])]] += weights[type];
        if (needed[type]) wanted[place[size_t(first[type])]] = true;
    }
    const Rows own = take_rows(clusters_of_type, distinct, team);
    const std::vector<int64_t> nothing(distinct.size() + 1);
    const TypedPair alone{own.view(), {nothing, {}, {}}, clusters, 0, weight};
    const TypedSide side(alone.truth, clusters, weight, team), none(alone.found, 0, weight, team);
    Laws laws = solve_wanted(alone, side, none, wanted, most_steps, most_cells, team);
    return {std::move(first), std::move(place), std::move(laws)};
}

JointLaw gather(std::vector<std::vector<std::pair<uint32_t, double>>> cells, const Team& team) {
    std::vector<size_t> offsets(cells.size() + 1);
    for (size_t t = 0; t < cells.size(); ++t) offsets[t + 1] = offsets[t] + cells[t].size();
    JointLaw out{Array<uint32_t>(offsets.back()), Array<uint32_t>(offsets.back()),
                 Array<double>(offsets.back())};
    parallel_ranges(cells.size(), 1 << 12, team, [&](size_t begin, size_t end) {
        for (size_t t = begin; t < end; ++t) {
            size_t at = offsets[t];
            for (const auto& [found, amount] : cells[t]) {
                out.truth[at] = uint32_t(t);
                out.found[at] = found;
                out.amounts[at++] = amount;
            }
        }
    });
    return out;
}

}  // namespace

SolvedGame solve_game(const TypedPair& pair, double most_steps, double most_cells,
                      const Team& team) {
    std::vector<bool> truth_plays(pair.size()), found_plays(pair.size()), both_play(pair.size());
    for (size_t type = 0; type < pair.size(); ++type) {
        const bool in_truth = pair.truth[type].size() > 1, in_found = pair.found[type].size() > 1;
        both_play[type] = in_truth && in_found;
        truth_plays[type] = in_truth && !in_found;
        found_plays[type] = in_found && !in_truth;
    }
    const SideLaws of_truth = solve_side(pair.truth, pair.truth_clusters, pair.weights, truth_plays,
                                         most_steps, most_cells, team);
    const SideLaws of_found = solve_side(pair.found, pair.found_clusters, pair.weights, found_plays,
                                         most_steps, most_cells, team);
    const TypedSide truth(pair.truth, pair.truth_clusters, pair.weights, team);
    const TypedSide found(pair.found, pair.found_clusters, pair.weights, team);
    const Laws of_both = solve_wanted(pair, truth, found, both_play, most_steps, most_cells, team);

    static constexpr double kCertain[] = {1};
    // Empty if the type is not solved.
    const auto law_of = [&](size_t type) -> std::span<const double> {
        if (both_play[type])
            return of_both.solved[type] ? of_both[type] : std::span<const double>();
        if (truth_plays[type])
            return of_truth.solved(type) ? of_truth.law_of(type) : std::span<const double>();
        if (found_plays[type])
            return of_found.solved(type) ? of_found.law_of(type) : std::span<const double>();
        return kCertain;
    };
    SolvedGame out;
    for (size_t type = 0; type < pair.size(); ++type)
        if (law_of(type).empty()) out.unsolved.push_back(uint32_t(type));

    // Summed cluster by cluster, over its types in order: the same bits with any number of threads.
    const RowsView types_of_cluster = truth.types_of_cluster.view();
    std::vector<std::vector<std::pair<uint32_t, double>>> cells(pair.truth_clusters);
    Pool<RowCounter<double>> pool([&] { return RowCounter<double>(pair.found_clusters); });
    parallel_rows(types_of_cluster.offsets, team, [&](size_t first, size_t last) {
        const auto counter = pool.borrow();
        for (size_t t = first; t < last; ++t) {
            for (const uint32_t type : types_of_cluster[t]) {
                const auto law = law_of(type);
                if (law.empty()) continue;
                const auto truths = pair.truth[type], founds = pair.found[type];
                const auto row = size_t(
                    std::lower_bound(truths.begin(), truths.end(), uint32_t(t)) - truths.begin());
                for (size_t j = 0; j < founds.size(); ++j) {
                    const double amount = double(pair.weights[type]) * law[row * founds.size() + j];
                    if (amount > 0) counter->add(founds[j], amount);
                }
            }
            auto& touched = counter->touched();
            std::sort(touched.begin(), touched.end());
            for (const uint32_t f : touched) cells[t].push_back({f, (*counter)[f]});
            counter->clear();
        }
    });
    out.law = gather(std::move(cells), team);
    return out;
}

}  // namespace accord
