// Tables: memberships, edge lists and label lists are columns in different layouts.
#include <algorithm>

#include "reading.hpp"
#include "rows.hpp"
#include "text_columns.hpp"
#include "text_tokens.hpp"

namespace accord::fuzz {
namespace {

// Only what Python would ask for: columns that share their labels are of one kind.
Layout take_layout(Options& options) {
    Layout layout;
    layout.separator = " \t,;"[options.below(4)];
    layout.comments = options.flag();
    layout.gaps = options.flag();
    layout.together = options.flag();
    const bool header = options.flag();
    const size_t count = 1 + options.below(4);
    for (size_t f = 0; f < count; ++f) layout.fields.push_back(Field(options.below(5)));
    if (layout.together) {
        const auto is_label = [](Field field) {
            return field == Field::integer || field == Field::text;
        };
        const auto first = std::ranges::find_if(layout.fields, is_label);
        for (Field& field : layout.fields)
            if (is_label(field)) field = *first;
    }
    const std::string_view text = options.rest();
    layout.end = text.size();
    if (header) {
        const auto end = std::ranges::find_if(text, is_line_end);
        layout.begin = size_t(end - text.begin()) + (end != text.end());
    }
    return layout;
}

struct ColumnRecorder {
    Record& record;
    size_t& rows;

    void operator()(std::monostate) const { record.add(0); }
    void operator()(const Array<double>& numbers) const {
        record.add(numbers.span());
        rows = numbers.size();
    }
    void operator()(const IndexedIntegers& column) const {
        record.add(column.labels.span());
        add_members(column.members);
    }
    void operator()(const IndexedTexts& column) const {
        record.add(column.offsets.span());
        record.add(column.bytes.span());
        add_members(column.members);
    }
    void add_members(const Array<uint32_t>& members) const {
        record.add(members.span());
        rows = members.size();
    }
};

}  // namespace

void tables(std::string_view input) {
    Options options(input);
    const Layout layout = take_layout(options);
    read_in_all_ways(options.rest(), [&](const TextSource& source, size_t block_size,
                                         const Team& team, Record& record) {
        size_t rows = 0;
        for (const ColumnValues& column : read_columns(source, layout, team, block_size))
            std::visit(ColumnRecorder{record, rows}, column);
        for (const size_t row : {size_t{0}, rows / 2, rows})
            record.add(find_row(source, layout, row, block_size));
    });
}

}  // namespace accord::fuzz
