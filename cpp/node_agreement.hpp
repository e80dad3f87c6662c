// How similar two clusterings are as seen from a node: where random walks end on either side
// (Gates et al. 2019).
#pragma once

#include <algorithm>

#include "walk_table.hpp"

namespace accord {

class NodeAgreement {
public:
    // Both sides given as clusters of each node type, which is in at least one cluster of each
    // side.
    NodeAgreement(RowsView truth_of_type, size_t truth_clusters, RowsView found_of_type,
                  size_t found_clusters, std::span<const double> weights, const Team& team)
        : truth_(truth_of_type, truth_clusters, weights, team),
          found_(found_of_type, found_clusters, weights, team),
          weights_(weights) {}

    struct Scores {
        Array<double> of_type;  // overlap of the distributions of where its walks end, in [0, 1]
        int64_t work;           // cache lines read, about
    };
    Scores scores(std::span<const uint32_t> types, WalkRules rules, bool single_precision,
                  const Team& team) const;

    // An upper bound on that work for the score of each type; `of_all`: if all types are scored at
    // once.
    Array<double> work(WalkRules rules, bool of_all) const;
    // Bytes that each thread needs.
    double memory() const;

private:
    template <class Real>
    struct Space;
    template <class Real>
    Scores scores_in(std::span<const uint32_t> types, WalkRules rules, const Team& team) const;
    template <class Real>
    int64_t score_batch(std::span<const uint32_t> types, const WalkTable& truth,
                        const WalkTable& found, Space<Real>& space, double* scores) const;
    template <class Real>
    int64_t compare(size_t truth_component, size_t found_component, size_t first_lane,
                    size_t last_lane, const Space<Real>& space, double* scores) const;
    int64_t visit_work(size_t truth_component, size_t found_component) const {
        return 2 * std::min(truth_.visit_work(truth_component), found_.visit_work(found_component));
    }

    RandomWalk truth_, found_;
    std::span<const double> weights_;
};

}  // namespace accord
