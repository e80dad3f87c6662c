// Two clusterings compared node type by node type.
#include "bindings.hpp"

#include "bcubed.hpp"
#include "gnmi_game.hpp"
#include "gnmi_game_play.hpp"
#include "neighbour_sampling.hpp"
#include "node_agreement.hpp"
#include "node_types.hpp"
#include "pair_counts.hpp"

namespace accord {

// ---- results ------------------------------------------------------------------------------------

inline auto to_python(NodeTypes types) { return arrays(types.type_of_node, types.representatives); }

inline auto to_python(BCubed values) { return arrays(values.precision, values.recall); }

inline auto to_python(SolvedGame game) {
    return arrays(game.law.truth, game.law.found, game.law.amounts, game.unsolved);
}

inline auto to_python(PlayedGame game) { return arrays(game.truth, game.found); }

inline auto to_python(SampledPairs pairs) {
    return std::tuple_cat(arrays(pairs.truth, pairs.found, pairs.weight),
                          std::make_tuple(pairs.events));
}

// How pairs were counted: whether truth and found are nested, the number of types counted by items
// and one by one, and the estimated work of each.
using PyPairWork = std::tuple<bool, bool, size_t, size_t, double, double>;

// a, b, the counts in two halves of 64 bits, and how they were counted.
inline auto to_python(PairHistogram histogram) {
    const size_t size = histogram.pairs.size();
    Array<uint32_t> a(size), b(size);
    Array<uint64_t> high(size), low(size);
    size_t i = 0;
    for (const auto& [key, count] : histogram.pairs) {
        a[i] = key.first;
        b[i] = key.second;
        high[i] = uint64_t(count >> 64);
        low[i] = uint64_t(count);
        ++i;
    }
    const PyPairWork work{histogram.truth_nested,   histogram.found_nested,
                          histogram.types_by_items, histogram.types_one_by_one,
                          histogram.item_pairs,     histogram.comparisons};
    return std::tuple_cat(arrays(a, b, high, low), std::make_tuple(work));
}

namespace {

// ---- kernels ------------------------------------------------------------------------------------

PairMethod method_of(const std::string& name) {
    return name == "by_items"     ? PairMethod::by_items
           : name == "one_by_one" ? PairMethod::one_by_one
           : name == "by_cells"   ? PairMethod::by_cells
                                  : PairMethod::automatic;
}

PairHistogram pairs(const TypedPair& pair, const std::string& method, double most_items,
                    const Team& team) {
    return count_pairs(pair, method_of(method), most_items, team);
}

PairHistogram side_pairs(RowsView clusters_of_type, size_t n_clusters,
                         std::span<const int64_t> weights, const std::string& method,
                         double most_items, const Team& team) {
    return count_side_pairs(clusters_of_type, n_clusters, weights, method_of(method), most_items,
                            team);
}

// Holds the arrays that the walks look into.
struct PyNodeAgreement {
    RowsRecord truth, found;
    In<double> weights;
    NodeAgreement agreement;
};

void make_node_agreement(PyNodeAgreement* self, const RowsRecord& truth, size_t truth_clusters,
                         const RowsRecord& found, size_t found_clusters, const In<double>& weights,
                         int threads) {
    new (self) PyNodeAgreement{truth, found, weights, run(threads, {}, [&](const Team& team) {
                                   return NodeAgreement(view_without_shares(truth), truth_clusters,
                                                        view_without_shares(found), found_clusters,
                                                        view(weights), team);
                               })};
}

auto agreement_scores(const PyNodeAgreement& self, const In<uint32_t>& types, double alpha,
                      double tolerance, bool single, int threads, const Progress& progress) {
    auto scores = run(threads, progress, [&](const Team& team) {
        return self.agreement.scores(view(types), {alpha, tolerance}, single, team);
    });
    return std::tuple(to_python(std::move(scores.of_type)), scores.work);
}

Out<double> agreement_work(const PyNodeAgreement& self, double alpha, double tolerance,
                           bool of_all) {
    return to_python(self.agreement.work({alpha, tolerance}, of_all));
}

double agreement_memory(const PyNodeAgreement& self) { return self.agreement.memory(); }

}  // namespace

void bind_node_types(nb::module_& m) {
    def(m, "find_node_types", find_node_types, "truth_of_node"_a, "found_of_node"_a,
        "The type of each node, and the first node of each type.");
    def(m, "count_pairs", pairs, "pair"_a, "method"_a, "most_items"_a,
        "Pairs of nodes by the number of clusters they share on each side, if some on both.");
    def(m, "count_side_pairs", side_pairs, "clusters_of_type"_a, "n_clusters"_a, "weights"_a,
        "method"_a, "most_items"_a,
        "Pairs of nodes by the number of clusters they share on one side, if any.");
    def(m, "bcubed", bcubed, "pair"_a, "most_cells"_a,
        "Precision and recall of extended BCubed for every node type.");
    def(m, "solve_game", solve_game, "pair"_a, "most_steps"_a, "most_cells"_a,
        "The joint law of the outcome, as truth clusters, found clusters and amounts; and the "
        "types "
        "that were not solved.");
    def(m, "play_game", play_game, "pair"_a, "type_of_event"_a, "seed"_a,
        "The truth cluster and the found cluster with which each event of the game ends.");
    def(m, "sample_neighbours", sample_neighbours, "pair"_a, "first_event"_a, "last_event"_a,
        "risk"_a, "most_steps"_a, "seed"_a,
        "Truth clusters, found clusters and weights with which the events of the sampler end; and "
        "how many events there were.");

    nb::class_<PyNodeAgreement>(m, "NodeAgreement", "How similar the two sides are, by node type.")
        .def("__init__", make_node_agreement, "truth"_a.noconvert(), "truth_clusters"_a,
             "found"_a.noconvert(), "found_clusters"_a, "weights"_a.noconvert(), nb::kw_only(),
             "threads"_a)
        .def("scores", agreement_scores, "types"_a, "alpha"_a, "tolerance"_a, "single"_a,
             nb::kw_only(), "threads"_a, "progress"_a = nb::none(),
             "For each of these types, how much of where its walks end is common to both sides; "
             "and how much work that was.")
        .def("work", agreement_work, "alpha"_a, "tolerance"_a, "of_all"_a,
             "An upper bound on the work for the score of each type; `of_all`: if all types are "
             "scored at once.")
        .def_prop_ro("memory", agreement_memory, "Bytes that each thread needs.");
}

}  // namespace accord
