#include "pair_counts.hpp"

#include <algorithm>
#include <numeric>

#include "co_members.hpp"
#include "pair_histogram.hpp"
#include "type_cells.hpp"

namespace accord {
namespace {

// One side; if no type has two clusters, the cluster of a type is looked up directly.
struct Side : TypedSide {
    // Of each type, if none has two: its cluster, or the number of clusters if it has none.
    std::vector<uint32_t> only_cluster;

    Side(RowsView rows, size_t clusters, std::span<const int64_t> weights, const Team& team)
        : TypedSide(rows, clusters, weights, team) {
        if (greatest_degree > 1) return;
        only_cluster.resize(rows.size());
        for (size_t type = 0; type < rows.size(); ++type)
            only_cluster[type] = rows[type].empty() ? uint32_t(clusters) : rows[type][0];
    }
};

// ---- by items -----------------------------------------------------------------------------------

// From moments to counts along one axis: `pick` returns the order of a key there, `put` the key
// with another order.
template <class Pick, class Put>
Histogram invert(const Histogram& moments, bool nested, Pick pick, Put put) {
    Histogram out;
    for (const auto& [key, moment] : moments) {
        const uint32_t k = pick(key);
        if (nested) {  // pairs that share at least k: take differences
            out[key] += moment;
            if (k > 1) out[put(key, k - 1)] -= moment;
            continue;
        }
        Count choose = 1;  // C(k, a), from a = k down
        for (uint32_t a = k; a >= 1; --a) {
            out[put(key, a)] += (k - a) % 2 ? Count(0) - choose * moment : choose * moment;
            choose = choose * a / (k - a + 1);
        }
    }
    return out;
}

Histogram count_by_items(const TypedPair& types, const Side& truth, const Side& found,
                         const std::vector<bool>& marked, const Team& team) {
    Items truth_items =
        make_items(truth.clusters_of_type, types.truth_clusters, truth.depths, marked);
    uint32_t* const items = truth_items.of_type.members.data();
    for (size_t type = 0; type < types.size(); ++type)  // ascending, for transpose
        std::sort(items + truth_items.of_type.offsets[type],
                  items + truth_items.of_type.offsets[type + 1]);
    const Items found_items =
        make_items(found.clusters_of_type, types.found_clusters, found.depths, marked);
    const auto greatest = [](const std::vector<uint32_t>& orders) {
        return orders.empty() ? 0 : *std::max_element(orders.begin(), orders.end());
    };
    const size_t rows = greatest(truth_items.order) + size_t{1},
                 columns = greatest(found_items.order) + size_t{1};
    const Array<uint32_t> degrees =
        count_memberships(truth_items.of_type.view(), truth_items.order.size(), team);
    const Rows types_of_item = transpose(truth_items.of_type.view(), degrees.span(), team);
    const CoMembers<int64_t> pair{types_of_item.view(),
                                  found_items.of_type.view(),
                                  found_items.order.size(),
                                  types.weights,
                                  {}};

    Histogram moments;
    struct Work {
        RowCounter<int64_t> counter;
        SharedSums sums;
    };
    visit_co_members(
        pair, team,
        [&] {
            return Work{RowCounter<int64_t>(found_items.order.size()), SharedSums(rows, columns)};
        },
        [&](size_t item, Work& work) {
            for (const uint32_t other : work.counter.touched())
                work.sums.add(truth_items.order[item], found_items.order[other],
                              pairs_within(work.counter[other]));
        },
        [&](const Work& work) { work.sums.add_to(moments); });
    using Key = std::pair<uint32_t, uint32_t>;
    const Histogram by_truth = invert(
        moments, truth.depths.has_value(), [](Key key) { return key.first; },
        [](Key key, uint32_t a) { return Key{a, key.second}; });
    return invert(
        by_truth, found.depths.has_value(), [](Key key) { return key.second; },
        [](Key key, uint32_t b) { return Key{key.first, b}; });
}

// ---- one by one ---------------------------------------------------------------------------------

// Compares one type with the later types that share clusters with it on both sides.
class Comparer {
public:
    Comparer(const TypedPair& types, const Side& truth, const Side& found)
        : types_(types),
          truth_{truth, std::vector<uint32_t>(types.weights.size()),
                 std::vector<uint8_t>(types.truth_clusters + 1)},
          found_{found, std::vector<uint32_t>(types.weights.size()),
                 std::vector<uint8_t>(types.found_clusters + 1)},
          sums_(truth.greatest_degree + 1, found.greatest_degree + 1) {}

    void compare(uint32_t type) {
        const bool by_truth = truth_.side.walk(type) <= found_.side.walk(type);
        Half& first = by_truth ? truth_ : found_;
        Half& second = by_truth ? found_ : truth_;
        meet(first, type);
        // What these types share on the other side: from a second walk, or from their own clusters,
        // whichever takes fewer steps.
        const bool walk_too =
            second.side.walk(type) < double(met_.size()) * second.side.average_degree();
        if (walk_too) walk(second, type, [&](uint32_t other) { ++second.shared[other]; });
        else
            for (const uint32_t cluster : second.side.clusters_of_type[type])
                second.marks[cluster] = 1;
        for (const uint32_t other : met_) {
            const uint32_t here = first.shared[other],
                           there = walk_too ? second.shared[other] : second.count_marks(other);
            if (!there) continue;
            const Count pairs = Count(types_.weights[type]) * Count(types_.weights[other]);
            if (by_truth) sums_.add(here, there, pairs);
            else sums_.add(there, here, pairs);
        }
        sums_.add(truth_.side.clusters_of_type[type].size(),
                  found_.side.clusters_of_type[type].size(), pairs_within(types_.weights[type]));
        if (walk_too) forget(second, type);
        for (const uint32_t cluster : second.side.clusters_of_type[type]) second.marks[cluster] = 0;
        for (const uint32_t other : met_) first.shared[other] = 0;
        met_.clear();
    }

    const SharedSums& sums() const { return sums_; }

private:
    struct Half {
        const Side& side;
        std::vector<uint32_t> shared;  // clusters that each type shares with the one being compared
        std::vector<uint8_t> marks;    // clusters of that one

        uint32_t count_marks(uint32_t type) const {
            if (!side.only_cluster.empty()) return marks[side.only_cluster[type]];
            uint32_t marked = 0;
            for (const uint32_t cluster : side.clusters_of_type[type]) marked += marks[cluster];
            return marked;
        }
    };

    // Counts what the later types share on this side, and lists those that share anything.
    void meet(Half& half, uint32_t type) {
        if (is_sparse(half, type)) {
            walk(half, type, [&](uint32_t other) {
                if (half.shared[other]++ == 0) met_.push_back(other);
            });
        } else {  // most types will: cheaper to list them afterwards
            walk(half, type, [&](uint32_t other) { ++half.shared[other]; });
            for (uint32_t other = type + 1; other < types_.weights.size(); ++other)
                if (half.shared[other]) met_.push_back(other);
        }
    }

    // Undoes the counts of a walk.
    void forget(Half& half, uint32_t type) const {
        if (is_sparse(half, type))
            walk(half, type, [&](uint32_t other) { half.shared[other] = 0; });
        else std::fill(half.shared.begin() + type, half.shared.end(), 0);
    }

    // Whether a walk takes fewer steps than there are later types.
    bool is_sparse(const Half& half, uint32_t type) const {
        return half.side.walk(type) < double(types_.weights.size() - type - 1);
    }

    template <class Visit>
    static void walk(const Half& half, uint32_t type, Visit&& visit) {
        for (const uint32_t cluster : half.side.clusters_of_type[type]) {
            const auto types = half.side.types_of_cluster.view()[cluster];
            const auto behind = std::upper_bound(types.begin(), types.end(), type);
            std::for_each(behind, types.end(), visit);
        }
    }

    const TypedPair& types_;
    Half truth_, found_;
    std::vector<uint32_t> met_;
    SharedSums sums_;
};

// Compares one type with the later types in its cells, which are all that share clusters with it on
// both sides: one that shares a and b is in a times b of them.
class CellComparer {
public:
    CellComparer(const TypedPair& types, const Side& truth, const Side& found,
                 const TypeCells& cells)
        : types_(types),
          cells_(cells),
          shared_(types.size()),
          sums_(truth.greatest_degree + 1, found.greatest_degree + 1) {}

    void compare(uint32_t type) {
        for (const uint32_t cell : cells_.cells_of_type.view()[type]) {
            const uint32_t truth = cells_.truth[cell];
            const auto types = cells_.types_of_cell.view()[cell];
            for (auto other = std::upper_bound(types.begin(), types.end(), type);
                 other != types.end(); ++other) {
                Shared& shared = shared_[*other];
                if (shared.cells++ == 0) met_.push_back(*other);
                if (shared.truths != 0 && shared.last_truth == truth) continue;
                ++shared.truths;
                shared.last_truth = truth;
            }
        }
        for (const uint32_t other : met_) {
            const Shared& shared = shared_[other];
            sums_.add(shared.truths, shared.cells / shared.truths,
                      Count(types_.weights[type]) * Count(types_.weights[other]));
            shared_[other] = {};
        }
        met_.clear();
        sums_.add(types_.truth[type].size(), types_.found[type].size(),
                  pairs_within(types_.weights[type]));
    }

    const SharedSums& sums() const { return sums_; }

private:
    struct Shared {
        uint64_t cells = 0;
        uint32_t truths = 0, last_truth = 0;
    };

    const TypedPair& types_;
    const TypeCells& cells_;
    std::vector<Shared> shared_;  // with each type
    std::vector<uint32_t> met_;
    SharedSums sums_;
};

// Steps of comparing a type with others by walks on the two sides.
double walk_steps(const Side& truth, const Side& found, size_t type) {
    const double truth_walk = truth.walk(type), found_walk = found.walk(type);
    const double first_walk = std::min(truth_walk, found_walk),
                 met = std::min(first_walk, double(truth.clusters_of_type.size()));
    const double second_degree =
        truth_walk <= found_walk ? found.average_degree() : truth.average_degree();
    return first_walk + std::min(std::max(truth_walk, found_walk), met * second_degree);
}

// Whether cells are likely to save more than it takes to find them, in time and memory.
bool are_cells_useful(const TypedPair& types, const Side& truth, const Side& found, double steps,
                      double most_entries) {
    constexpr double kMakeEntry = 150;  // in steps of a walk, measured
    if (truth.clusters() < 2 || found.clusters() < 2) return false;
    double entries = 0;
    for (size_t type = 0; type < types.size(); ++type)
        entries += double(types.truth[type].size()) * double(types.found[type].size());
    return kMakeEntry * entries < steps && entries <= most_entries;
}

// Pairs of the first `count` types with each other and with all later types. Returns the estimated
// number of steps.
double count_one_by_one(const TypedPair& types, size_t count, PairMethod method,
                        double most_entries, const Team& team, Histogram& histogram) {
    const Side truth(types.truth, types.truth_clusters, types.weights, team);
    const Side found(types.found, types.found_clusters, types.weights, team);
    std::vector<double> steps(count);
    for (size_t type = 0; type < count; ++type) steps[type] = walk_steps(truth, found, type);
    constexpr double kCellStep = 2;  // in steps of a walk, measured
    std::optional<TypeCells> cells;
    std::vector<bool> by_cells(count);
    const auto total_steps = [&] { return std::accumulate(steps.begin(), steps.end(), 0.0); };
    if (method == PairMethod::by_cells ||
        (method == PairMethod::automatic &&
         are_cells_useful(types, truth, found, total_steps(), most_entries))) {
        cells.emplace(truth, found, team);
        for (size_t type = 0; type < count; ++type) {
            const double walk = cells->walk(type);
            by_cells[type] = method == PairMethod::by_cells || kCellStep * walk < steps[type];
            if (by_cells[type]) steps[type] = walk;
        }
    }
    constexpr size_t kStep = 16;
    Pool<Comparer> pool([&] { return Comparer(types, truth, found); });
    Pool<CellComparer> cell_pool([&] { return CellComparer(types, truth, found, *cells); });
    parallel_ranges(count, kStep, team, [&](size_t begin, size_t end) {
        for (size_t type = begin; type < end; ++type) {
            if (by_cells[type]) cell_pool.borrow()->compare(uint32_t(type));
            else pool.borrow()->compare(uint32_t(type));
        }
    });
    pool.for_each([&](const Comparer& comparer) { comparer.sums().add_to(histogram); });
    cell_pool.for_each([&](const CellComparer& comparer) { comparer.sums().add_to(histogram); });
    return total_steps();
}

// Which types to count by items: those for which this is estimated to cost less than a walk over
// their neighbours.
std::vector<bool> choose_by_items(const Side& truth, const Side& found, PairMethod method,
                                  double most_items, PairHistogram& out) {
    // In steps of a walk, measured: making an item of a subset, and counting a pair of items.
    constexpr double kMakeItem = 60, kItemPair = 6;
    const double make_truth = truth.depths ? 1 : kMakeItem,
                 make_found = found.depths ? 1 : kMakeItem;
    std::vector<bool> by_items(truth.clusters_of_type.size());
    for (size_t type = 0; type < by_items.size(); ++type) {
        const double truth_items = truth.items(type), found_items = found.items(type);
        const double item_pairs = truth_items * found_items;
        const double item_steps =
            make_truth * truth_items + make_found * found_items + kItemPair * item_pairs;
        const bool cheaper = item_steps <= walk_steps(truth, found, type) + 500,
                   room = truth_items + found_items <= most_items;
        by_items[type] =
            method == PairMethod::automatic ? cheaper && room : method == PairMethod::by_items;
        if (by_items[type]) {
            most_items -= truth_items + found_items;
            ++out.types_by_items;
            out.item_pairs += item_pairs;
        } else {
            ++out.types_one_by_one;
        }
    }
    return by_items;
}

}  // namespace

PairHistogram count_pairs(const TypedPair& types, PairMethod method, double most_items,
                          const Team& team) {
    const Side truth(types.truth, types.truth_clusters, types.weights, team);
    const Side found(types.found, types.found_clusters, types.weights, team);
    PairHistogram out;
    out.truth_nested = truth.depths.has_value();
    out.found_nested = found.depths.has_value();
    const std::vector<bool> by_items = choose_by_items(truth, found, method, most_items, out);
    out.pairs = count_by_items(types, truth, found, by_items, team);
    if (out.types_one_by_one) {
        // These come first: each is compared with all later types, so that no pair counts twice.
        std::vector<uint32_t> order(by_items.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_partition(order.begin(), order.end(),
                              [&](uint32_t type) { return !by_items[type]; });
        std::vector<int64_t> weights;
        for (const uint32_t type : order) weights.push_back(types.weights[type]);
        const Rows truth_rows = take_rows(types.truth, order, team),
                   found_rows = take_rows(types.found, order, team);
        out.comparisons =
            count_one_by_one({truth_rows.view(), found_rows.view(), types.truth_clusters,
                              types.found_clusters, weights},
                             out.types_one_by_one, method, most_items, team, out.pairs);
    }
    std::erase_if(out.pairs, [](const auto& entry) {
        const auto& [a, b] = entry.first;
        return entry.second == 0 || a == 0 || b == 0;
    });
    return out;
}

PairHistogram count_side_pairs(RowsView clusters_of_type, size_t clusters,
                               std::span<const int64_t> weights, PairMethod method,
                               double most_items, const Team& team) {
    // Types that differ only on the other side are one type here.
    const Array<int64_t> first = first_equal_rows(clusters_of_type, team);
    std::vector<int64_t> weight_of_first(first.size());
    for (size_t type = 0; type < first.size(); ++type)
        weight_of_first[size_t(first[type])] += weights[type];
    std::vector<uint32_t> distinct;
    std::vector<int64_t> weight;
    for (size_t type = 0; type < first.size(); ++type) {
        if (first[type] != int64_t(type) || clusters_of_type[type].empty()) continue;
        distinct.push_back(uint32_t(type));
        weight.push_back(weight_of_first[type]);
    }
    const Rows own = take_rows(clusters_of_type, distinct, team);
    // On the other side all are in one cluster.
    std::vector<int64_t> offsets(distinct.size() + 1);
    std::iota(offsets.begin(), offsets.end(), 0);
    const std::vector<uint32_t> everything(distinct.size(), 0);
    return count_pairs({own.view(), {offsets, everything, {}}, clusters, 1, weight}, method,
                       most_items, team);
}

}  // namespace accord
