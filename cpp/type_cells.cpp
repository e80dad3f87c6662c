#include "type_cells.hpp"

#include "pool.hpp"
#include "row_counter.hpp"

namespace accord {
namespace {

// The cells of one truth cluster.
struct CellsOfCluster {
    std::vector<uint32_t> sizes, types;
};

CellsOfCluster cells_of_cluster(std::span<const uint32_t> types, RowsView found_of_type,
                                RowCounter<uint32_t>& counter, std::vector<uint32_t>& next) {
    CellsOfCluster out;
    for (const uint32_t type : types)
        for (const uint32_t f : found_of_type[type]) counter.add(f, 1);
    auto& met = counter.touched();
    std::sort(met.begin(), met.end());
    uint32_t end = 0;
    for (const uint32_t f : met) {
        next[f] = kNone;
        if (counter[f] < 2) continue;
        next[f] = end;
        end += counter[f];
        out.sizes.push_back(counter[f]);
    }
    out.types.resize(end);
    for (const uint32_t type : types)
        for (const uint32_t f : found_of_type[type])
            if (next[f] != kNone) out.types[next[f]++] = type;
    return out;
}

}  // namespace

TypeCells::TypeCells(const TypedSide& truth_side, const TypedSide& found_side, const Team& team) {
    const RowsView types_of_truth = truth_side.types_of_cluster.view();
    std::vector<CellsOfCluster> of_truth(types_of_truth.size());
    struct Space {
        RowCounter<uint32_t> counter;
        std::vector<uint32_t> next;  // of each found cluster, where its next type goes
    };
    const size_t founds = found_side.clusters();
    Pool<Space> pool(
        [&] { return Space{RowCounter<uint32_t>(founds), std::vector<uint32_t>(founds)}; });
    parallel_rows(types_of_truth.offsets, team, [&](size_t first, size_t last) {
        const auto space = pool.borrow();
        for (size_t t = first; t < last; ++t) {
            of_truth[t] = cells_of_cluster(types_of_truth[t], found_side.clusters_of_type,
                                           space->counter, space->next);
            space->counter.clear();
        }
    });

    std::vector<int64_t> first_type(of_truth.size() + 1);
    std::vector<int64_t> offsets{0};
    for (size_t t = 0; t < of_truth.size(); ++t) {
        for (const uint32_t size : of_truth[t].sizes) {
            truth.push_back(uint32_t(t));
            offsets.push_back(offsets.back() + size);
        }
        first_type[t + 1] = offsets.back();
    }
    types_of_cell.offsets = Array<int64_t>(offsets.size());
    std::ranges::copy(offsets, types_of_cell.offsets.begin());
    types_of_cell.members = Array<uint32_t>(size_t(offsets.back()));
    parallel_rows(first_type, team, [&](size_t first, size_t last) {
        for (size_t t = first; t < last; ++t)
            std::ranges::copy(of_truth[t].types, types_of_cell.members.data() + first_type[t]);
    });
    const Array<uint32_t> degrees =
        count_memberships(types_of_cell.view(), truth_side.clusters_of_type.size(), team);
    cells_of_type = transpose(types_of_cell.view(), degrees.span(), team);
}

}  // namespace accord
