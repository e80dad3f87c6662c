#include "random_walk.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

// The density z of a walk that starts in the clusters u solves (D - alpha K) z = (1 - alpha) u,
// where D has the sizes of the clusters and K_cd = sum of weight/memberships over what c and d
// share. D and K are symmetric and the eigenvalues of K over D lie in [0, 1], so that conjugate
// gradients, preconditioned with D, need few steps. The residual (1 - alpha) u - (D -
// alpha K) z, adds up to at least 1 - alpha times the error of the probabilities: K only
// redistributes what is in a cluster.

namespace accord {
namespace {

uint32_t root_of(std::vector<uint32_t>& parent, uint32_t c) {
    while (parent[c] != c) c = parent[c] = parent[parent[c]];
    return c;
}

// Numbers the groups that share a root, in the order of their first members.
size_t number_groups(std::vector<uint32_t>& parent, std::vector<uint32_t>& group_of) {
    size_t groups = 0;
    std::vector<uint32_t> number(parent.size(), kNone);
    group_of.resize(parent.size());
    for (uint32_t c = 0; c < parent.size(); ++c) {
        auto& own = number[root_of(parent, c)];
        if (own == kNone) own = uint32_t(groups++);
        group_of[c] = own;
    }
    return groups;
}

// Where each group begins when items are sorted by group, and the position of each item then.
std::vector<size_t> sort_by_group(std::span<const uint32_t> group_of, size_t groups,
                                  std::vector<uint32_t>& place) {
    std::vector<size_t> first(groups + 1);
    for (const uint32_t group : group_of) ++first[group + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<size_t> next(first.begin(), first.end() - 1);
    place.resize(group_of.size());
    for (size_t i = 0; i < group_of.size(); ++i) place[i] = uint32_t(next[group_of[i]]++);
    return first;
}

// Sums are taken over blocks of this many clusters, then over blocks: float lanes keep their
// digits.
constexpr size_t kBlock = 256;

template <class Real, class Term>
std::array<double, Line<Real>::kLanes> sum_lanes(size_t clusters, Term&& term) {
    std::array<double, Line<Real>::kLanes> sum{};
    for (size_t begin = 0; begin < clusters; begin += kBlock) {
        Line<Real> part;
        for (size_t c = begin; c < std::min(clusters, begin + kBlock); ++c) part += term(c);
        const auto lanes = part.lanes();
        for (size_t l = 0; l < lanes.size(); ++l) sum[l] += double(lanes[l]);
    }
    return sum;
}

}  // namespace

RandomWalk::RandomWalk(RowsView clusters_of_type, size_t clusters, std::span<const double> weights,
                       const Team& team)
    : offsets_(clusters_of_type.offsets) {
    const size_t types = clusters_of_type.size();
    const auto first_equal = first_equal_rows(clusters_of_type, team);
    std::vector<uint32_t> parent(clusters);
    std::iota(parent.begin(), parent.end(), 0u);
    for (size_t type = 0; type < types; ++type) {
        const auto row = clusters_of_type[type];
        for (const uint32_t c : row.subspan(1))
            parent[root_of(parent, c)] = root_of(parent, row[0]);
    }
    std::vector<uint32_t> component_of_cluster, place, place_of_type;
    const size_t components = number_groups(parent, component_of_cluster);
    first_cluster_ = sort_by_group(component_of_cluster, components, place);

    component_of_type_.resize(types);
    for (size_t type = 0; type < types; ++type)
        component_of_type_[type] = component_of_cluster[clusters_of_type[type][0]];
    first_type_ = sort_by_group(component_of_type_, components, place_of_type);
    types_.resize(types);
    for (size_t type = 0; type < types; ++type) types_[place_of_type[type]] = uint32_t(type);

    size_.resize(clusters);
    own_.resize(clusters);
    local_.resize(clusters_of_type.members.size());
    visit_work_.resize(components);
    std::vector<double> weight_of_set(types);
    for (size_t type = 0; type < types; ++type) {
        const size_t begin = first_cluster_[component_of_type_[type]];
        const auto row = clusters_of_type[type];
        visit_work_[component_of_type_[type]] += int64_t(row.size());
        for (size_t i = 0; i < row.size(); ++i) {
            local_[size_t(offsets_[type]) + i] = uint32_t(place[row[i]] - begin);
            size_[place[row[i]]] += weights[type];
        }
        if (row.size() == 1) own_[place[row[0]]] += weights[type];
        else weight_of_set[size_t(first_equal[type])] += weights[type];
    }
    per_size_.resize(clusters);
    for (size_t c = 0; c < clusters; ++c) per_size_[c] = 1 / size_[c];
    set_offsets_.push_back(0);
    for (size_t component = 0; component < components; ++component) {
        first_set_.push_back(set_weight_.size());
        std::vector<uint32_t> sets;
        for (const uint32_t type : types_in(component))
            if (size_t(first_equal[type]) == type && clusters_of(type).size() > 1)
                sets.push_back(type);
        // Adjacent sets have clusters in common, which are then still in cache.
        std::ranges::sort(sets, [&](uint32_t a, uint32_t b) {
            return std::ranges::lexicographical_compare(clusters_of(a), clusters_of(b));
        });
        for (const uint32_t type : sets) {
            const auto set = clusters_of(type);
            set_clusters_.insert(set_clusters_.end(), set.begin(), set.end());
            set_offsets_.push_back(set_clusters_.size());
            set_weight_.push_back(weight_of_set[type] / double(set.size()));
        }
    }
    first_set_.push_back(set_weight_.size());
}

double WalkRules::steps() const {
    const double root = std::sqrt(1 - alpha), rate = (1 - root) / (1 + root);
    return std::ceil(std::log(tolerance * (1 - alpha) / 100) / std::log(rate));
}

size_t RandomWalk::largest_component() const {
    size_t largest = 0;
    for (size_t component = 0; component < components(); ++component)
        largest = std::max(largest, clusters_in(component));
    return largest;
}

int64_t RandomWalk::step_work(size_t component) const {
    if (clusters_in(component) == 1) return 0;
    const size_t first = first_set_[component], last = first_set_[component + 1];
    const size_t memberships = set_offsets_[last] - set_offsets_[first];
    return int64_t(2 * memberships + 8 * (last - first) +
                   8 * clusters_in(component));  // as measured
}

// to = (D - alpha K) from
template <class Real>
void RandomWalk::step(size_t component, double alpha, const Line<Real>* from,
                      Line<Real>* to) const {
    const size_t begin = first_cluster_[component], clusters = clusters_in(component);
    for (size_t c = 0; c < clusters; ++c)
        to[c] = Real(size_[begin + c] - alpha * own_[begin + c]) * from[c];
    for (size_t set = first_set_[component]; set < first_set_[component + 1]; ++set) {
        const uint32_t* const first = set_clusters_.data() + set_offsets_[set];
        const uint32_t* const last = set_clusters_.data() + set_offsets_[set + 1];
        Line<Real> flow;
        for (const uint32_t* c = first; c != last; ++c) flow += from[*c];
        flow = Real(alpha * set_weight_[set]) * flow;
        for (const uint32_t* c = first; c != last; ++c) to[*c] -= flow;
    }
}

template <class Real>
size_t RandomWalk::follow(size_t component, const Starts<Real>& starts, WalkRules rules,
                          Space<Real>& space, Line<Real>* density) const {
    constexpr size_t width = Line<Real>::kLanes;
    const size_t clusters = clusters_in(component);
    const double* const per_size = per_size_.data() + first_cluster_[component];
    if (clusters == 1) {
        for (size_t l = 0; l < width; ++l)
            if (!starts[l].empty()) density[0][l] = Real(per_size[0]);
        return 0;
    }
    Line<Real>*solution = space.density.data(), *rest = space.rest.data();
    Line<Real>*way = space.way.data(), *change = space.change.data();
    for (size_t c = 0; c < clusters; ++c) solution[c] = rest[c] = Line<Real>{};
    for (size_t l = 0; l < width; ++l)
        for (const uint32_t c : starts[l])
            rest[c][l] = Real((1 - rules.alpha) / double(starts[l].size()));
    for (size_t c = 0; c < clusters; ++c) way[c] = Real(per_size[c]) * rest[c];

    const auto square_of_rest = [&] {
        return sum_lanes<Real>(clusters,
                               [&](size_t c) { return Real(per_size[c]) * rest[c] * rest[c]; });
    };
    auto square = square_of_rest();
    std::array<bool, width> done;
    for (size_t l = 0; l < width; ++l) done[l] = starts[l].empty();
    size_t left = size_t(std::ranges::count(done, false)), steps = 0;
    for (const size_t most = size_t(2 * rules.steps()); left && steps < most; ++steps) {
        step<Real>(component, rules.alpha, way, change);
        const auto slope = sum_lanes<Real>(clusters, [&](size_t c) { return way[c] * change[c]; });
        typename Line<Real>::Lanes lengths{}, turns{};
        for (size_t l = 0; l < width; ++l)
            if (!done[l]) lengths[l] = Real(square[l] / slope[l]);
        const Line<Real> length(lengths);
        const auto error = sum_lanes<Real>(clusters, [&](size_t c) {
            solution[c] += length * way[c];
            rest[c] -= length * change[c];
            return abs(rest[c]);
        });
        const auto next = square_of_rest();
        for (size_t l = 0; l < width; ++l) {
            if (done[l]) continue;
            turns[l] = Real(next[l] / square[l]);
            done[l] = !(error[l] > rules.tolerance * (1 - rules.alpha));
            left -= done[l];
        }
        square = next;
        const Line<Real> turn(turns);
        for (size_t c = 0; c < clusters; ++c) way[c] = Real(per_size[c]) * rest[c] + turn * way[c];
    }
    for (size_t l = 0; l < width; ++l)
        if (!starts[l].empty())
            for (size_t c = 0; c < clusters; ++c) density[c][l] = solution[c][l];
    return steps;
}

template size_t RandomWalk::follow(size_t, const Starts<double>&, WalkRules, Space<double>&,
                                   Line<double>*) const;
template size_t RandomWalk::follow(size_t, const Starts<float>&, WalkRules, Space<float>&,
                                   Line<float>*) const;

}  // namespace accord
