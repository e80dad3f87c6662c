#include "overlaps.hpp"

#include <algorithm>
#include <numeric>

#include "twins.hpp"

namespace accord {
namespace {

template <class Amount>
struct Cell {
    uint32_t found;
    Amount amount;
};

// Of each truth cluster the cells to keep, ascending.
template <class Amount>
using Cells = std::vector<std::vector<Cell<Amount>>>;

// Keeps the first `count` that the counter has touched.
template <class Amount>
void keep_cells(Cells<Amount>& cells, size_t t, RowCounter<Amount>& counter, size_t count) {
    const auto chosen = std::span(counter.touched()).first(count);
    std::sort(chosen.begin(), chosen.end());
    cells[t].reserve(count);
    for (const uint32_t f : chosen) cells[t].push_back({f, counter[f]});
}

template <class Amount>
Overlaps<Amount> pack_cells(const Cells<Amount>& cells, const Team& team) {
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
    Cells<Amount> cells(pair.truth.size());
    visit_co_members(pair, team, [&](size_t t, RowCounter<Amount>& counter) {
        keep_cells(cells, t, counter, counter.touched().size());
    });
    return pack_cells(cells, team);
}

template <class Amount>
Overlaps<Amount> best_overlaps(const CoMembers<Amount>& pair, std::span<const double> truth_sizes,
                               std::span<const double> found_sizes, Scorer scorer,
                               const Team& team) {
    Cells<Amount> cells(pair.truth.size());
    const auto visit = [&](size_t t, RowCounter<Amount>& counter) {
        const auto quality = [&](uint32_t f) {
            return score(scorer, counter[f], truth_sizes[t], found_sizes[f]);
        };
        auto& met = counter.touched();
        double best = 0;
        for (const uint32_t f : met) best = std::max(best, quality(f));
        const auto is_best = [&](uint32_t f) { return quality(f) >= best * (1 - kRounding); };
        const auto rest = std::partition(met.begin(), met.end(), is_best);
        keep_cells(cells, t, counter, size_t(rest - met.begin()));
    };
    // As many nodes are in every cluster around a twin.
    const auto twins = scorer == by_amount
                           ? std::nullopt
                           : find_useful_twins(pair, truth_sizes, found_sizes, team);
    if (!twins) {
        visit_co_members(pair, team, visit);
        return pack_cells(cells, team);
    }
    visit_open_clusters(pair, twins->truth, team, visit);
    for (uint32_t f = 0; f < found_sizes.size(); ++f)
        if (const uint32_t t = twins->found.twin[f]; t != kNone)
            cells[t].push_back({f, Amount(found_sizes[f])});
    twins->truth.for_each_repeated([&](size_t from, size_t to) { cells[to] = cells[from]; });
    return pack_cells(cells, team);
}

template Overlaps<int64_t> count_overlaps(const CoMembers<int64_t>&, const Team&);
template Overlaps<double> count_overlaps(const CoMembers<double>&, const Team&);
template Overlaps<int64_t> best_overlaps(const CoMembers<int64_t>&, std::span<const double>,
                                         std::span<const double>, Scorer, const Team&);
template Overlaps<double> best_overlaps(const CoMembers<double>&, std::span<const double>,
                                        std::span<const double>, Scorer, const Team&);

}  // namespace accord
