#include "overlaps.hpp"

#include <algorithm>
#include <numeric>

namespace accord {

template <class Amount>
Overlaps<Amount> count_overlaps(const CoMembers<Amount>& pair, const Team& team) {
    struct Cell {
        uint32_t found;
        Amount amount;
    };
    std::vector<std::vector<Cell>> cells(pair.truth.size());
    visit_co_members(pair, team, [&](size_t t, RowCounter<Amount>& counter) {
        auto& touched = counter.touched();
        std::sort(touched.begin(), touched.end());
        cells[t].reserve(touched.size());
        for (const uint32_t f : touched) cells[t].push_back({f, counter[f]});
    });
    Overlaps<Amount> out{Array<int64_t>(cells.size() + 1), {}, {}};
    out.offsets[0] = 0;
    for (size_t t = 0; t < cells.size(); ++t) out.offsets[t + 1] = out.offsets[t] + int64_t(cells[t].size());
    const size_t count = size_t(out.offsets[cells.size()]);
    out.found = Array<uint32_t>(count);
    out.amounts = Array<Amount>(count);
    parallel_rows(out.offsets.span(), team, [&](size_t first, size_t last) {
        for (size_t t = first; t < last; ++t) {
            for (size_t i = 0; i < cells[t].size(); ++i) {
                out.found[size_t(out.offsets[t]) + i] = cells[t][i].found;
                out.amounts[size_t(out.offsets[t]) + i] = cells[t][i].amount;
            }
        }
    });
    return out;
}

template Overlaps<int64_t> count_overlaps(const CoMembers<int64_t>&, const Team&);
template Overlaps<double> count_overlaps(const CoMembers<double>&, const Team&);

}  // namespace accord
