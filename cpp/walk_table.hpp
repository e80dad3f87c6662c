// Walks from many nodes of one component: a walk from a node is the mean of the walks from its clusters, each done once.
#pragma once

#include "random_walk.hpp"

namespace accord {

class WalkTable {
public:
    // For walks that start in these types. Components with few clusters for their starts get a table.
    WalkTable(const RandomWalk& walk, std::span<const uint32_t> types, WalkRules rules, const Team& team);

    static bool pays(size_t clusters, size_t starts) {
        constexpr size_t kMostClusters = 4096;
        return clusters > 1 && clusters <= kMostClusters && 2 * clusters <= starts;
    }

    // As RandomWalk::follow does, for one type in each lane, all in one component. Returns how much work it was.
    template <class Real, class Lanes>
    int64_t follow(const uint32_t* types, Lanes lanes, RandomWalk::Space<Real>& space, Real* density) const {
        const size_t component = walk_.component_of(types[lanes.first]);
        std::span<const uint32_t> starts[kLanes<Real>];
        for (size_t l = lanes.first; l < lanes.last; ++l) starts[l] = walk_.clusters_of(types[l]);
        if (table_[component].empty())
            return int64_t(walk_.follow(component, starts, lanes, rules_, space, density)) * walk_.step_work(component);
        const size_t clusters = walk_.clusters_in(component);
        for (size_t l = lanes.first; l < lanes.last; ++l) {
            for (size_t c = 0; c < clusters; ++c) {
                double sum = 0;
                for (const uint32_t start : starts[l]) sum += table_[component][start * clusters + c];
                density[c * kLanes<Real> + l] = Real(sum / double(starts[l].size()));
            }
        }
        return int64_t(clusters * (lanes.last - lanes.first));
    }

private:
    const RandomWalk& walk_;
    WalkRules rules_;
    std::vector<Array<double>> table_;  // of each component: density in each cluster of a walk from each cluster, or nothing
};

}  // namespace accord
