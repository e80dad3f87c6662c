// Clusters with the same nodes, which save walks: a cluster with a twin on the other side has its
// best match there, and equal clusters of one side have the same best matches.
#pragma once

#include <optional>
#include <type_traits>

#include "co_members.hpp"
#include "scorers.hpp"

namespace accord {

// Of each cluster of a side: the first one of its own side with the same nodes, which may be
// itself, and the first one of the other side, or kNone.
struct TwinsOfSide {
    Array<uint32_t> first, twin;

    bool is_open(size_t cluster) const {
        return first[cluster] == cluster && twin[cluster] == kNone;
    }
    // The clusters without a twin, each once.
    std::vector<uint32_t> open() const;
    // Calls copy(from, to) for every cluster that equals an earlier one.
    template <class Copy>
    void for_each_repeated(Copy&& copy) const {
        for (size_t cluster = 0; cluster < first.size(); ++cluster)
            if (first[cluster] != cluster) copy(size_t(first[cluster]), cluster);
    }
};

struct Twins {
    TwinsOfSide truth, found;
};

Twins find_twins(RowsView truth, RowsView found, const Team& team);

// The same, if it is likely to save time: the walk takes many steps per membership, and enough
// clusters have twins or are repeated.
std::optional<Twins> find_useful_twins(RowsView truth, RowsView found, RowsView found_of_node,
                                       const Team& team);

// The same, if moreover sums are exact and sizes moderate: a twin then has a score of exactly 1,
// and every other cluster less, by more than what counts as rounding.
template <class Amount, class Size>
std::optional<Twins> find_useful_twins(const CoMembers<Amount>& pair,
                                       std::span<const Size> truth_sizes,
                                       std::span<const Size> found_sizes, const Team& team) {
    if constexpr (std::is_integral_v<Amount>) {
        const auto moderate = [](Size size) { return double(size) * 4 * kRounding < 1; };
        if (std::ranges::all_of(truth_sizes, moderate) &&
            std::ranges::all_of(found_sizes, moderate))
            return find_useful_twins(pair.truth, pair.found, pair.found_of_node, team);
    }
    return std::nullopt;
}

// The clusters of a side, equal ones once.
struct DistinctClusters {
    RowsView rows;                   // of all clusters
    std::vector<uint32_t> clusters;  // of each number in `of_node`, ascending
    Rows of_node;

    DistinctClusters(RowsView rows, const TwinsOfSide& twins, size_t nodes, const Team& team);

    // The walk from the clusters of the other side to these.
    template <class Amount>
    CoMembers<Amount> from(RowsView rows, std::span<const Amount> node_amounts) const {
        return {rows, of_node.view(), clusters.size(), node_amounts, {}};
    }
};

// Calls visit(t, counter) for every truth cluster without a twin, each once. The found clusters
// that the counter has are those of `found_of_node`.
template <class Amount, class Visit>
void visit_open_clusters(const CoMembers<Amount>& pair, const TwinsOfSide& twins, const Team& team,
                         Visit&& visit) {
    const std::vector<uint32_t> open = twins.open();
    const Rows rows = take_rows(pair.truth, open, team);
    CoMembers<Amount> walked = pair;
    walked.truth = rows.view();
    visit_co_members(walked, team, [&](size_t row, RowCounter<Amount>& counter) {
        visit(size_t(open[row]), counter);
    });
}

}  // namespace accord
