// How alike two clusterings are as seen from a node: the ends of a random walk on either side (Gates et al. 2019).
#pragma once

#include "walk_table.hpp"

namespace accord {

class NodeAgreement {
public:
    // Both sides given as clusters of each node type, which is in at least one cluster of each side.
    NodeAgreement(RowsView truth_of_type, size_t truth_clusters, RowsView found_of_type, size_t found_clusters,
                  std::span<const double> weights, const Team& team)
        : truth_(truth_of_type, truth_clusters, weights, team), found_(found_of_type, found_clusters, weights, team),
          weights_(weights) {}

    // For each of the types the share of where its walk ends that both sides have in common, in [0, 1].
    Array<double> scores(std::span<const uint32_t> types, WalkRules rules, bool single_precision, const Team& team) const;

    // How much work the score of each type is, about: lines of the cache looked at, shared by the lanes. `of_all`: where
    // all types are asked for at once.
    Array<double> work(WalkRules rules, bool of_all) const;
    // Bytes that each thread needs.
    double memory() const;

private:
    template <class Real>
    struct Space;
    template <class Real>
    Array<double> scores_in(std::span<const uint32_t> types, WalkRules rules, const Team& team) const;
    template <class Real>
    void score_batch(std::span<const uint32_t> types, const WalkTable& truth, const WalkTable& found, Space<Real>& space,
                     double* scores) const;
    template <class Real, class Lanes>
    void compare(size_t truth_component, size_t found_component, Lanes lanes, const Space<Real>& space, double* scores) const;

    RandomWalk truth_, found_;
    std::span<const double> weights_;
};

}  // namespace accord
