// What works on node types, for Python.
#include "bindings.hpp"

#include "bcubed.hpp"
#include "game.hpp"
#include "game_play.hpp"
#include "neighbour_sampling.hpp"
#include "node_agreement.hpp"
#include "node_types.hpp"
#include "pair_counts.hpp"

namespace accord {
namespace {

std::tuple<Out<uint32_t>, Out<uint32_t>> py_find_node_types(
    In<int64_t> truth_offsets, In<uint32_t> truth_of_node, OptionalIn<double> truth_shares, In<int64_t> found_offsets,
    In<uint32_t> found_of_node, OptionalIn<double> found_shares, int threads, Progress progress) {
    auto types = run(threads, progress, [&](const Team& team) {
        return find_node_types(view(truth_offsets, truth_of_node, truth_shares),
                               view(found_offsets, found_of_node, found_shares), team);
    });
    return {numpy(std::move(types.type_of_node)), numpy_copy<uint32_t>(types.representatives)};
}

// a, b, and the counts in two halves; then whether truth and found are nested, the types counted by items and one by
// one, and the estimated work of each.
using PyPairs = std::tuple<Out<uint32_t>, Out<uint32_t>, Out<uint64_t>, Out<uint64_t>,
                           std::tuple<bool, bool, size_t, size_t, double, double>>;

PyPairs to_python(const PairHistogram& histogram) {
    Array<uint32_t> a(histogram.pairs.size()), b(histogram.pairs.size());
    Array<uint64_t> high(histogram.pairs.size()), low(histogram.pairs.size());
    size_t i = 0;
    for (const auto& [key, count] : histogram.pairs) {
        a[i] = key.first;
        b[i] = key.second;
        high[i] = uint64_t(count >> 64);
        low[i++] = uint64_t(count);
    }
    return {numpy(std::move(a)), numpy(std::move(b)), numpy(std::move(high)), numpy(std::move(low)),
            {histogram.truth_nested, histogram.found_nested, histogram.types_by_items, histogram.types_one_by_one,
             histogram.item_pairs, histogram.comparisons}};
}

PairMethod pair_method(const std::string& word) {
    return word == "by_items" ? PairMethod::by_items : word == "one_by_one" ? PairMethod::one_by_one : PairMethod::automatic;
}

// A pair on node types, in the order of the arguments that all kernels on types begin with.
TypedPair typed_pair(const In<int64_t>& truth_offsets, const In<uint32_t>& truth_of_type, size_t truth_clusters,
                     const In<int64_t>& found_offsets, const In<uint32_t>& found_of_type, size_t found_clusters,
                     const In<int64_t>& weights) {
    return {view(truth_offsets, truth_of_type, {}), view(found_offsets, found_of_type, {}), truth_clusters, found_clusters,
            span(weights)};
}

PyPairs py_count_pairs(In<int64_t> truth_offsets, In<uint32_t> truth_of_type, size_t truth_clusters,
                       In<int64_t> found_offsets, In<uint32_t> found_of_type, size_t found_clusters, In<int64_t> weights,
                       const std::string& method, double most_items, int threads, Progress progress) {
    const TypedPair types = typed_pair(truth_offsets, truth_of_type, truth_clusters, found_offsets, found_of_type,
                                       found_clusters, weights);
    return to_python(run(threads, progress, [&](const Team& team) {
        return count_pairs(types, pair_method(method), most_items, team);
    }));
}

PyPairs py_count_own_pairs(In<int64_t> offsets, In<uint32_t> clusters_of_type, size_t clusters, In<int64_t> weights,
                           const std::string& method, double most_items, int threads, Progress progress) {
    return to_python(run(threads, progress, [&](const Team& team) {
        return count_own_pairs(view(offsets, clusters_of_type, {}), clusters, span(weights), pair_method(method),
                               most_items, team);
    }));
}

std::tuple<Out<double>, Out<double>> py_bcubed(In<int64_t> truth_offsets, In<uint32_t> truth_of_type, size_t truth_clusters,
                                               In<int64_t> found_offsets, In<uint32_t> found_of_type, size_t found_clusters,
                                               In<int64_t> weights, double most_cells, int threads, Progress progress) {
    const TypedPair pair = typed_pair(truth_offsets, truth_of_type, truth_clusters, found_offsets, found_of_type,
                                      found_clusters, weights);
    auto values = run(threads, progress, [&](const Team& team) { return bcubed(pair, most_cells, team); });
    return {numpy(std::move(values.precision)), numpy(std::move(values.recall))};
}

std::tuple<Out<uint32_t>, Out<uint32_t>, Out<double>, Out<uint32_t>> py_solve_game(
    In<int64_t> truth_offsets, In<uint32_t> truth_of_type, size_t truth_clusters, In<int64_t> found_offsets,
    In<uint32_t> found_of_type, size_t found_clusters, In<int64_t> weights, double most_steps, double most_cells,
    int threads, Progress progress) {
    const TypedPair pair = typed_pair(truth_offsets, truth_of_type, truth_clusters, found_offsets, found_of_type,
                                      found_clusters, weights);
    auto game = run(threads, progress, [&](const Team& team) { return solve_game(pair, most_steps, most_cells, team); });
    return {numpy(std::move(game.law.truth)), numpy(std::move(game.law.found)), numpy(std::move(game.law.amounts)),
            numpy_copy<uint32_t>(game.unsolved)};
}

std::tuple<Out<uint32_t>, Out<uint32_t>> py_play_game(
    In<int64_t> truth_offsets, In<uint32_t> truth_of_type, size_t truth_clusters, In<int64_t> found_offsets,
    In<uint32_t> found_of_type, size_t found_clusters, In<int64_t> weights, In<uint32_t> type_of_event, uint64_t seed,
    int threads, Progress progress) {
    const TypedPair pair = typed_pair(truth_offsets, truth_of_type, truth_clusters, found_offsets, found_of_type,
                                      found_clusters, weights);
    auto played = run(threads, progress, [&](const Team& team) { return play_game(pair, span(type_of_event), seed, team); });
    return {numpy(std::move(played.truth)), numpy(std::move(played.found))};
}

std::tuple<Out<uint32_t>, Out<uint32_t>, Out<double>> py_sample_neighbours(
    In<int64_t> truth_offsets, In<uint32_t> truth_of_type, size_t truth_clusters, In<int64_t> found_offsets,
    In<uint32_t> found_of_type, size_t found_clusters, In<int64_t> weights, size_t first_event, size_t last_event,
    double risk, uint64_t seed, int threads, Progress progress) {
    const TypedPair pair = typed_pair(truth_offsets, truth_of_type, truth_clusters, found_offsets, found_of_type,
                                      found_clusters, weights);
    const auto sampled = run(threads, progress, [&](const Team& team) {
        return sample_neighbours(pair, first_event, last_event, risk, seed, team);
    });
    return {numpy_copy<uint32_t>(sampled.truth), numpy_copy<uint32_t>(sampled.found), numpy_copy<double>(sampled.weight)};
}

// Keeps the arrays that the walks look into.
struct PyNodeAgreement {
    In<int64_t> truth_offsets, found_offsets;
    In<double> weights;
    NodeAgreement agreement;
};

void make_node_agreement(PyNodeAgreement* self, In<int64_t> truth_offsets, In<uint32_t> truth_of_type, size_t truth_clusters,
                         In<int64_t> found_offsets, In<uint32_t> found_of_type, size_t found_clusters, In<double> weights,
                         int threads) {
    new (self) PyNodeAgreement{truth_offsets, found_offsets, weights, run(threads, {}, [&](const Team& team) {
        return NodeAgreement(view(truth_offsets, truth_of_type, {}), truth_clusters, view(found_offsets, found_of_type, {}),
                             found_clusters, span(weights), team);
    })};
}

Out<double> py_agreement_work(const PyNodeAgreement& self, double alpha, double tolerance, bool of_all) {
    return numpy(self.agreement.work({alpha, tolerance}, of_all));
}

std::tuple<Out<double>, int64_t> py_agreement_scores(const PyNodeAgreement& self, In<uint32_t> types, double alpha,
                                                     double tolerance, bool single, int threads, Progress progress) {
    auto scores = run(threads, progress, [&](const Team& team) {
        return self.agreement.scores(span(types), {alpha, tolerance}, single, team);
    });
    return {numpy(std::move(scores.of_type)), scores.work};
}

}  // namespace

void bind_types(nb::module_& m) {
    m.def("find_node_types", py_find_node_types, "truth_offsets"_a, "truth_of_node"_a, "truth_shares"_a.none(),
          "found_offsets"_a, "found_of_node"_a, "found_shares"_a.none(), "threads"_a, "progress"_a,
          "The type of each node, and the first node of each type.");
    m.def("count_pairs", py_count_pairs, "truth_offsets"_a, "truth_of_type"_a, "truth_clusters"_a, "found_offsets"_a,
          "found_of_type"_a, "found_clusters"_a, "weights"_a, "method"_a, "most_items"_a, "threads"_a, "progress"_a,
          "Pairs of nodes by the number of clusters they share on both sides, where they share some on both.");
    m.def("count_own_pairs", py_count_own_pairs, "offsets"_a, "clusters_of_type"_a, "clusters"_a, "weights"_a, "method"_a,
          "most_items"_a, "threads"_a, "progress"_a,
          "Pairs of nodes by the number of clusters they share on one side, where they share some.");
    m.def("bcubed", py_bcubed, "truth_offsets"_a, "truth_of_type"_a, "truth_clusters"_a, "found_offsets"_a,
          "found_of_type"_a, "found_clusters"_a, "weights"_a, "most_cells"_a, "threads"_a, "progress"_a,
          "Precision and recall of extended BCubed for every node type.");
    m.def("solve_game", py_solve_game, "truth_offsets"_a, "truth_of_type"_a, "truth_clusters"_a, "found_offsets"_a,
          "found_of_type"_a, "found_clusters"_a, "weights"_a, "most_steps"_a, "most_cells"_a, "threads"_a, "progress"_a,
          "The joint law of the game: truth and found clusters and amounts; and the types that were not solved.");
    m.def("play_game", py_play_game, "truth_offsets"_a, "truth_of_type"_a, "truth_clusters"_a, "found_offsets"_a,
          "found_of_type"_a, "found_clusters"_a, "weights"_a, "type_of_event"_a, "seed"_a, "threads"_a, "progress"_a,
          "The truth and the found cluster that each event of the game ends with.");
    m.def("sample_neighbours", py_sample_neighbours, "truth_offsets"_a, "truth_of_type"_a, "truth_clusters"_a,
          "found_offsets"_a, "found_of_type"_a, "found_clusters"_a, "weights"_a, "first_event"_a, "last_event"_a, "risk"_a,
          "seed"_a, "threads"_a, "progress"_a,
          "The same with neighbours only, and with the weight of each pair of clusters; an event may end with several.");
    nb::class_<PyNodeAgreement>(m, "NodeAgreement", "How alike the two sides are as seen from each node type.")
        .def("__init__", make_node_agreement, "truth_offsets"_a, "truth_of_type"_a, "truth_clusters"_a, "found_offsets"_a,
             "found_of_type"_a, "found_clusters"_a, "weights"_a, "threads"_a)
        .def("work", py_agreement_work, "alpha"_a, "tolerance"_a, "of_all"_a,
             "How much work the score of each type is, at most; less where all are asked for at once.")
        .def_prop_ro("memory", [](const PyNodeAgreement& self) { return self.agreement.memory(); },
                     "Bytes that each thread needs.")
        .def("scores", py_agreement_scores, "types"_a, "alpha"_a, "tolerance"_a, "single"_a, "threads"_a, "progress"_a,
             "How much of where a walk from each of the types ends is the same on both sides, and how much work that was.");
}

}  // namespace accord
