#include "node_agreement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

#include "pool.hpp"

namespace accord {
namespace {

// Calls visit(first, last) for every run of lanes with the same key.
template <class Key, class Visit>
void visit_runs(size_t count, Key&& key, Visit&& visit) {
    for (size_t first = 0, last; first < count; first = last) {
        for (last = first + 1; last < count && key(last) == key(first);) ++last;
        visit(first, last);
    }
}

template <class Real>
Line<Real> sum_of(std::span<const uint32_t> clusters, const Array<Line<Real>>& density) {
    Line<Real> sum;
    for (const uint32_t c : clusters) sum += density[c];
    return sum;
}

template <class Real>
Array<Line<Real>> zeros(size_t clusters) {
    Array<Line<Real>> out(clusters);
    std::fill(out.begin(), out.end(), Line<Real>{});
    return out;
}

}  // namespace

template <class Real>
struct NodeAgreement::Space {
    Space(size_t truth_clusters, size_t found_clusters)
        : walk(std::max(truth_clusters, found_clusters)),
          truth(zeros<Real>(truth_clusters)),
          found(zeros<Real>(found_clusters)) {}
    RandomWalk::Space<Real> walk;
    Array<Line<Real>> truth, found;  // densities; lanes that are not in use hold old values
};

double NodeAgreement::memory() const {
    const size_t truth = truth_.largest_component(), found = found_.largest_component();
    return 64.0 * double(4 * std::max(truth, found) + truth + found);
}

Array<double> NodeAgreement::work(WalkRules rules, bool of_all) const {
    constexpr double shared = Line<double>::kLanes;
    const auto follow = [&](const RandomWalk& walk, size_t component) {
        const double clusters = double(walk.clusters_in(component)),
                     starts = double(walk.types_in(component).size());
        const double walks = rules.steps() * double(walk.step_work(component)) / shared;
        return of_all && WalkTable::pays(size_t(clusters), size_t(starts))
                   ? walks * clusters / starts + clusters
                   : walks;
    };
    Array<double> out(weights_.size());
    for (size_t type = 0; type < out.size(); ++type) {
        const uint32_t t = truth_.component_of(type), f = found_.component_of(type);
        const bool alone = truth_.clusters_in(t) == 1 ||
                           found_.clusters_in(f) == 1;  // then lanes have little to share
        const double visits = double(visit_work(t, f));
        out[type] = follow(truth_, t) + follow(found_, f) + (alone ? visits : visits / shared) + 1;
    }
    return out;
}

NodeAgreement::Scores NodeAgreement::scores(std::span<const uint32_t> types, WalkRules rules,
                                            bool single_precision, const Team& team) const {
    return single_precision ? scores_in<float>(types, rules, team)
                            : scores_in<double>(types, rules, team);
}

// Types are sorted so that neighbours share their components, and are scored in batches.
template <class Real>
NodeAgreement::Scores NodeAgreement::scores_in(std::span<const uint32_t> types, WalkRules rules,
                                               const Team& team) const {
    std::vector<uint32_t> order(types.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto key = [&](uint32_t i) {
        return std::tuple(truth_.component_of(types[i]), found_.component_of(types[i]), types[i],
                          i);
    };
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
    const WalkTable truth(truth_, types, rules, team), found(found_, types, rules, team);
    Scores out{Array<double>(types.size()), 0};
    std::atomic<int64_t> work{0};
    Pool<Space<Real>> pool(
        [&] { return Space<Real>(truth_.largest_component(), found_.largest_component()); });
    parallel_ranges(types.size(), Line<Real>::kLanes, team, [&](size_t begin, size_t end) {
        std::array<uint32_t, Line<Real>::kLanes> batch;
        std::array<double, Line<Real>::kLanes> scores;
        for (size_t i = begin; i < end; ++i) batch[i - begin] = types[order[i]];
        work += score_batch<Real>({batch.data(), end - begin}, truth, found, *pool.borrow(),
                                  scores.data());
        for (size_t i = begin; i < end; ++i) out.of_type[order[i]] = scores[i - begin];
    });
    out.work = work;
    return out;
}

template <class Real>
int64_t NodeAgreement::score_batch(std::span<const uint32_t> types, const WalkTable& truth,
                                   const WalkTable& found, Space<Real>& space,
                                   double* scores) const {
    int64_t work = 0;
    const auto in_truth = [&](size_t lane) { return truth_.component_of(types[lane]); };
    const auto in_found = [&](size_t lane) { return found_.component_of(types[lane]); };
    visit_runs(types.size(), in_truth, [&](size_t first, size_t last) {
        work += truth.follow(types, first, last, space.walk, space.truth.data());
    });
    visit_runs(types.size(), in_found, [&](size_t first, size_t last) {
        work += found.follow(types, first, last, space.walk, space.found.data());
    });
    const auto in_both = [&](size_t lane) { return std::pair(in_truth(lane), in_found(lane)); };
    visit_runs(types.size(), in_both, [&](size_t first, size_t last) {
        work += compare(in_truth(first), in_found(first), first, last, space, scores);
    });
    return work;
}

// 1 minus half the total difference of the two distributions. Only types in the components of both
// sides are visited: the rest of either distribution is what is left of 1. Equal distributions give
// exactly 1.
template <class Real>
int64_t NodeAgreement::compare(size_t truth_component, size_t found_component, size_t first_lane,
                               size_t last_lane, const Space<Real>& space, double* scores) const {
    constexpr size_t kBlock = 256;
    const auto in_truth = truth_.types_in(truth_component),
               in_found = found_.types_in(found_component);
    const auto fewer = truth_.visit_work(truth_component) <= found_.visit_work(found_component)
                           ? in_truth
                           : in_found;
    std::array<double, Line<Real>::kLanes> apart{}, of_truth{}, of_found{};
    size_t common = 0;
    for (size_t begin = 0; begin < fewer.size(); begin += kBlock) {
        Line<Real> apart_part, truth_part,
            found_part;  // float lanes keep their digits in sums of a few
        for (const uint32_t type : fewer.subspan(begin, std::min(kBlock, fewer.size() - begin))) {
            if (truth_.component_of(type) != truth_component ||
                found_.component_of(type) != found_component)
                continue;
            ++common;
            const Real weight = Real(weights_[type]);
            const Line<Real> truth = weight * sum_of(truth_.clusters_of(type), space.truth);
            const Line<Real> found = weight * sum_of(found_.clusters_of(type), space.found);
            apart_part += abs(truth - found);
            truth_part += truth;
            found_part += found;
        }
        const auto apart_here = apart_part.lanes(), truth_here = truth_part.lanes(),
                   found_here = found_part.lanes();
        for (size_t l = first_lane; l < last_lane; ++l) {
            apart[l] += double(apart_here[l]);
            of_truth[l] += double(truth_here[l]);
            of_found[l] += double(found_here[l]);
        }
    }
    for (size_t l = first_lane; l < last_lane; ++l) {
        const double only_truth = common == in_truth.size() ? 0 : std::max(0.0, 1 - of_truth[l]);
        const double only_found = common == in_found.size() ? 0 : std::max(0.0, 1 - of_found[l]);
        scores[l] = std::clamp(1 - (apart[l] + only_truth + only_found) / 2, 0.0, 1.0);
    }
    return visit_work(truth_component, found_component);
}

}  // namespace accord
