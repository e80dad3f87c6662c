#include "random_walk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

// The density z of a walk that starts in the clusters u solves (D - alpha K) z = (1 - alpha) u, where D has the sizes of
// the clusters and K_cd = sum of weight/memberships over what c and d share. D and K are symmetric and the eigenvalues of
// K over D lie in [0, 1], so that conjugate gradients, with D to scale them, need few steps. What is left to solve,
// (1 - alpha) u - (D - alpha K) z, adds up to at least 1 - alpha times the error of the probabilities: K spreads what is
// in a cluster and loses nothing.

namespace accord {
namespace {

uint32_t root_of(std::vector<uint32_t>& parent, uint32_t c) {
    while (parent[c] != c) c = parent[c] = parent[parent[c]];
    return c;
}

// Ascending numbers for the groups that share a root, in the order of their first members.
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

// Where each group begins when items are sorted by group, and the place of each item then.
std::vector<size_t> sort_by_group(std::span<const uint32_t> group_of, size_t groups, std::vector<uint32_t>& place) {
    std::vector<size_t> first(groups + 1);
    for (const uint32_t group : group_of) ++first[group + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<size_t> next(first.begin(), first.end() - 1);
    place.resize(group_of.size());
    for (size_t i = 0; i < group_of.size(); ++i) place[i] = uint32_t(next[group_of[i]]++);
    return first;
}

// Sums over clusters of at most this many at a time, then of those sums: float lanes keep their digits.
constexpr size_t kBlock = 256;

template <class Real, class Lanes, class Term>
std::array<double, kLanes<Real>> sum_lanes(size_t clusters, Lanes lanes, Term&& term) {
    std::array<double, kLanes<Real>> sum{};
    for (size_t begin = 0; begin < clusters; begin += kBlock) {
        std::array<Real, kLanes<Real>> part{};
        for (size_t c = begin; c < std::min(clusters, begin + kBlock); ++c)
            for (size_t l = lanes.first; l < lanes.last; ++l) part[l] += term(c, c * kLanes<Real> + l);
        for (size_t l = lanes.first; l < lanes.last; ++l) sum[l] += double(part[l]);
    }
    return sum;
}

}  // namespace

RandomWalk::RandomWalk(RowsView clusters_of_type, size_t clusters, std::span<const double> weights, const Team& team)
    : offsets_(clusters_of_type.offsets) {
    const size_t types = clusters_of_type.size();
    const auto first_equal = first_equal_rows(clusters_of_type, team);
    std::vector<uint32_t> parent(clusters);
    std::iota(parent.begin(), parent.end(), 0u);
    for (size_t type = 0; type < types; ++type) {
        const auto row = clusters_of_type[type];
        for (const uint32_t c : row.subspan(1)) parent[root_of(parent, c)] = root_of(parent, row[0]);
    }
    std::vector<uint32_t> component_of_cluster, place, place_of_type;
    const size_t components = number_groups(parent, component_of_cluster);
    first_cluster_ = sort_by_group(component_of_cluster, components, place);

    component_of_type_.resize(types);
    for (size_t type = 0; type < types; ++type) component_of_type_[type] = component_of_cluster[clusters_of_type[type][0]];
    first_type_ = sort_by_group(component_of_type_, components, place_of_type);
    types_.resize(types);
    for (size_t type = 0; type < types; ++type) types_[place_of_type[type]] = uint32_t(type);

    size_.resize(clusters);
    own_.resize(clusters);
    local_.resize(clusters_of_type.members.size());
    look_work_.resize(components);
    std::vector<double> weight_of_set(types);
    for (size_t type = 0; type < types; ++type) {
        const size_t begin = first_cluster_[component_of_type_[type]];
        const auto row = clusters_of_type[type];
        look_work_[component_of_type_[type]] += int64_t(row.size());
        for (size_t i = 0; i < row.size(); ++i) {
            local_[size_t(offsets_[type]) + i] = uint32_t(place[row[i]] - begin);
            size_[place[row[i]]] += weights[type];
        }
        if (row.size() == 1) own_[place[row[0]]] += weights[type];
        else weight_of_set[size_t(first_equal[type])] += weights[type];
    }
    set_offsets_.push_back(0);
    for (size_t component = 0; component < components; ++component) {
        first_set_.push_back(set_weight_.size());
        std::vector<uint32_t> sets;
        for (const uint32_t type : types_in(component))
            if (size_t(first_equal[type]) == type && clusters_of(type).size() > 1) sets.push_back(type);
        // Sets that follow each other have clusters in common, which are then still in the cache.
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
    for (size_t component = 0; component < components(); ++component) largest = std::max(largest, clusters_in(component));
    return largest;
}

int64_t RandomWalk::step_work(size_t component) const {
    if (clusters_in(component) == 1) return 0;
    const size_t first = first_set_[component], last = first_set_[component + 1];
    const size_t memberships = set_offsets_[last] - set_offsets_[first];
    return int64_t(2 * memberships + 8 * (last - first) + 8 * clusters_in(component));  // as measured
}

// to = (D - alpha K) from
template <class Real, class Lanes>
void RandomWalk::step(size_t component, double alpha, Lanes lanes, const Real* from, Real* to) const {
    constexpr size_t width = kLanes<Real>;
    const size_t begin = first_cluster_[component], clusters = clusters_in(component);
    for (size_t c = 0; c < clusters; ++c) {
        const Real stays = Real(size_[begin + c] - alpha * own_[begin + c]);
        for (size_t l = lanes.first; l < lanes.last; ++l) to[c * width + l] = stays * from[c * width + l];
    }
    for (size_t set = first_set_[component]; set < first_set_[component + 1]; ++set) {
        const uint32_t* const first = set_clusters_.data() + set_offsets_[set];
        const uint32_t* const last = set_clusters_.data() + set_offsets_[set + 1];
        const Real weight = Real(alpha * set_weight_[set]);
        Real flow[width] = {};
        for (const uint32_t* c = first; c != last; ++c)
            for (size_t l = lanes.first; l < lanes.last; ++l) flow[l] += from[*c * width + l];
        for (size_t l = lanes.first; l < lanes.last; ++l) flow[l] *= weight;
        for (const uint32_t* c = first; c != last; ++c)
            for (size_t l = lanes.first; l < lanes.last; ++l) to[*c * width + l] -= flow[l];
    }
}

template <class Real, class Lanes>
size_t RandomWalk::follow(size_t component, const std::span<const uint32_t>* starts, Lanes lanes, WalkRules rules,
                          Space<Real>& space, Real* density) const {
    constexpr size_t width = kLanes<Real>;
    const size_t clusters = clusters_in(component), memory = clusters * width;
    const double* const size = size_.data() + first_cluster_[component];
    if (clusters == 1) {
        for (size_t l = lanes.first; l < lanes.last; ++l) density[l] = Real(1 / size[0]);
        return 0;
    }
    Real *rest = space.rest.data(), *way = space.way.data(), *change = space.change.data();
    for (size_t i = 0; i < memory; i += width)
        for (size_t l = lanes.first; l < lanes.last; ++l) density[i + l] = rest[i + l] = 0;
    for (size_t l = lanes.first; l < lanes.last; ++l)
        for (const uint32_t c : starts[l]) rest[c * width + l] = Real((1 - rules.alpha) / double(starts[l].size()));

    const auto scaled = [&](size_t c, size_t i) { return rest[i] / Real(size[c]); };
    for (size_t c = 0; c < clusters; ++c)
        for (size_t l = lanes.first; l < lanes.last; ++l) way[c * width + l] = scaled(c, c * width + l);
    auto square = sum_lanes<Real>(clusters, lanes, [&](size_t c, size_t i) { return rest[i] * scaled(c, i); });
    std::array<bool, width> done{};
    size_t left = lanes.last - lanes.first, steps = 0;
    for (const size_t most = size_t(2 * rules.steps()); left && steps < most; ++steps) {
        step(component, rules.alpha, lanes, way, change);
        const auto slope = sum_lanes<Real>(clusters, lanes, [&](size_t, size_t i) { return way[i] * change[i]; });
        Real length[width] = {}, turn[width] = {};
        for (size_t l = lanes.first; l < lanes.last; ++l) length[l] = done[l] ? Real(0) : Real(square[l] / slope[l]);
        const auto error = sum_lanes<Real>(clusters, lanes, [&](size_t c, size_t i) {
            const size_t l = i - c * width;
            density[i] += length[l] * way[i];
            rest[i] -= length[l] * change[i];
            return std::abs(rest[i]);
        });
        const auto next = sum_lanes<Real>(clusters, lanes, [&](size_t c, size_t i) { return rest[i] * scaled(c, i); });
        for (size_t l = lanes.first; l < lanes.last; ++l) {
            if (done[l]) continue;
            turn[l] = Real(next[l] / square[l]);
            done[l] = !(error[l] > rules.tolerance * (1 - rules.alpha));
            left -= done[l];
        }
        square = next;
        for (size_t c = 0; c < clusters; ++c)
            for (size_t l = lanes.first; l < lanes.last; ++l)
                way[c * width + l] = scaled(c, c * width + l) + turn[l] * way[c * width + l];
    }
    return steps;
}

#define ACCORD_FOLLOW(Real, Lanes) \
    template size_t RandomWalk::follow(size_t, const std::span<const uint32_t>*, Lanes, WalkRules, Space<Real>&, Real*) const
ACCORD_FOLLOW(double, AllLanes<kLanes<double>>);
ACCORD_FOLLOW(double, SomeLanes);
ACCORD_FOLLOW(float, AllLanes<kLanes<float>>);
ACCORD_FOLLOW(float, SomeLanes);

}  // namespace accord
