// Two clusterings compared cluster by cluster.
#include "bindings.hpp"

#include "best_matches.hpp"
#include "conditional_entropies.hpp"
#include "containment.hpp"
#include "expected_information.hpp"
#include "matching.hpp"
#include "overlaps.hpp"
#include "pair_sums.hpp"
#include "parts.hpp"

namespace accord {

// ---- results ------------------------------------------------------------------------------------

template <class Amount>
auto to_python(Overlaps<Amount> overlaps) {
    return arrays(overlaps.offsets, overlaps.found, overlaps.amounts);
}

// For each scorer, the best partners and their matches.
template <class Amount>
auto to_python(std::array<BestPartners<Amount>, kScorers> by) {
    const auto partners = [&](Scorer scorer) {
        return arrays(by[scorer].partner, by[scorer].match);
    };
    return std::tuple(partners(by_f1), partners(by_pprob), partners(by_amount));
}

template <class Amount>
auto to_python(BestMatches<Amount> matches) {
    return std::tuple(to_python(std::move(matches.truth)), to_python(std::move(matches.found)),
                      matches.total);
}

inline auto to_python(Containment found) {
    return arrays(found.container, found.covered, found.uncovered, found.node_matches);
}

inline auto to_python(Parts parts) { return arrays(parts.n_parts, parts.covered, parts.is_part); }

inline auto to_python(LongSum sum) { return std::tuple(sum.high, sum.low); }

inline auto to_python(ConditionalEntropies entropies) {
    auto& [truth, found] = entropies;
    return std::tuple(arrays(truth.own, truth.left), arrays(found.own, found.left));
}

template <template <class> class Result>
using OfAmounts = std::variant<Result<int64_t>, Result<double>>;

template <class Integers, class Floats>
auto to_python(std::variant<Integers, Floats> either) {
    using Either = std::variant<decltype(to_python(std::declval<Integers>())),
                                decltype(to_python(std::declval<Floats>()))>;
    return std::visit([](auto&& result) -> Either { return to_python(std::move(result)); },
                      std::move(either));
}

// ---- kernels for the type of the amounts --------------------------------------------------------

namespace {

template <class Amount>
std::span<const Amount> as(const AnyAmounts& amounts) {
    return view(std::get<In<Amount>>(amounts));
}

// Calls work(pair) with the pair of integers or of floats that Python has passed.
template <class Result, class Work>
Result visit_amounts(const CoMembersRecord& given, Work&& work) {
    return std::visit(
        [&]<class T>(const T& amounts) -> Result {
            using Amount = std::remove_const_t<typename T::Scalar>;
            return work(CoMembers<Amount>{view(given.rows), view(given.other_of_node),
                                          given.n_other(), view(amounts), view(given.other_rows)});
        },
        given.amounts);
}

OfAmounts<Overlaps> overlaps(const CoMembersRecord& given, const Team& team) {
    return visit_amounts<OfAmounts<Overlaps>>(
        given, [&](const auto& pair) { return count_overlaps(pair, team); });
}

OfAmounts<Overlaps> near_best_overlaps(const CoMembersRecord& given, const std::string& by,
                                       const Team& team) {
    const Scorer scorer = by == "f1" ? by_f1 : by == "pprob" ? by_pprob : by_amount;
    return visit_amounts<OfAmounts<Overlaps>>(given, [&](const auto& pair) {
        return best_overlaps(pair, as<double>(given.sizes), as<double>(given.other_sizes), scorer,
                             team);
    });
}

OfAmounts<BestMatches> matches(const CoMembersRecord& given, const Team& team) {
    return visit_amounts<OfAmounts<BestMatches>>(given, [&](const auto& pair) {
        return best_matches(pair, as<double>(given.sizes), as<double>(given.other_sizes), team);
    });
}

Containment containment(const CoMembersRecord& given, const Team& team) {
    return visit_amounts<Containment>(given, [&](const auto& pair) {
        return find_containment(pair, as<double>(given.sizes), as<double>(given.other_sizes), team);
    });
}

Parts parts(RowsView rows, RowsView other_rows, std::span<const uint32_t> cluster,
            RowsView candidates, std::span<const double> overlaps,
            std::span<const double> node_amounts, size_t n_nodes, const Team& team) {
    return find_parts(rows, other_rows, {cluster, candidates, overlaps}, node_amounts, n_nodes,
                      team);
}

ConditionalEntropies entropies(const CoMembersRecord& given, std::variant<int64_t, double> total,
                               const Team& team) {
    return visit_amounts<ConditionalEntropies>(
        given, [&]<class Amount>(const CoMembers<Amount>& pair) {
            const auto all = std::visit([](auto value) { return Amount(value); }, total);
            return conditional_entropies(pair, as<Amount>(given.sizes),
                                         as<Amount>(given.other_sizes), all, team);
        });
}

double chance(std::span<const int64_t> truth_sizes, std::span<const int64_t> truth_counts,
              std::span<const int64_t> found_sizes, std::span<const int64_t> found_counts,
              int64_t n_nodes, const Team& team) {
    return expected_information({truth_sizes, truth_counts}, {found_sizes, found_counts}, n_nodes,
                                team);
}

Array<int64_t> match(RowsView edges, size_t found_clusters, const Team& team) {
    return match_one_to_one({edges.offsets, edges.members, edges.shares, found_clusters}, team);
}

}  // namespace

void bind_co_members(nb::module_& m) {
    def(m, "count_overlaps", overlaps, "pair"_a,
        "The overlap table in sparse rows by cluster: offsets, other clusters, amounts.");
    def(m, "best_overlaps", near_best_overlaps, "pair"_a, "by"_a,
        "The overlaps of every cluster with the other clusters that match it best, up to "
        "rounding.");
    def(m, "best_matches", matches, "pair"_a,
        "For both sides the best partner and match of every cluster by f1, pprob and amount; and "
        "the sum of all matches.");
    def(m, "find_containment", containment, "pair"_a,
        "Per cluster: its container, amounts covered and uncovered; per membership the best F1 of "
        "the node there.");
    def(m, "find_parts", parts, "rows"_a, "other_rows"_a, "cluster"_a, "candidates"_a, "overlaps"_a,
        "node_amounts"_a, "n_nodes"_a,
        "The parts of some clusters. Per cluster: number of its parts, and the amount in them; per "
        "candidate whether it is a part.");
    def(m, "conditional_entropies", entropies, "pair"_a, "total"_a,
        "For both sides the bits of every cluster, and those left given the most informative "
        "cluster of the other side.");
    def(m, "sum_pairs", sum_pairs, "truth"_a, "found_of_node"_a, "found_clusters"_a,
        "node_weights"_a,
        "Over pairs of nodes, the sum of how much they are together in truth times how much in "
        "found: high and low part.");
    def(m, "expected_information", chance, "truth_sizes"_a, "truth_counts"_a, "found_sizes"_a,
        "found_counts"_a, "n_nodes"_a,
        "Mutual information in nats expected by chance, from distinct cluster sizes and the number "
        "of clusters of each size.");
    def(m, "match_one_to_one", match, "edges"_a, "found_clusters"_a,
        "For each truth cluster its edge in the heaviest one-to-one matching, or -1. Weights of "
        "edges are the shares of the rows.");
}

}  // namespace accord
