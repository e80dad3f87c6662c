#include "overlaps.hpp"

#include <algorithm>
#include <numeric>

namespace accord {
namespace {

// For each truth cluster t, choose(t, counter) moves the overlaps to keep to the front, and returns
// their number.
template <class Amount, class Choose>
Overlaps<Amount> chosen_overlaps(const CoMembers<Amount>& pair, const Team& team, Choose&& choose) {
    struct Cell {
        uint32_t found;
        Amount amount;
    };
    std::vector<std::vector<Cell>> cells(pair.truth.size());
    visit_co_members(pair, team, [&](size_t t, RowCounter<Amount>& counter) {
        const auto chosen = std::span(counter.touched()).first(choose(t, counter));
        std::sort(chosen.begin(), chosen.end());
        cells[t].reserve(chosen.size());
        for (const uint32_t f : chosen) cells[t].push_back({f, counter[f]});
    });
    Overlaps<Amount> out{Array<int64_t>(cells.size() + 1), {}, {}};
    out.offsets[0] = 0;
    for (size_t t = 0; t < cells.size(); ++t)
        out.offsets[t + 1] = out.offsets[t] + int64_t(cells[t].size());
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

}  // namespace

template <class Amount>
Overlaps<Amount> count_overlaps(const CoMembers<Amount>& pair, const Team& team) {
    return chosen_overlaps(
        pair, team, [](size_t, RowCounter<Amount>& counter) { return counter.touched().size(); });
}

template <class Amount>
Overlaps<Amount> best_overlaps(const CoMembers<Amount>& pair, std::span<const double> truth_sizes,
                               std::span<const double> found_sizes, Scorer scorer,
                               const Team& team) {
    return chosen_overlaps(pair, team, [&](size_t t, RowCounter<Amount>& counter) {
        const auto quality = [&](uint32_t f) {
            return score(scorer, counter[f], truth_sizes[t], found_sizes[f]);
        };
        auto& met = counter.touched();
        double best = 0;
        for (const uint32_t f : met) best = std::max(best, quality(f));
        const auto is_best = [&](uint32_t f) { return quality(f) >= best * (1 - kRounding); };
        return size_t(std::partition(met.begin(), met.end(), is_best) - met.begin());
    });
}

template Overlaps<int64_t> count_overlaps(const CoMembers<int64_t>&, const Team&);
template Overlaps<double> count_overlaps(const CoMembers<double>&, const Team&);
template Overlaps<int64_t> best_overlaps(const CoMembers<int64_t>&, std::span<const double>,
                                         std::span<const double>, Scorer, const Team&);
template Overlaps<double> best_overlaps(const CoMembers<double>&, std::span<const double>,
                                        std::span<const double>, Scorer, const Team&);

}  // namespace accord
