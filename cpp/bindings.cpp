// The extension module accord._core: NumPy arrays in, NumPy arrays out. Only the bindings know of Python.
#include "bindings.hpp"

#include <system_error>

#include "adjacency.hpp"
#include "best_matches.hpp"
#include "conditional_entropies.hpp"
#include "expected_information.hpp"
#include "fates.hpp"
#include "label_index.hpp"
#include "matching.hpp"
#include "overlaps.hpp"
#include "shuffle.hpp"
#include "text_source.hpp"

using namespace accord;

namespace {

// ---- rows ----------------------------------------------------------------------------------------------------

PyRows py_sort_rows(In<int64_t> offsets, In<uint32_t> members, OptionalIn<double> shares, size_t width, int threads) {
    return to_python(run(threads, {}, [&](const Team& team) {
        const auto copy = [](auto from) {
            Array<std::remove_const_t<typename decltype(from)::element_type>> to(from.size());
            std::copy(from.begin(), from.end(), to.begin());
            return to;
        };
        return sort_rows({copy(span(offsets)), copy(span(members)), copy(span(shares))}, width, team);
    }), shares.has_value());
}

PyRows py_group_rows(In<uint32_t> row_of, In<uint32_t> members, OptionalIn<double> shares, size_t rows, size_t width,
                     int threads) {
    return to_python(run(threads, {}, [&](const Team& team) {
        return group_rows(span(row_of), {{}, span(members), span(shares)}, rows, width, team);
    }), shares.has_value());
}

PyRows py_adjacency(In<uint32_t> sources, In<uint32_t> targets, OptionalIn<double> weights, size_t nodes, bool directed,
                    int threads) {
    return to_python(run(threads, {}, [&](const Team& team) {
        return adjacency(span(sources), span(targets), span(weights), nodes, directed, team);
    }), weights.has_value());
}

PyRows py_relabel_rows(In<int64_t> offsets, In<uint32_t> members, OptionalIn<double> shares, In<uint32_t> map,
                       size_t width, int threads) {
    return to_python(run(threads, {}, [&](const Team& team) {
        return relabel_rows(view(offsets, members, shares), span(map), width, team);
    }), shares.has_value());
}

PyRows py_take_rows(In<int64_t> offsets, In<uint32_t> members, OptionalIn<double> shares, In<uint32_t> places, int threads) {
    return to_python(run(threads, {}, [&](const Team& team) {
        return take_rows(view(offsets, members, shares), span(places), team);
    }), shares.has_value());
}

Out<uint32_t> py_count_memberships(In<int64_t> offsets, In<uint32_t> members, size_t width, int threads) {
    return numpy(run(threads, {}, [&](const Team& team) {
        return count_memberships(view(offsets, members, {}), width, team);
    }));
}

PyRows py_transpose(In<int64_t> offsets, In<uint32_t> members, OptionalIn<double> shares, In<uint32_t> degrees,
                    int threads) {
    return to_python(run(threads, {}, [&](const Team& team) {
        return transpose(view(offsets, members, shares), span(degrees), team);
    }), shares.has_value());
}

Out<int64_t> py_first_equal_rows(In<int64_t> offsets, In<uint32_t> members, OptionalIn<double> shares, int threads) {
    return numpy(run(threads, {}, [&](const Team& team) {
        return first_equal_rows(view(offsets, members, shares), team);
    }));
}

Out<uint32_t> py_shuffle(size_t count, uint64_t seed, uint64_t repeat) {
    return numpy(run(1, {}, [&](const Team&) { return shuffle(count, seed, repeat); }));
}

// ---- labels --------------------------------------------------------------------------------------------------

std::tuple<Out<int64_t>, Out<uint32_t>> py_index_integers(In<int64_t> values, int threads) {
    auto [labels, members] = run(threads, {}, [&](const Team& team) {
        const std::span<const int64_t> pieces[] = {span(values)};
        return index_integers(pieces, team);
    });
    return {numpy(std::move(labels)), numpy(std::move(members))};
}

std::tuple<Out<int64_t>, Out<uint32_t>, Out<uint32_t>> py_merge_integers(In<int64_t> first, In<int64_t> second) {
    auto merged = run(1, {}, [&](const Team&) { return merge_integers(span(first), span(second)); });
    return {numpy(std::move(merged.labels)), numpy(std::move(merged.first_map)), numpy(std::move(merged.second_map))};
}

std::tuple<PyTexts, Out<uint32_t>> py_index_texts(In<int64_t> offsets, In<uint8_t> bytes, int threads) {
    auto indexed = run(threads, {}, [&](const Team& team) { return index_texts(texts(offsets, bytes), team); });
    auto members = numpy(std::move(indexed.members));
    return {labels_to_python(std::move(indexed)), std::move(members)};
}

std::tuple<PyTexts, Out<uint32_t>, Out<uint32_t>> py_join_texts(In<int64_t> offsets, In<uint8_t> bytes,
                                                                In<int64_t> other_offsets, In<uint8_t> other_bytes,
                                                                int threads) {
    const TextsView labels = texts(offsets, bytes), other = texts(other_offsets, other_bytes);
    auto joined = run(threads, {}, [&](const Team& team) { return join_texts(labels, other, team); });
    auto labels_of_both = labels_to_python(std::move(joined.both));
    return {std::move(labels_of_both), numpy(std::move(joined.map)), numpy_copy<uint32_t>(joined.added)};
}

nb::handle share_conflict;  // a Python class, made when the module is, and never given up

// ---- summaries -----------------------------------------------------------------------------------------------

// Two sides in the order of the arguments that all kernels on co-members begin with.
template <class Amount>
CoMembers<Amount> co_members(const In<int64_t>& truth_offsets, const In<uint32_t>& truth_members,
                             const OptionalIn<double>& truth_shares, const In<int64_t>& found_of_node_offsets,
                             const In<uint32_t>& found_of_node, const OptionalIn<double>& found_of_node_shares,
                             size_t found_clusters, const In<Amount>& node_amounts) {
    return {view(truth_offsets, truth_members, truth_shares),
            view(found_of_node_offsets, found_of_node, found_of_node_shares), found_clusters, span(node_amounts)};
}

template <class Amount>
using PyOverlaps = std::tuple<Out<int64_t>, Out<uint32_t>, Out<Amount>>;

template <class Amount>
PyOverlaps<Amount> to_python(Overlaps<Amount> overlaps) {
    return {numpy(std::move(overlaps.offsets)), numpy(std::move(overlaps.found)), numpy(std::move(overlaps.amounts))};
}

template <class Amount>
PyOverlaps<Amount> py_count_overlaps(
    In<int64_t> truth_offsets, In<uint32_t> truth_members, OptionalIn<double> truth_shares,
    In<int64_t> found_of_node_offsets, In<uint32_t> found_of_node, OptionalIn<double> found_of_node_shares,
    size_t found_clusters, In<Amount> node_amounts, int threads, Progress progress) {
    const auto pair = co_members(truth_offsets, truth_members, truth_shares, found_of_node_offsets, found_of_node,
                                 found_of_node_shares, found_clusters, node_amounts);
    auto overlaps = run(threads, progress, [&](const Team& team) { return count_overlaps(pair, team); });
    return to_python(std::move(overlaps));
}

Scorer scorer(const std::string& word) { return word == "f1" ? by_f1 : word == "pprob" ? by_pprob : by_amount; }

template <class Amount>
PyOverlaps<Amount> py_best_overlaps(
    In<int64_t> truth_offsets, In<uint32_t> truth_members, OptionalIn<double> truth_shares,
    In<int64_t> found_of_node_offsets, In<uint32_t> found_of_node, OptionalIn<double> found_of_node_shares,
    In<double> truth_sizes, In<double> found_sizes, In<Amount> node_amounts, const std::string& by, int threads,
    Progress progress) {
    const auto pair = co_members(truth_offsets, truth_members, truth_shares, found_of_node_offsets, found_of_node,
                                 found_of_node_shares, found_sizes.size(), node_amounts);
    auto overlaps = run(threads, progress, [&](const Team& team) {
        return best_overlaps(pair, span(truth_sizes), span(found_sizes), scorer(by), team);
    });
    return to_python(std::move(overlaps));
}

template <class Amount>
std::tuple<Out<int64_t>, Out<int64_t>, Out<double>, Out<double>, Out<double>> py_find_fates(
    In<int64_t> truth_offsets, In<uint32_t> truth_members, OptionalIn<double> truth_shares,
    In<int64_t> found_of_node_offsets, In<uint32_t> found_of_node, OptionalIn<double> found_of_node_shares,
    In<double> truth_sizes, In<double> found_sizes, In<Amount> node_amounts, int threads, Progress progress) {
    const auto pair = co_members(truth_offsets, truth_members, truth_shares, found_of_node_offsets, found_of_node,
                                 found_of_node_shares, found_sizes.size(), node_amounts);
    auto fates = run(threads, progress, [&](const Team& team) {
        return find_fates(pair, span(truth_sizes), span(found_sizes), team);
    });
    return {numpy(std::move(fates.held)), numpy(std::move(fates.holder)), numpy(std::move(fates.covered)),
            numpy(std::move(fates.uncovered)), numpy(std::move(fates.node_matches))};
}

template <class Amount>
using PyPartners = std::tuple<Out<int64_t>, Out<Amount>>;
template <class Amount>
using PySide = std::tuple<PyPartners<Amount>, PyPartners<Amount>, PyPartners<Amount>>;

template <class Amount>
PySide<Amount> to_python(std::array<BestPartners<Amount>, kScorers>& scorers) {
    const auto partners = [&](Scorer scorer) -> PyPartners<Amount> {
        return {numpy(std::move(scorers[scorer].partner)), numpy(std::move(scorers[scorer].match))};
    };
    return {partners(by_f1), partners(by_pprob), partners(by_amount)};
}

template <class Amount>
std::tuple<PySide<Amount>, PySide<Amount>, double> py_best_matches(
    In<int64_t> truth_offsets, In<uint32_t> truth_members, OptionalIn<double> truth_shares,
    In<int64_t> found_of_node_offsets, In<uint32_t> found_of_node, OptionalIn<double> found_of_node_shares,
    In<double> truth_sizes, In<double> found_sizes, In<Amount> node_amounts, int threads, Progress progress) {
    const auto pair = co_members(truth_offsets, truth_members, truth_shares, found_of_node_offsets, found_of_node,
                                 found_of_node_shares, found_sizes.size(), node_amounts);
    auto matches = run(threads, progress, [&](const Team& team) {
        return best_matches(pair, span(truth_sizes), span(found_sizes), team);
    });
    return {to_python(matches.truth), to_python(matches.found), matches.total};
}

using PyEntropies = std::tuple<Out<double>, Out<double>>;

template <class Amount>
std::tuple<PyEntropies, PyEntropies> py_conditional_entropies(
    In<int64_t> truth_offsets, In<uint32_t> truth_members, In<int64_t> found_of_node_offsets, In<uint32_t> found_of_node,
    In<Amount> truth_sizes, In<Amount> found_sizes, Amount total, In<Amount> node_amounts, int threads, Progress progress) {
    const CoMembers<Amount> pair{view(truth_offsets, truth_members, {}), view(found_of_node_offsets, found_of_node, {}),
                                 found_sizes.size(), span(node_amounts)};
    auto [truth, found] = run(threads, progress, [&](const Team& team) {
        return conditional_entropies(pair, span(truth_sizes), span(found_sizes), total, team);
    });
    return {{numpy(std::move(truth.own)), numpy(std::move(truth.left))},
            {numpy(std::move(found.own)), numpy(std::move(found.left))}};
}

double py_expected_information(In<int64_t> truth_sizes, In<int64_t> truth_times, In<int64_t> found_sizes,
                               In<int64_t> found_times, int64_t nodes, int threads, Progress progress) {
    const SizeTally truth{span(truth_sizes), span(truth_times)}, found{span(found_sizes), span(found_times)};
    return run(threads, progress, [&](const Team& team) { return expected_information(truth, found, nodes, team); });
}

Out<int64_t> py_match_one_to_one(In<int64_t> offsets, In<uint32_t> found, In<double> weights, size_t found_clusters,
                                 Progress progress) {
    const Edges edges{span(offsets), span(found), span(weights), found_clusters};
    return numpy(run(1, progress, [&](const Team& team) { return match_one_to_one(edges, team); }));
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "Kernels of accord in C++. Arguments are trusted: the Python side has checked them.";
    m.attr("version") = ACCORD_VERSION;

    share_conflict = PyErr_NewException("accord._core.ShareConflict", PyExc_ValueError, nullptr);
    m.attr("ShareConflict") = share_conflict;
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const ShareConflict& conflict) {
            PyErr_SetObject(share_conflict.ptr(),
                            nb::make_tuple(conflict.row, conflict.member, conflict.first, conflict.second).ptr());
        } catch (const FileChanged& changed) {
            PyErr_SetObject(PyExc_OSError, nb::make_tuple(EIO, changed.what()).ptr());
        } catch (const std::system_error& error) {
            errno = error.code().value();
            PyErr_SetFromErrnoWithFilename(PyExc_OSError, error.what());
        }
    });

    m.def("sort_rows", py_sort_rows, "offsets"_a, "members"_a, "shares"_a.none(), "width"_a, "threads"_a,
          "Each row ascending and without repeats; the last item is the number of repeats dropped.");
    m.def("group_rows", py_group_rows, "row_of"_a, "members"_a, "shares"_a.none(), "rows"_a, "width"_a, "threads"_a,
          "Rows from the row of each member, none where that is 2**32 - 1; sorted as by sort_rows.");
    m.def("adjacency", py_adjacency, "sources"_a, "targets"_a, "weights"_a.none(), "nodes"_a, "directed"_a, "threads"_a,
          "The neighbours of each node, from edges in any order; sorted as by sort_rows.");
    m.def("relabel_rows", py_relabel_rows, "offsets"_a, "members"_a, "shares"_a.none(), "map"_a, "width"_a, "threads"_a,
          "Rows with member v replaced by map[v], dropped where that is 2**32 - 1; sorted as by sort_rows.");
    m.def("take_rows", py_take_rows, "offsets"_a, "members"_a, "shares"_a.none(), "places"_a, "threads"_a,
          "The rows at these places.");
    m.def("count_memberships", py_count_memberships, "offsets"_a, "members"_a, "width"_a, "threads"_a,
          "How many rows hold each member.");
    m.def("transpose", py_transpose, "offsets"_a, "members"_a, "shares"_a.none(), "degrees"_a, "threads"_a,
          "For each member the rows that hold it.");
    m.def("first_equal_rows", py_first_equal_rows, "offsets"_a, "members"_a, "shares"_a.none(), "threads"_a,
          "For each row the first row equal to it.");
    m.def("shuffle", py_shuffle, "count"_a, "seed"_a, "repeat"_a, "The numbers from 0 on in a random order.");

    m.def("index_integers", py_index_integers, "values"_a, "threads"_a,
          "Distinct values, ascending, and for each value its place among them.");
    m.def("merge_integers", py_merge_integers, "first"_a, "second"_a,
          "Two ascending lists merged, and the place of each item of both.");
    m.def("index_texts", py_index_texts, "offsets"_a, "bytes"_a, "threads"_a,
          "Distinct texts, in order of appearance, and for each text its place among them.");
    m.def("join_texts", py_join_texts, "offsets"_a, "bytes"_a, "other_offsets"_a, "other_bytes"_a, "threads"_a,
          "The texts of both lists, the place of each other text among them, and which of those are new.");

    bind_text(m);

    m.def("count_overlaps", py_count_overlaps<int64_t>, "truth_offsets"_a, "truth_members"_a, "truth_shares"_a.none(),
          "found_of_node_offsets"_a, "found_of_node"_a, "found_of_node_shares"_a.none(), "found_clusters"_a,
          "node_amounts"_a, "threads"_a, "progress"_a,
          "Sparse overlap table by truth cluster. No node amounts: every node counts 1.");
    m.def("count_overlaps", py_count_overlaps<double>, "truth_offsets"_a, "truth_members"_a, "truth_shares"_a.none(),
          "found_of_node_offsets"_a, "found_of_node"_a, "found_of_node_shares"_a.none(), "found_clusters"_a,
          "node_amounts"_a, "threads"_a, "progress"_a);
    m.def("best_matches", py_best_matches<int64_t>, "truth_offsets"_a, "truth_members"_a, "truth_shares"_a.none(),
          "found_of_node_offsets"_a, "found_of_node"_a, "found_of_node_shares"_a.none(), "truth_sizes"_a, "found_sizes"_a,
          "node_amounts"_a, "threads"_a, "progress"_a,
          "Best partner and match of every cluster of both sides by f1, pprob and amount, and the sum of all matches.");
    m.def("best_matches", py_best_matches<double>, "truth_offsets"_a, "truth_members"_a, "truth_shares"_a.none(),
          "found_of_node_offsets"_a, "found_of_node"_a, "found_of_node_shares"_a.none(), "truth_sizes"_a, "found_sizes"_a,
          "node_amounts"_a, "threads"_a, "progress"_a);
    m.def("best_overlaps", py_best_overlaps<int64_t>, "truth_offsets"_a, "truth_members"_a, "truth_shares"_a.none(),
          "found_of_node_offsets"_a, "found_of_node"_a, "found_of_node_shares"_a.none(), "truth_sizes"_a, "found_sizes"_a,
          "node_amounts"_a, "by"_a, "threads"_a, "progress"_a,
          "The overlaps of every truth cluster with the found clusters that match it best, but for rounding.");
    m.def("best_overlaps", py_best_overlaps<double>, "truth_offsets"_a, "truth_members"_a, "truth_shares"_a.none(),
          "found_of_node_offsets"_a, "found_of_node"_a, "found_of_node_shares"_a.none(), "truth_sizes"_a, "found_sizes"_a,
          "node_amounts"_a, "by"_a, "threads"_a, "progress"_a);
    m.def("find_fates", py_find_fates<int64_t>, "truth_offsets"_a, "truth_members"_a, "truth_shares"_a.none(),
          "found_of_node_offsets"_a, "found_of_node"_a, "found_of_node_shares"_a.none(), "truth_sizes"_a, "found_sizes"_a,
          "node_amounts"_a, "threads"_a, "progress"_a,
          "Per truth cluster: clusters held, holder, amount covered and uncovered; per membership the best F1 there.");
    m.def("find_fates", py_find_fates<double>, "truth_offsets"_a, "truth_members"_a, "truth_shares"_a.none(),
          "found_of_node_offsets"_a, "found_of_node"_a, "found_of_node_shares"_a.none(), "truth_sizes"_a, "found_sizes"_a,
          "node_amounts"_a, "threads"_a, "progress"_a);
    m.def("conditional_entropies", py_conditional_entropies<int64_t>, "truth_offsets"_a, "truth_members"_a,
          "found_of_node_offsets"_a, "found_of_node"_a, "truth_sizes"_a, "found_sizes"_a, "total"_a, "node_amounts"_a,
          "threads"_a, "progress"_a,
          "Bits of every cluster of both sides, and those left where the most telling cluster of the other side is known.");
    m.def("conditional_entropies", py_conditional_entropies<double>, "truth_offsets"_a, "truth_members"_a,
          "found_of_node_offsets"_a, "found_of_node"_a, "truth_sizes"_a, "found_sizes"_a, "total"_a, "node_amounts"_a,
          "threads"_a, "progress"_a);
    m.def("expected_information", py_expected_information, "truth_sizes"_a, "truth_times"_a, "found_sizes"_a,
          "found_times"_a, "nodes"_a, "threads"_a, "progress"_a,
          "Mutual information in nats that is expected by chance, from the distinct cluster sizes and their numbers.");
    m.def("match_one_to_one", py_match_one_to_one, "offsets"_a, "found"_a, "weights"_a, "found_clusters"_a,
          "progress"_a, "For each truth cluster its edge in the heaviest one-to-one matching, or -1.");
    bind_types(m);
    bind_quality(m);
}
