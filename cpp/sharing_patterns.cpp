#include "sharing_patterns.hpp"

#include <limits>
#include <numeric>

#include "pool.hpp"
#include "row_counter.hpp"

namespace accord {
namespace {

PatternAxis axis_of(const TypedSide& side, size_t type) {
    return {side.clusters_of_type[type].size(), side.nested()};
}

// Which of the wanted types get tables. A type gets none if it has more than `most` clusters on a
// side that is not nested, or if a walk is faster. The more subsets have items, the more of them
// the types without a table have to look up and store: at most `most_cells`.
struct TableChoice {
    std::vector<bool> chosen;
    double nanoseconds = 0;

    TableChoice(const TypedSide& truth, const TypedSide& found, const std::vector<bool>& wanted,
                size_t most, double most_cells)
        : chosen(wanted.size()) {
        double room = most_cells;
        for (size_t type = 0; type < wanted.size(); ++type) {
            const PatternAxis t = axis_of(truth, type), f = axis_of(found, type);
            const double as_neighbour = kFind * (known_subsets(t, most) + known_subsets(f, most));
            const double walk =
                wanted[type] ? kStep * (truth.walk(type) + found.walk(type) + 100) : 0;
            double table = as_neighbour + walk;
            if (wanted[type] && fits(t, most) && fits(f, most) &&
                t.clusters + f.clusters <= kMostBits) {
                const double cells = double(t.size()) * double(f.size());
                const double make = kMakeItem * ((t.nested ? 0 : double(t.size())) +
                                                 (f.nested ? 0 : double(f.size())));
                if (cells <= most_cells && make + kCell * cells < table) {
                    chosen[type] = true;
                    most_cells -= cells;
                    table = make + kCell * cells;
                }
            }
            nanoseconds += table;
            if (!chosen[type]) room -= as_neighbour / kFind;
        }
        if (room < 0) nanoseconds = std::numeric_limits<double>::infinity();
    }

private:
    static constexpr double kMakeItem = 60, kCell = 8, kStep = 6, kFind = 60;  // measured
    static constexpr size_t kMostBits = 60;

    static bool fits(const PatternAxis& axis, size_t most) {
        return axis.nested || axis.clusters <= most;
    }
    // Upper bound on the subsets of up to `most` clusters.
    static double known_subsets(const PatternAxis& axis, size_t most) {
        if (axis.nested) return 0;
        double choose = 1, sum = 0;
        for (size_t k = 1; k <= std::min(axis.clusters, most); ++k) {
            choose *= double(axis.clusters - k + 1) / double(k);
            sum += choose;
        }
        return sum;
    }
};

std::vector<bool> choose_tables(const TypedSide& truth, const TypedSide& found,
                                const std::vector<bool>& wanted, double most_cells) {
    constexpr size_t kMostClusters = 8;
    TableChoice best(truth, found, wanted, 0, most_cells);
    for (size_t most = 1; most <= kMostClusters; ++most) {
        TableChoice other(truth, found, wanted, most, most_cells);
        if (other.nanoseconds < best.nanoseconds) best = std::move(other);
    }
    return std::move(best.chosen);
}

// For each item of one side the types that have it, and its position among their items.
struct TypesOfItem {
    std::vector<int64_t> offsets;
    Array<uint32_t> types, place;

    explicit TypesOfItem(const Items& items) : offsets(items.order.size() + 1) {
        const RowsView rows = items.of_type.view();
        for (const uint32_t item : rows.members) ++offsets[item + 1];
        std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
        types = Array<uint32_t>(rows.members.size());
        place = Array<uint32_t>(rows.members.size());
        std::vector<int64_t> next(offsets.begin(), offsets.end() - 1);
        for (size_t type = 0; type < rows.size(); ++type) {
            const auto own = rows[type];
            for (size_t i = 0; i < own.size(); ++i) {
                const auto at = size_t(next[own[i]]++);
                types[at] = uint32_t(type);
                place[at] = uint32_t(i);
            }
        }
    }
};

class Tables {
public:
    Tables(const TypedPair& pair, const TypedSide& truth, const TypedSide& found,
           const std::vector<bool>& with_tables, const Team& team)
        : truth_(truth), found_(found), offsets_(pair.size() + 1) {
        for (size_t type = 0; type < pair.size(); ++type)
            offsets_[type + 1] =
                offsets_[type] +
                (with_tables[type] ? axis_of(truth, type).size() * axis_of(found, type).size() : 0);
        cells_ = Array<int64_t>(offsets_.back());
        if (cells_.empty()) return;
        count_at_least(pair, with_tables, team);
        parallel_ranges(pair.size(), 1 << 12, team, [&](size_t begin, size_t end) {
            for (size_t type = begin; type < end; ++type)
                if (has(type)) make_exact(type);
        });
    }

    bool has(size_t type) const { return offsets_[type] < offsets_[type + 1]; }

    PatternTable operator[](size_t type) const {
        return {axis_of(truth_, type), axis_of(found_, type),
                cells_.span().subspan(offsets_[type], offsets_[type + 1] - offsets_[type])};
    }

private:
    // Nodes that share at least the clusters of a pattern, from the items of types.
    void count_at_least(const TypedPair& pair, const std::vector<bool>& with_tables,
                        const Team& team) {
        const auto items_of = [&](const TypedSide& side) {
            return make_shared_items(side.clusters_of_type, side.clusters(), side.depths,
                                     with_tables, team);
        };
        const Items truth_items = items_of(truth_), found_items = items_of(found_);
        const RowsView found_of_type = found_items.of_type.view();
        std::vector<int64_t> found_alone(found_items.order.size());
        for (size_t type = 0; type < pair.size(); ++type)
            for (const uint32_t item : found_of_type[type]) found_alone[item] += pair.weights[type];
        const TypesOfItem types_of(truth_items);
        Pool<RowCounter<int64_t>> pool(
            [&] { return RowCounter<int64_t>(found_items.order.size()); });
        parallel_rows(types_of.offsets, team, [&](size_t first, size_t last) {
            const auto counter = pool.borrow();
            for (size_t item = first; item < last; ++item) {
                const auto begin = size_t(types_of.offsets[item]),
                           end = size_t(types_of.offsets[item + 1]);
                const auto types = types_of.types.span().subspan(begin, end - begin);
                if (std::none_of(types.begin(), types.end(),
                                 [&](uint32_t type) { return has(type); }))
                    continue;
                int64_t alone = 0;
                for (size_t i = 0; i < types.size(); ++i) {
                    fetch_ahead(types, i, found_of_type);
                    const int64_t weight = pair.weights[types[i]];
                    alone += weight;
                    for (const uint32_t other : found_of_type[types[i]])
                        counter->add(other, weight);
                }
                for (size_t i = 0; i < types.size(); ++i) {
                    if (!has(types[i])) continue;
                    fill(row(types[i], types_of.place[begin + i] + 1), alone,
                         found_of_type[types[i]], *counter);
                }
                counter->clear();
            }
        });
        parallel_ranges(pair.size(), 1 << 12, team, [&](size_t begin, size_t end) {
            for (size_t type = begin; type < end; ++type)
                if (has(type)) fill(row(type, 0), 0, found_of_type[type], found_alone);
        });
    }

    // The cells of a truth pattern.
    int64_t* row(size_t type, size_t pattern) {
        return cells_.data() + offsets_[type] + pattern * axis_of(found_, type).size();
    }
    template <class Counts>
    static void fill(int64_t* cells, int64_t alone, std::span<const uint32_t> items,
                     const Counts& counts) {
        *cells++ = alone;
        for (const uint32_t item : items) *cells++ = counts[item];
    }

    // The types of an item are far apart in memory.
    static void fetch_ahead(std::span<const uint32_t> types, size_t i, RowsView found_of_type) {
        constexpr size_t kOffsets = 24, kMembers = 12;
        if (i + kOffsets < types.size())
            __builtin_prefetch(&found_of_type.offsets[types[i + kOffsets]]);
        if (i + kMembers < types.size())
            __builtin_prefetch(found_of_type.members.data() +
                               found_of_type.offsets[types[i + kMembers]]);
    }

    void make_exact(size_t type) {
        const PatternAxis t = axis_of(truth_, type), f = axis_of(found_, type);
        int64_t* const cells = cells_.data() + offsets_[type];
        for (size_t row = 0; row < t.size(); ++row) subtract_greater(cells + row * f.size(), 1, f);
        for (size_t column = 0; column < f.size(); ++column)
            subtract_greater(cells + column, f.size(), t);
    }

    // From "at least" to "exactly", along one axis.
    static void subtract_greater(int64_t* cells, size_t step, const PatternAxis& axis) {
        if (axis.nested) {
            for (size_t k = 0; k < axis.clusters; ++k) cells[k * step] -= cells[(k + 1) * step];
            return;
        }
        for (size_t bit = 1; bit < axis.size(); bit *= 2)
            for (size_t subset = 0; subset < axis.size(); ++subset)
                if (!(subset & bit)) cells[subset * step] -= cells[(subset | bit) * step];
    }

    const TypedSide& truth_;
    const TypedSide& found_;
    std::vector<size_t> offsets_;
    Array<int64_t> cells_;
};

}  // namespace

void visit_patterns(const TypedPair& pair, const TypedSide& truth, const TypedSide& found,
                    const std::vector<bool>& wanted, double most_cells,
                    const PatternVisitor& visitor, const Team& team) {
    const std::vector<bool> with_tables = choose_tables(truth, found, wanted, most_cells);
    const Tables tables(pair, truth, found, with_tables, team);
    // In small chunks: a visitor may take seconds, and can be stopped only between chunks.
    parallel_ranges(pair.size(), 16, team, [&](size_t begin, size_t end) {
        for (size_t type = begin; type < end; ++type)
            if (with_tables[type]) visitor.table(uint32_t(type), tables[type]);
    });
    std::vector<uint32_t> walked;
    for (uint32_t type = 0; type < pair.size(); ++type)
        if (wanted[type] && !with_tables[type]) walked.push_back(type);
    Pool<Neighbours> pool([&] { return Neighbours(pair, truth, found); });
    parallel_for(walked.size(), team, [&](size_t i) {
        const auto neighbours = pool.borrow();
        neighbours->find(walked[i]);
        visitor.neighbours(walked[i], *neighbours);
    });
}

}  // namespace accord
