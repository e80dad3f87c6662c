#include "text_writer.hpp"

#include <charconv>

namespace accord {
namespace {

template <class Number>
void append(Number number, std::string& out) {
    char digits[32];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append(const Words& words, size_t i, std::string& out) {
    if (const auto* integers = std::get_if<std::span<const int64_t>>(&words))
        append((*integers)[i], out);
    else if (const auto* texts = std::get_if<TextsView>(&words)) out.append((*texts)[i]);
}

bool has(const Words& words) { return words.index() != 0; }

void append_row(RowsView rows, const LineStyle& style, size_t row, std::string& out) {
    append(style.keys, row, out);
    if (has(style.keys)) out += style.key_end;
    const auto members = rows[row];
    for (size_t i = 0; i < members.size(); ++i) {
        if (i) out += style.separator;
        append(style.members, members[i], out);
        if (rows.shares.empty()) continue;
        out += ':';
        append(rows.shares_of(row)[i], out);
    }
    out += '\n';
}

void append_memberships(RowsView rows, const LineStyle& style, size_t row, std::string& out) {
    const auto members = rows[row];
    for (size_t i = 0; i < members.size(); ++i) {
        if (style.key_first) append(style.keys, row, out);
        else append(style.members, members[i], out);
        out += style.separator;
        if (style.key_first) append(style.members, members[i], out);
        else append(style.keys, row, out);
        if (!rows.shares.empty()) {
            out += style.separator;
            append(rows.shares_of(row)[i], out);
        }
        if (has(style.key_tails)) {
            out += style.separator;
            append(style.key_tails, row, out);
        }
        if (has(style.member_tails)) {
            out += style.separator;
            append(style.member_tails, members[i], out);
        }
        out += '\n';
    }
}

}  // namespace

std::string format_rows(RowsView rows, const LineStyle& style, size_t first, size_t last,
                        const Team& team) {
    const auto starts = chunk_rows(rows.offsets.subspan(first, last - first + 1));
    std::vector<std::string> parts(starts.size() - 1);
    parallel_for(parts.size(), team, [&](size_t part) {
        for (size_t row = first + starts[part]; row < first + starts[part + 1]; ++row)
            (style.by_member ? append_memberships : append_row)(rows, style, row, parts[part]);
    });
    std::string out;
    for (const std::string& part : parts) out += part;
    return out;
}

}  // namespace accord
