#include "walk_table.hpp"

#include <array>

#include "pool.hpp"

namespace accord {

WalkTable::WalkTable(const RandomWalk& walk, std::span<const uint32_t> types, WalkRules rules, const Team& team)
    : walk_(walk), rules_(rules), table_(walk.components()) {
    constexpr size_t kMostMemory = size_t{1} << 25, width = kLanes<double>;
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
        if (!pays(clusters, starts[component]) || (memory += clusters * clusters) > kMostMemory) continue;
        table_[component] = Array<double>(clusters * clusters);
        for (size_t first = 0; first < clusters; first += width)
            batches.push_back({component, uint32_t(first), uint32_t(std::min(clusters, first + width))});
    }
    struct Space {
        RandomWalk::Space<double> walk;
        Array<double> density;
    };
    Pool<Space> pool([&] {
        return Space{RandomWalk::Space<double>(walk.largest_component()), Array<double>(walk.largest_component() * width)};
    });
    parallel_for(batches.size(), team, [&](size_t i) {
        const auto [component, first, last] = batches[i];
        const auto space = pool.borrow();
        std::array<uint32_t, width> start;
        std::array<std::span<const uint32_t>, width> starts_of_lane;
        for (size_t l = 0; l < last - first; ++l) {
            start[l] = uint32_t(first + l);
            starts_of_lane[l] = {&start[l], 1};
        }
        const auto follow = [&](auto lanes) {
            walk.follow(component, starts_of_lane.data(), lanes, rules, space->walk, space->density.data());
        };
        if (last - first == width) follow(AllLanes<width>{});
        else follow(SomeLanes{0, last - first});
        const size_t clusters = walk.clusters_in(component);
        for (size_t l = 0; l < last - first; ++l)
            for (size_t c = 0; c < clusters; ++c)
                table_[component][(first + l) * clusters + c] = space->density[c * width + l];
    });
}

}  // namespace accord
