#include "walk_table.hpp"

#include "pool.hpp"

namespace accord {

WalkTable::WalkTable(const RandomWalk& walk, std::span<const uint32_t> types, WalkRules rules,
                     const Team& team)
    : walk_(walk), rules_(rules), table_(walk.components()) {
    constexpr size_t kMostMemory = size_t{1} << 25, width = Line<double>::kLanes;
    std::vector<size_t> starts(walk.components());
    for (const uint32_t type : types) ++starts[walk.component_of(type)];
    struct Batch {
        size_t component;
        uint32_t first, last;  // clusters
    };
    std::vector<Batch> batches;
    size_t memory = 0;
    for (size_t component = 0; component < walk.components(); ++component) {
        const size_t clusters = walk.clusters_in(component);
        if (!pays(clusters, starts[component]) || (memory += clusters * clusters) > kMostMemory)
            continue;
        table_[component] = Array<double>(clusters * clusters);
        for (size_t first = 0; first < clusters; first += width)
            batches.push_back(
                {component, uint32_t(first), uint32_t(std::min(clusters, first + width))});
    }
    struct Space {
        RandomWalk::Space<double> walk;
        Array<Line<double>> density;
    };
    const size_t largest = walk.largest_component();
    Pool<Space> pool(
        [&] { return Space{RandomWalk::Space<double>(largest), Array<Line<double>>(largest)}; });
    parallel_for(batches.size(), team, [&](size_t i) {
        const auto [component, first, last] = batches[i];
        const auto space = pool.borrow();
        std::array<uint32_t, width> start;
        Starts<double> starts_of_lane;
        for (uint32_t c = first; c < last; ++c) {
            start[c - first] = c;
            starts_of_lane[c - first] = {&start[c - first], 1};
        }
        walk.follow(component, starts_of_lane, rules, space->walk, space->density.data());
        const size_t clusters = walk.clusters_in(component);
        for (size_t from = first; from < last; ++from)
            for (size_t c = 0; c < clusters; ++c)
                table_[component][from * clusters + c] = space->density[c][from - first];
    });
}

}  // namespace accord
