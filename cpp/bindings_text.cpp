// Text read into rows and columns, and rows written as text.
#include "bindings.hpp"

#include <memory>

#include "text_columns.hpp"
#include "text_rows.hpp"
#include "text_writer.hpp"

namespace accord {

// ---- what is read -------------------------------------------------------------------------------

struct SourceRecord {
    static constexpr char kClass[] = "accord._io.files.source.Source";
    std::optional<nb::bytes> path, text;  // one of them

    bool read(const Attributes& attributes) {
        return attributes("path", path) && attributes("text", text);
    }
    std::unique_ptr<TextSource> open() const {
        if (path) return std::make_unique<FileSource>(path->c_str());
        return std::make_unique<MemorySource>(std::string_view(text->c_str(), text->size()));
    }
};

struct LayoutRecord {
    static constexpr char kClass[] = "accord._io.files.text.Layout";
    nb::tuple fields;  // arguments are read by functions that must not throw, and so not allocate
    std::string separator;
    bool comments, gaps, together;
    size_t begin, end;

    bool read(const Attributes& attributes) {
        return attributes("fields", fields) && attributes("separator", separator) &&
               attributes("comments", comments) && attributes("gaps", gaps) &&
               attributes("together", together) && attributes("begin", begin) &&
               attributes("end", end);
    }
};

namespace {

nb::handle parse_error;  // a Python class, never released

// What read() returns; its errors say where in the source they are.
template <class Read>
auto with_locations(const TextSource& source, Read&& read) {
    try {
        return read();
    } catch (const ParseError& error) {
        const auto [line, column] = locate(source, error.offset);
        const auto arguments =
            nb::make_tuple(error.what(), line, column, error.not_integer, error.column);
        PyErr_SetObject(parse_error.ptr(), arguments.ptr());
        throw nb::python_error();
    }
}

using PyLabels = std::variant<Out<int64_t>, PyTexts>;

// ---- rows ---------------------------------------------------------------------------------------

Ids ids_of(const std::string& name) {
    return name == "integer" ? Ids::integer : name == "text" ? Ids::text : Ids::automatic;
}

using PyTextRows =
    std::tuple<PyRows, int64_t, PyLabels, std::optional<PyTexts>, std::optional<Out<uint32_t>>>;

PyTextRows py_read_rows(const SourceRecord& given, const std::string& ids, bool shares, bool keyed,
                        int threads, const Progress& progress) {
    const auto source = given.open();
    TextRows read = with_locations(*source, [&] {
        return run(threads, progress, [&](const Team& team) {
            return read_rows(*source, ids_of(ids), shares, keyed, team);
        });
    });
    const int64_t repeated = read.rows.repeated;
    std::optional<PyTexts> names;
    if (read.names.size())
        names = make_texts(copy_to_python<int64_t>(read.names.offsets),
                           copy_to_python<uint8_t>(read.names.bytes));
    std::optional<Out<uint32_t>> keys;
    if (keyed) keys = to_python(std::move(read.keys));
    PyLabels labels;
    if (read.integers) labels = to_python(std::move(read.integer_labels));
    else labels = labels_to_python(read.texts);
    return {to_python(std::move(read.rows), shares), repeated, std::move(labels), std::move(names),
            std::move(keys)};
}

// ---- columns ------------------------------------------------------------------------------------

Field field_of(const std::string& name) {
    return name == "integer"  ? Field::integer
           : name == "text"   ? Field::text
           : name == "number" ? Field::number
           : name == "share"  ? Field::share
                              : Field::skip;
}

Layout layout_of(const LayoutRecord& given, const TextSource& source) {
    if (given.end > source.size()) throw FileChanged();
    Layout layout{{},          given.separator[0], given.comments, given.gaps, given.together,
                  given.begin, given.end};
    for (const nb::handle name : given.fields)
        layout.fields.push_back(field_of(nb::cast<std::string>(name)));
    return layout;
}

// Labels and members, or numbers; None if it is skipped.
using PyColumn = std::variant<std::monostate, std::tuple<PyLabels, Out<uint32_t>>, Out<double>>;

struct ColumnToPython {
    PyColumn operator()(std::monostate) const { return {}; }
    PyColumn operator()(IndexedIntegers& column) const {
        return std::tuple(PyLabels(to_python(std::move(column.labels))),
                          to_python(std::move(column.members)));
    }
    PyColumn operator()(IndexedTexts& column) const {
        return std::tuple(PyLabels(labels_to_python(column)), to_python(std::move(column.members)));
    }
    PyColumn operator()(Array<double>& numbers) const { return to_python(std::move(numbers)); }
};

std::vector<PyColumn> py_read_columns(const SourceRecord& given, const LayoutRecord& layout,
                                      int threads, const Progress& progress) {
    const auto source = given.open();
    const Layout wanted = layout_of(layout, *source);
    auto columns = with_locations(*source, [&] {
        return run(threads, progress,
                   [&](const Team& team) { return read_columns(*source, wanted, team); });
    });
    std::vector<PyColumn> out;
    for (ColumnValues& column : columns) out.push_back(std::visit(ColumnToPython(), column));
    return out;
}

std::tuple<size_t, size_t> py_find_row(const SourceRecord& given, const LayoutRecord& layout,
                                       size_t row) {
    const auto source = given.open();
    const auto [line, column] = locate(*source, find_row(*source, layout_of(layout, *source), row));
    return {line, column};
}

// ---- writing ------------------------------------------------------------------------------------

// Integers, or texts.
using WordsArgument = std::variant<In<int64_t>, TextsRecord>;

Words words(const WordsArgument& given) {
    return std::visit([](const auto& labels) -> Words { return view(labels); }, given);
}

Words words(const std::optional<WordsArgument>& given) { return given ? words(*given) : Words(); }

std::string format(RowsView rows, size_t begin, size_t end, const WordsArgument& members,
                   const std::optional<WordsArgument>& keys,
                   const std::optional<WordsArgument>& member_tails,
                   const std::optional<WordsArgument>& key_tails, const std::string& separator,
                   const std::string& key_end, bool by_member, bool key_first, const Team& team) {
    const LineStyle style{.members = words(members),
                          .keys = words(keys),
                          .member_tails = words(member_tails),
                          .key_tails = words(key_tails),
                          .separator = separator[0],
                          .key_end = key_end,
                          .by_member = by_member,
                          .key_first = key_first};
    return format_rows(rows, style, begin, end, team);
}

}  // namespace

void bind_text(nb::module_& m) {
    parse_error = PyErr_NewException("accord._core.ParseError", PyExc_ValueError, nullptr);
    m.attr("ParseError") = parse_error;

    m.def("read_rows", py_read_rows, "source"_a, nb::kw_only(), "ids"_a, "shares"_a, "keyed"_a,
          "threads"_a, "progress"_a = nb::none(),
          "A list with one row per line: rows, number of repeated members, labels, names and keys "
          "of rows.");
    m.def("read_columns", py_read_columns, "source"_a, "layout"_a, nb::kw_only(), "threads"_a,
          "progress"_a = nb::none(),
          "The columns of a table: labels and members, or numbers; None for those skipped.");
    m.def("find_row", py_find_row, "source"_a, "layout"_a, "row"_a,
          "Line and column where a row of a table begins.");
    def(m, "format_rows", format, "rows"_a, "begin"_a, "end"_a, nb::kw_only(), "members"_a,
        "keys"_a.none(), "member_tails"_a.none(), "key_tails"_a.none(), "separator"_a, "key_end"_a,
        "by_member"_a, "key_first"_a,
        "Rows begin to end as text: a line for each row, or for each membership.");
}

}  // namespace accord
