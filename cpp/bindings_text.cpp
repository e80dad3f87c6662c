// The part of accord._core that reads and writes text.
#include <memory>

#include "bindings.hpp"
#include "text_columns.hpp"
#include "text_rows.hpp"
#include "text_writer.hpp"

namespace accord {
namespace {

nb::handle parse_error;  // a Python class, made when the module is, and never given up

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
        return run(threads, progress,
                   [&](const Team& team) { return read_rows(*source, ids_of(ids), shares, keyed, team); });
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

Layout layout_of(const std::vector<std::string>& fields, const std::string& separator, bool comments, bool gaps,
                 bool together, size_t begin, size_t end, const TextSource& source) {
    if (end > source.size()) throw FileChanged();
    Layout layout{{}, separator[0], comments, gaps, together, begin, end};
    for (const std::string& field : fields)
        layout.fields.push_back(field == "integer" ? Field::integer : field == "text" ? Field::text
                                : field == "number" ? Field::number : field == "share" ? Field::share : Field::skip);
    return layout;
}

// For each column its labels and members, or its numbers; None for those skipped.
using PyColumn = std::variant<std::monostate, std::tuple<PyLabels, Out<uint32_t>>, Out<double>>;

std::vector<PyColumn> py_read_columns(std::optional<nb::bytes> path, std::optional<nb::bytes> text,
                                      std::vector<std::string> fields, const std::string& separator, bool comments,
                                      bool gaps, bool together, size_t begin, size_t end, int threads,
                                      Progress progress) {
    const auto source = source_of(path, text);
    const Layout layout = layout_of(fields, separator, comments, gaps, together, begin, end, *source);
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
                                       bool gaps, bool together, size_t begin, size_t end, size_t row) {
    const auto source = source_of(path, text);
    const Layout layout = layout_of(fields, separator, comments, gaps, together, begin, end, *source);
    const auto [line, column] = locate(*source, find_row(*source, layout, row));
    return {line, column};
}

using PyWords = std::variant<std::monostate, In<int64_t>, std::tuple<In<int64_t>, In<uint8_t>>>;

Words words(const PyWords& given) {
    if (const auto* integers = std::get_if<In<int64_t>>(&given)) return span(*integers);
    if (const auto* both = std::get_if<std::tuple<In<int64_t>, In<uint8_t>>>(&given))
        return texts(std::get<0>(*both), std::get<1>(*both));
    return {};
}

nb::bytes py_format_rows(In<int64_t> offsets, In<uint32_t> members, OptionalIn<double> shares, PyWords member_words,
                         PyWords keys, PyWords member_tails, PyWords key_tails, const std::string& separator,
                         const std::string& key_end, bool by_member, bool key_first, size_t first, size_t last, int
                          threads) {
    const LineStyle style{words(member_words), words(keys), words(member_tails), words(key_tails),
                          separator[0], key_end, by_member, key_first};
    const std::string text = run(threads, {}, [&](const Team& team) {
        return format_rows(view(offsets, members, shares), style, first, last, team);
    });
    return nb::bytes(text.data(), text.size());
}

}  // namespace

void bind_text(nb::module_& m) {
    parse_error = PyErr_NewException("accord._core.ParseError", PyExc_ValueError, nullptr);
    m.attr("ParseError") = parse_error;

    m.def("read_rows", py_read_rows, "path"_a.none(), "text"_a.none(), "ids"_a, "shares"_a, "keyed"_a, "threads"_a,
          "progress"_a.none(),
          "Rows, labels, cluster names and keys of a list with one row per line: the file at `path`, or else `text`.");
    m.def("read_columns", py_read_columns, "path"_a.none(), "text"_a.none(), "fields"_a, "separator"_a, "comments"_a,
          "gaps"_a, "together"_a, "begin"_a, "end"_a, "threads"_a, "progress"_a.none(),
          "Columns of a table: labels and members, or numbers. Fields are skip, integer, text, number or share.");
    m.def("find_row", py_find_row, "path"_a.none(), "text"_a.none(), "fields"_a, "separator"_a, "comments"_a, "gaps"_a,
          "together"_a, "begin"_a, "end"_a, "row"_a, "Line and column where a row of a table begins.");

    m.def("format_rows", py_format_rows, "offsets"_a, "members"_a, "shares"_a.none(), "member_words"_a, "keys"_a.none(),
          "member_tails"_a.none(), "key_tails"_a.none(), "separator"_a, "key_end"_a, "by_member"_a, "key_first"_a,
          "first"_a, "last"_a, "threads"_a, "Rows first to last as text: a line for each, or for each membership.");
}

}  // namespace accord
