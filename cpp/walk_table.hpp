// Walks from many nodes of one component: a walk from a node is the mean of the walks from its
// clusters, each done once.
#pragma once

#include "random_walk.hpp"

namespace accord {

class WalkTable {
public:
    // For walks that start in these types. Components that have few clusters compared to their
    // starts get a table.
    WalkTable(const RandomWalk& walk, std::span<const uint32_t> types, WalkRules rules,
              const Team& team);

    static bool pays(size_t clusters, size_t starts) {
        constexpr size_t kMostClusters = 4096;
        return clusters > 1 && clusters <= kMostClusters && 2 * clusters <= starts;
    }

    // Like RandomWalk::follow, for the types in some lanes, all in one component. Returns the work
    // done.
    template <class Real>
    int64_t follow(std::span<const uint32_t> types, size_t first_lane, size_t last_lane,
                   RandomWalk::Space<Real>& space, Line<Real>* density) const {
        const size_t component = walk_.component_of(types[first_lane]),
                     clusters = walk_.clusters_in(component);
        if (table_[component].empty()) {
            Starts<Real> starts;
            for (size_t l = first_lane; l < last_lane; ++l) starts[l] = walk_.clusters_of(types[l]);
            return int64_t(walk_.follow(component, starts, rules_, space, density)) *
                   walk_.step_work(component);
        }
        for (size_t l = first_lane; l < last_lane; ++l) {
            const auto starts = walk_.clusters_of(types[l]);
            for (size_t c = 0; c < clusters; ++c) {
                double sum = 0;
                for (const uint32_t start : starts) sum += table_[component][start * clusters + c];
                density[c][l] = Real(sum / double(starts.size()));
            }
        }
        return int64_t(clusters * (last_lane - first_lane));
    }

private:
    const RandomWalk& walk_;
    WalkRules rules_;
    std::vector<Array<double>> table_;  // of each component: density in each cluster of a walk from
                                        // each cluster, or nothing
};

}  // namespace accord
