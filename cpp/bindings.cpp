// The extension module accord._core: NumPy arrays in, NumPy arrays out. The only file that knows of Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <system_error>

#include "best_matches.hpp"
#include "label_index.hpp"
#include "matching.hpp"
#include "node_types.hpp"
#include "overlaps.hpp"
#include "pair_counts.hpp"
#include "rows.hpp"
#include "text_columns.hpp"
#include "text_index.hpp"
#include "text_rows.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace accord;

namespace {

template <class T>
using In = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using OptionalIn = std::optional<In<T>>;
using Progress = std::optional<nb::typed<nb::callable, void(double)>>;

// ---- arrays --------------------------------------------------------------------------------------------------

template <class T>
std::span<const T> span(const In<T>& array) {
    return {array.data(), array.size()};
}

template <class T>
std::span<const T> span(const OptionalIn<T>& array) {
    return array ? span(*array) : std::span<const T>();
}

RowsView view(const In<int64_t>& offsets, const In<uint32_t>& members, const OptionalIn<double>& shares) {
    return {span(offsets), span(members), span(shares)};
}

template <class T>
Out<T> numpy(Array<T> array) {
    if (!array.data()) array = Array<T>(0);  // an empty array still wants an address
    const size_t size = array.size();
    T* data = array.release();
    nb::capsule owner(data, [](void* memory) noexcept { std::free(memory); });
    return Out<T>(data, {size}, owner);
}

template <class T, class Items>
Out<T> numpy_copy(const Items& items) {
    Array<T> array(items.size());
    std::copy(items.begin(), items.end(), array.begin());
    return numpy(std::move(array));
}

using PyRows = std::tuple<Out<int64_t>, Out<uint32_t>, std::optional<Out<double>>, int64_t>;

PyRows to_python(Rows rows, bool shares) {
    std::optional<Out<double>> out_shares;
    if (shares) out_shares = numpy(std::move(rows.shares));
    return {numpy(std::move(rows.offsets)), numpy(std::move(rows.members)), out_shares, rows.repeated};
}

using PyTexts = std::tuple<Out<int64_t>, Out<uint8_t>>;

PyTexts to_python(const PackedTexts& texts) {
    return {numpy_copy<int64_t>(texts.offsets), numpy_copy<uint8_t>(texts.bytes)};
}

PyTexts labels_to_python(IndexedTexts texts) { return {numpy(std::move(texts.offsets)), numpy(std::move(texts.bytes))}; }

TextsView texts(const In<int64_t>& offsets, const In<uint8_t>& bytes) {
    return {span(offsets), reinterpret_cast<const char*>(bytes.data())};
}

// ---- running without the GIL, but within reach of Ctrl-C -------------------------------------------------------

// Runs work(team) with the GIL released. Ten times a second the calling thread looks for signals and reports progress;
// what either raises ends the work.
template <class Work>
auto run(int threads, const Progress& progress, Work&& work) {
    using Clock = std::chrono::steady_clock;
    constexpr auto kInterval = std::chrono::milliseconds(100);
    auto next = Clock::now() + kInterval;
    const Team team{threads, [&](double done) {
        if (Clock::now() < next) return;
        const nb::gil_scoped_acquire hold;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (progress) (*progress)(done);
        next = Clock::now() + kInterval;
    }};
    const nb::gil_scoped_release release;
    return work(team);
}

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

std::tuple<Out<uint32_t>, Out<uint32_t>> py_join_texts(In<int64_t> offsets, In<uint8_t> bytes, In<int64_t> other_offsets,
                                                       In<uint8_t> other_bytes, int threads) {
    const TextsView labels = texts(offsets, bytes), other = texts(other_offsets, other_bytes);
    auto joined = run(threads, {}, [&](const Team& team) { return join_texts(labels, other, team); });
    return {numpy(std::move(joined.map)), numpy_copy<uint32_t>(joined.added)};
}

// ---- text ----------------------------------------------------------------------------------------------------

nb::handle parse_error, share_conflict;  // Python classes, made when the module is, and never given up

Ids ids_of(const std::string& word) {
    return word == "integer" ? Ids::integer : word == "text" ? Ids::text : Ids::automatic;
}

// The file of this name, or else the text in memory.
std::unique_ptr<TextSource> source_of(const std::optional<nb::bytes>& path, const std::optional<nb::bytes>& text) {
    if (path) return std::make_unique<FileSource>(path->c_str());
    return std::make_unique<MemorySource>(std::string_view(text->c_str(), text->size()));
}

// What read() returns, or its error with the place in the source.
template <class Read>
auto reading(const TextSource& source, Read&& read) {
    try {
        return read();
    } catch (const ParseError& error) {
        const auto [line, column] = locate(source, error.offset);
        PyErr_SetObject(parse_error.ptr(),
                        nb::make_tuple(error.what(), line, column, error.not_integer, error.column).ptr());
        throw nb::python_error();
    }
}

using PyLabels = std::variant<Out<int64_t>, PyTexts>;
using PyTextRows = std::tuple<PyRows, PyLabels, std::optional<PyTexts>, std::optional<Out<uint32_t>>>;

PyTextRows py_read_rows(std::optional<nb::bytes> path, std::optional<nb::bytes> text, const std::string& ids, bool shares,
                        bool keyed, int threads, Progress progress) {
    const auto source = source_of(path, text);
    TextRows read = reading(*source, [&] {
        return run(threads, progress, [&](const Team& team) { return read_rows(*source, ids_of(ids), shares, keyed, team); });
    });
    PyLabels labels;
    if (read.integers) labels = numpy(std::move(read.integer_labels));
    else labels = labels_to_python(std::move(read.texts));
    std::optional<PyTexts> names;
    if (read.names.size()) names = to_python(read.names);
    std::optional<Out<uint32_t>> keys;
    if (keyed) keys = numpy(std::move(read.keys));
    return {to_python(std::move(read.rows), shares), std::move(labels), std::move(names), std::move(keys)};
}

Layout layout_of(const std::vector<std::string>& fields, const std::string& separator, bool comments, size_t begin,
                 size_t end, const TextSource& source) {
    Layout layout{{}, separator[0], comments, begin, std::min(end, source.size())};
    for (const std::string& field : fields)
        layout.fields.push_back(field == "integer" ? Field::integer : field == "text" ? Field::text
                                : field == "number" ? Field::number : field == "share" ? Field::share : Field::skip);
    return layout;
}

// For each column its labels and members, or its numbers; None for those skipped.
using PyColumn = std::variant<std::monostate, std::tuple<PyLabels, Out<uint32_t>>, Out<double>>;

std::vector<PyColumn> py_read_columns(std::optional<nb::bytes> path, std::optional<nb::bytes> text,
                                      std::vector<std::string> fields, const std::string& separator, bool comments,
                                      size_t begin, size_t end, int threads, Progress progress) {
    const auto source = source_of(path, text);
    const Layout layout = layout_of(fields, separator, comments, begin, end, *source);
    auto columns = reading(*source, [&] {
        return run(threads, progress, [&](const Team& team) { return read_columns(*source, layout, team); });
    });
    std::vector<PyColumn> out;
    for (ColumnValues& column : columns) {
        if (auto* integers = std::get_if<IndexedIntegers>(&column)) {
            out.emplace_back(std::tuple(PyLabels(numpy(std::move(integers->labels))), numpy(std::move(integers->members))));
        } else if (auto* texts = std::get_if<IndexedTexts>(&column)) {
            auto members = numpy(std::move(texts->members));
            out.emplace_back(std::tuple(PyLabels(labels_to_python(std::move(*texts))), std::move(members)));
        } else if (auto* numbers = std::get_if<Array<double>>(&column)) {
            out.emplace_back(numpy(std::move(*numbers)));
        } else {
            out.emplace_back();
        }
    }
    return out;
}

std::tuple<size_t, size_t> py_find_row(std::optional<nb::bytes> path, std::optional<nb::bytes> text,
                                       std::vector<std::string> fields, const std::string& separator, bool comments,
                                       size_t begin, size_t end, size_t row) {
    const auto source = source_of(path, text);
    const auto [line, column] = locate(*source, find_row(*source, layout_of(fields, separator, comments, begin, end, *source), row));
    return {line, column};
}

// ---- summaries -----------------------------------------------------------------------------------------------

template <class Amount>
std::tuple<Out<int64_t>, Out<uint32_t>, Out<Amount>> py_count_overlaps(
    In<int64_t> truth_offsets, In<uint32_t> truth_members, In<int64_t> found_of_node_offsets, In<uint32_t> found_of_node,
    size_t found_clusters, In<Amount> node_amounts, int threads, Progress progress) {
    const CoMembers<Amount> pair{view(truth_offsets, truth_members, {}), view(found_of_node_offsets, found_of_node, {}),
                                 found_clusters, span(node_amounts)};
    auto overlaps = run(threads, progress, [&](const Team& team) { return count_overlaps(pair, team); });
    return {numpy(std::move(overlaps.offsets)), numpy(std::move(overlaps.found)), numpy(std::move(overlaps.amounts))};
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
    const CoMembers<Amount> pair{view(truth_offsets, truth_members, truth_shares),
                                 view(found_of_node_offsets, found_of_node, found_of_node_shares),
                                 found_sizes.size(), span(node_amounts)};
    auto matches = run(threads, progress, [&](const Team& team) {
        return best_matches(pair, span(truth_sizes), span(found_sizes), team);
    });
    return {to_python(matches.truth), to_python(matches.found), matches.total};
}

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

PyPairs py_count_pairs(In<int64_t> truth_offsets, In<uint32_t> truth_of_type, size_t truth_clusters,
                       In<int64_t> found_offsets, In<uint32_t> found_of_type, size_t found_clusters, In<int64_t> weights,
                       const std::string& method, double most_items, int threads, Progress progress) {
    const PairTypes types{view(truth_offsets, truth_of_type, {}), view(found_offsets, found_of_type, {}), truth_clusters,
                          found_clusters, span(weights)};
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

Out<int64_t> py_match_one_to_one(In<int64_t> offsets, In<uint32_t> found, In<double> weights, size_t found_clusters,
                                 Progress progress) {
    const Edges edges{span(offsets), span(found), span(weights), found_clusters};
    return numpy(run(1, progress, [&](const Team& team) { return match_one_to_one(edges, team); }));
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "Kernels of accord in C++. Arguments are trusted: the Python side has checked them.";
    m.attr("version") = ACCORD_VERSION;

    parse_error = PyErr_NewException("accord._core.ParseError", PyExc_ValueError, nullptr);
    m.attr("ParseError") = parse_error;
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

    m.def("index_integers", py_index_integers, "values"_a, "threads"_a,
          "Distinct values, ascending, and for each value its place among them.");
    m.def("merge_integers", py_merge_integers, "first"_a, "second"_a,
          "Two ascending lists merged, and the place of each item of both.");
    m.def("index_texts", py_index_texts, "offsets"_a, "bytes"_a, "threads"_a,
          "Distinct texts, in order of appearance, and for each text its place among them.");
    m.def("join_texts", py_join_texts, "offsets"_a, "bytes"_a, "other_offsets"_a, "other_bytes"_a, "threads"_a,
          "The place of each other text among or behind the first ones, and which of them are new.");

    m.def("read_rows", py_read_rows, "path"_a.none(), "text"_a.none(), "ids"_a, "shares"_a, "keyed"_a, "threads"_a,
          "progress"_a.none(),
          "Rows, labels, cluster names and keys of a list with one row per line: the file at `path`, or else `text`.");
    m.def("read_columns", py_read_columns, "path"_a.none(), "text"_a.none(), "fields"_a, "separator"_a, "comments"_a,
          "begin"_a, "end"_a, "threads"_a, "progress"_a.none(),
          "Columns of a table: labels and members, or numbers. Fields are skip, integer, text, number or share.");
    m.def("find_row", py_find_row, "path"_a.none(), "text"_a.none(), "fields"_a, "separator"_a, "comments"_a, "begin"_a,
          "end"_a, "row"_a, "Line and column where a row of a table begins.");

    m.def("count_overlaps", py_count_overlaps<int64_t>, "truth_offsets"_a, "truth_members"_a, "found_of_node_offsets"_a,
          "found_of_node"_a, "found_clusters"_a, "node_amounts"_a, "threads"_a, "progress"_a,
          "Sparse overlap table by truth cluster. No node amounts: every node counts 1.");
    m.def("count_overlaps", py_count_overlaps<double>, "truth_offsets"_a, "truth_members"_a, "found_of_node_offsets"_a,
          "found_of_node"_a, "found_clusters"_a, "node_amounts"_a, "threads"_a, "progress"_a);
    m.def("best_matches", py_best_matches<int64_t>, "truth_offsets"_a, "truth_members"_a, "truth_shares"_a.none(),
          "found_of_node_offsets"_a, "found_of_node"_a, "found_of_node_shares"_a.none(), "truth_sizes"_a, "found_sizes"_a,
          "node_amounts"_a, "threads"_a, "progress"_a,
          "Best partner and match of every cluster of both sides by f1, pprob and amount, and the sum of all matches.");
    m.def("best_matches", py_best_matches<double>, "truth_offsets"_a, "truth_members"_a, "truth_shares"_a.none(),
          "found_of_node_offsets"_a, "found_of_node"_a, "found_of_node_shares"_a.none(), "truth_sizes"_a, "found_sizes"_a,
          "node_amounts"_a, "threads"_a, "progress"_a);
    m.def("find_node_types", py_find_node_types, "truth_offsets"_a, "truth_of_node"_a, "truth_shares"_a.none(),
          "found_offsets"_a, "found_of_node"_a, "found_shares"_a.none(), "threads"_a, "progress"_a,
          "The type of each node, and the first node of each type.");
    m.def("count_pairs", py_count_pairs, "truth_offsets"_a, "truth_of_type"_a, "truth_clusters"_a, "found_offsets"_a,
          "found_of_type"_a, "found_clusters"_a, "weights"_a, "method"_a, "most_items"_a, "threads"_a, "progress"_a,
          "Pairs of nodes by the number of clusters they share on both sides, where they share some on both.");
    m.def("count_own_pairs", py_count_own_pairs, "offsets"_a, "clusters_of_type"_a, "clusters"_a, "weights"_a, "method"_a,
          "most_items"_a, "threads"_a, "progress"_a,
          "Pairs of nodes by the number of clusters they share on one side, where they share some.");
    m.def("match_one_to_one", py_match_one_to_one, "offsets"_a, "found"_a, "weights"_a, "found_clusters"_a,
          "progress"_a, "For each truth cluster its edge in the heaviest one-to-one matching, or -1.");
}
