// Walks on one clustering: from a node to one of its clusters, from there to one of its members,
// and so on.
#pragma once

#include <array>
#include <vector>

#include "lanes.hpp"
#include "rows.hpp"

namespace accord {

// The clusters that walks start in. Several walks are followed in parallel, one in each lane, so
// that the clusters of a node are looked up once for all of them; a lane without clusters is
// skipped.
template <class Real>
using Starts = std::array<std::span<const uint32_t>, Line<Real>::kLanes>;

// Each step of a walk is the last one with probability 1 - alpha.
struct WalkRules {
    double alpha;
    double tolerance;  // upper bound on the sum of the errors of the probabilities of where a walk
                       // ends

    // Upper bound on the passes over all clusters that this takes, up to rounding.
    double steps() const;
};

// A clustering by its node types (nodes in the same clusters), every type in at least one
// cluster.
class RandomWalk {
public:
    RandomWalk(RowsView clusters_of_type, size_t clusters, std::span<const double> weights,
               const Team& team);

    size_t components() const { return first_cluster_.size() - 1; }
    // Types that a walk can reach from this one are in the same component, and so are their
    // clusters.
    uint32_t component_of(size_t type) const { return component_of_type_[type]; }
    size_t clusters_in(size_t component) const {
        return first_cluster_[component + 1] - first_cluster_[component];
    }
    std::span<const uint32_t> types_in(size_t component) const {
        return {types_.data() + first_type_[component],
                first_type_[component + 1] - first_type_[component]};
    }
    // The clusters of a type, numbered within their component.
    std::span<const uint32_t> clusters_of(size_t type) const {
        return {local_.data() + offsets_[type], size_t(offsets_[type + 1] - offsets_[type])};
    }
    size_t largest_component() const;
    // Cache lines read for one step of walks in a component, and for visiting all its types.
    int64_t step_work(size_t component) const;
    int64_t visit_work(size_t component) const { return visit_work_[component]; }

    template <class Real>
    struct Space {
        explicit Space(size_t clusters)
            : density(clusters), rest(clusters), way(clusters), change(clusters) {}
        Array<Line<Real>> density, rest, way, change;
    };

    // Where walks that start in clusters of one component end: the probability that they are in a
    // cluster, over the size of the cluster, for all clusters of the component. Returns the number
    // of steps.
    template <class Real>
    size_t follow(size_t component, const Starts<Real>& starts, WalkRules rules, Space<Real>& space,
                  Line<Real>* density) const;

private:
    template <class Real>
    void step(size_t component, double alpha, const Line<Real>* from, Line<Real>* to) const;

    std::span<const int64_t> offsets_;  // of the clusters of each type
    std::vector<uint32_t> local_;
    std::vector<uint32_t> component_of_type_, types_;
    std::vector<size_t> first_cluster_, first_type_, first_set_;  // of each component
    std::vector<int64_t> visit_work_;
    // By cluster, in the order of components: its size, its inverse, and the weight of the nodes
    // that are in no other.
    std::vector<double> size_, per_size_, own_;
    // Distinct sets of two or more clusters, in the order of components, and the weight of the
    // nodes in exactly these.
    std::vector<size_t> set_offsets_;
    std::vector<uint32_t> set_clusters_;
    std::vector<double> set_weight_;
};

}  // namespace accord
