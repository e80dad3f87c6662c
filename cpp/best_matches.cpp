#include "best_matches.hpp"

#include <atomic>

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

}  // namespace

template <class Amount>
BestMatches<Amount> best_matches(const CoMembers<Amount>& pair, std::span<const double> truth_sizes,
                                 std::span<const double> found_sizes, const Team& team) {
    return team.threads == 1
               ? best_matches_by<OwnBest<Amount>>(pair, truth_sizes, found_sizes, team)
               : best_matches_by<SharedBest<Amount>>(pair, truth_sizes, found_sizes, team);
}

template BestMatches<int64_t> best_matches(const CoMembers<int64_t>&, std::span<const double>,
                                           std::span<const double>, const Team&);
template BestMatches<double> best_matches(const CoMembers<double>&, std::span<const double>,
                                          std::span<const double>, const Team&);

}  // namespace accord
