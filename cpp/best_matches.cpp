#include "best_matches.hpp"

#include <atomic>
#include <numeric>

#include "hash.hpp"
#include "twins.hpp"

namespace accord {
namespace {

template <class Amount>
struct Best {
    double score = 0;
    uint32_t partner = kNone;
    Amount match = 0;

    bool is_worse_than(Scorer scorer, const Best& other) const {
        if (other.score != score) return other.score > score;
        if (scorer == by_amount && other.match != match)
            return other.match > match;  // integers that are equal as doubles
        return other.partner < partner;
    }
    void offer(Scorer scorer, const Best& other) {
        if (is_worse_than(scorer, other)) *this = other;
    }
};

// The best of one found cluster, offered from several threads. The best of a set does not depend on
// the order of offers.
template <class Amount>
class SharedBest {
public:
    void offer(Scorer scorer, const Best<Amount>& other) {
        // Scores only grow, so that a lower one can be rejected without the lock; most are.
        if (other.score < score_.load(std::memory_order_relaxed)) return;
        while (busy_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
        best_.offer(scorer, other);
        score_.store(best_.score, std::memory_order_relaxed);
        busy_.clear(std::memory_order_release);
    }
    const Best<Amount>& best() const { return best_; }

private:
    std::atomic<double> score_{0};
    std::atomic_flag busy_;
    Best<Amount> best_;
};

// The same for a single thread.
template <class Amount>
class OwnBest {
public:
    void offer(Scorer scorer, const Best<Amount>& other) { best_.offer(scorer, other); }
    const Best<Amount>& best() const { return best_; }

private:
    Best<Amount> best_;
};

template <class Amount>
void store(BestPartners<Amount>& partners, size_t cluster, const Best<Amount>& best) {
    partners.partner[cluster] = best.partner == kNone ? -1 : int64_t(best.partner);
    partners.match[cluster] = best.match;
}

template <class BestOfFound, class Amount>
BestMatches<Amount> best_matches_by(const CoMembers<Amount>& pair,
                                    std::span<const double> truth_sizes,
                                    std::span<const double> found_sizes, const Team& team) {
    const size_t truths = pair.truth.size(), founds = pair.found_clusters;
    BestMatches<Amount> out;
    for (size_t s = 0; s < kScorers; ++s) {
        out.truth[s] = {Array<int64_t>(truths), Array<Amount>(truths)};
        out.found[s] = {Array<int64_t>(founds), Array<Amount>(founds)};
    }
    std::vector<std::array<BestOfFound, kScorers>> of_found(founds);
    std::vector<double> totals(truths);

    visit_co_members(pair, team, [&](size_t t, RowCounter<Amount>& counter) {
        std::array<Best<Amount>, kScorers> of_truth;
        for (const uint32_t f : counter.touched()) {
            const Amount match = counter[f];
            totals[t] += double(match);
            for (const Scorer scorer : {by_f1, by_pprob, by_amount}) {
                const double value = score(scorer, match, truth_sizes[t], found_sizes[f]);
                of_truth[scorer].offer(scorer, {value, f, match});
                of_found[f][scorer].offer(scorer, {value, uint32_t(t), match});
            }
        }
        for (size_t s = 0; s < kScorers; ++s) store(out.truth[s], t, of_truth[s]);
    });

    for (size_t s = 0; s < kScorers; ++s)
        for (size_t f = 0; f < founds; ++f) store(out.found[s], f, of_found[f][s].best());
    for (const double total : totals) out.total += total;
    return out;
}

// ---- with twins ---------------------------------------------------------------------------------

// Finds clusters around others: those that have all of their nodes.
class Around {
public:
    Around(const DistinctClusters& clusters, const Team& team)
        : clusters_of_node_(clusters.of_node.view()), marks_(clusters.clusters.size()) {
        parallel_ranges(marks_.size(), 1 << 14, team, [&](size_t begin, size_t end) {
            for (size_t number = begin; number < end; ++number)
                marks_[number] = marks_of(clusters.rows[clusters.clusters[number]]);
        });
    }

    // The first cluster that has all of these nodes; `known` is one that has.
    uint32_t first(std::span<const uint32_t> nodes, uint32_t known) const {
        const auto degree = [&](uint32_t node) { return clusters_of_node_[node].size(); };
        const uint32_t rarest = *std::ranges::min_element(nodes, {}, degree);
        const uint64_t marks = marks_of(nodes);
        for (const uint32_t number : clusters_of_node_[rarest]) {
            if (number == known) break;
            if ((marks & ~marks_[number]) == 0 && has_all(nodes, number)) return number;
        }
        return known;
    }

private:
    // One of 64 bits for each node: a cluster that lacks one of them lacks a node.
    static uint64_t marks_of(std::span<const uint32_t> nodes) {
        uint64_t marks = 0;
        for (const uint32_t node : nodes) marks |= uint64_t{1} << (mix(node) >> 58);
        return marks;
    }
    bool has_all(std::span<const uint32_t> nodes, uint32_t number) const {
        return std::ranges::all_of(nodes, [&](uint32_t node) {
            return std::ranges::binary_search(clusters_of_node_[node], number);
        });
    }

    RowsView clusters_of_node_;
    std::vector<uint64_t> marks_;
};

// The best of the clusters of one side, walking only from those that have no twin.
template <class Amount>
std::array<BestPartners<Amount>, kScorers> best_with_twins(RowsView rows, const TwinsOfSide& twins,
                                                           const DistinctClusters& others,
                                                           std::span<const Amount> node_amounts,
                                                           std::span<const double> sizes,
                                                           std::span<const double> other_sizes,
                                                           const Team& team) {
    std::array<BestPartners<Amount>, kScorers> out;
    for (auto& partners : out) partners = {Array<int64_t>(rows.size()), Array<Amount>(rows.size())};

    visit_open_clusters(others.from(rows, node_amounts), twins, team,
                        [&](size_t cluster, RowCounter<Amount>& counter) {
                            std::array<Best<Amount>, kScorers> best;
                            for (const uint32_t number : counter.touched()) {
                                const uint32_t other = others.clusters[number];
                                const Amount match = counter[number];
                                for (const Scorer scorer : {by_f1, by_pprob, by_amount}) {
                                    const double value =
                                        score(scorer, match, sizes[cluster], other_sizes[other]);
                                    best[scorer].offer(scorer, {value, other, match});
                                }
                            }
                            for (size_t s = 0; s < kScorers; ++s) store(out[s], cluster, best[s]);
                        });
    const Around around(others, team);
    parallel_rows(rows.offsets, team, [&](size_t first, size_t last) {
        for (size_t cluster = first; cluster < last; ++cluster) {
            const uint32_t twin = twins.twin[cluster];
            if (twin == kNone || twins.first[cluster] != cluster) continue;
            // As many nodes are in every cluster around the twin.
            const auto known = std::ranges::lower_bound(others.clusters, twin);
            const uint32_t number =
                around.first(rows[cluster], uint32_t(known - others.clusters.begin()));
            for (size_t s = 0; s < kScorers; ++s) {
                out[s].partner[cluster] = s == by_amount ? others.clusters[number] : twin;
                out[s].match[cluster] = Amount(sizes[cluster]);
            }
        }
    });
    twins.for_each_repeated([&](size_t from, size_t to) {
        for (auto& partners : out) {
            partners.partner[to] = partners.partner[from];
            partners.match[to] = partners.match[from];
        }
    });
    return out;
}

// The sum of all matches.
template <class Amount>
double total_match(const CoMembers<Amount>& pair, const Team& team) {
    std::vector<double> totals(pair.truth.size());
    parallel_rows(pair.truth.offsets, team, [&](size_t first, size_t last) {
        for (size_t t = first; t < last; ++t)
            for (const uint32_t node : pair.truth[t])
                totals[t] += double(pair.node_amounts.empty() ? 1 : pair.node_amounts[node]) *
                             double(pair.found_of_node[node].size());
    });
    return std::accumulate(totals.begin(), totals.end(), 0.0);
}

template <class Amount>
BestMatches<Amount> best_matches_by_twins(const CoMembers<Amount>& pair, const Twins& twins,
                                          std::span<const double> truth_sizes,
                                          std::span<const double> found_sizes, const Team& team) {
    const size_t nodes = pair.found_of_node.size();
    BestMatches<Amount> out;
    out.total = total_match(pair, team);
    {
        const DistinctClusters founds(pair.found, twins.found, nodes, team);
        out.truth = best_with_twins(pair.truth, twins.truth, founds, pair.node_amounts, truth_sizes,
                                    found_sizes, team);
    }
    const DistinctClusters truths(pair.truth, twins.truth, nodes, team);
    out.found = best_with_twins(pair.found, twins.found, truths, pair.node_amounts, found_sizes,
                                truth_sizes, team);
    return out;
}

}  // namespace

template <class Amount>
BestMatches<Amount> best_matches(const CoMembers<Amount>& pair, std::span<const double> truth_sizes,
                                 std::span<const double> found_sizes, const Team& team) {
    if (const auto twins = find_useful_twins(pair, truth_sizes, found_sizes, team))
        return best_matches_by_twins(pair, *twins, truth_sizes, found_sizes, team);
    return team.threads == 1
               ? best_matches_by<OwnBest<Amount>>(pair, truth_sizes, found_sizes, team)
               : best_matches_by<SharedBest<Amount>>(pair, truth_sizes, found_sizes, team);
}

template BestMatches<int64_t> best_matches(const CoMembers<int64_t>&, std::span<const double>,
                                           std::span<const double>, const Team&);
template BestMatches<double> best_matches(const CoMembers<double>&, std::span<const double>,
                                          std::span<const double>, const Team&);

}  // namespace accord
