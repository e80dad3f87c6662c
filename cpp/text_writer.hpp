// Rows as text: a line for each row, or for each membership.
#pragma once

#include <string>
#include <variant>

#include "rows.hpp"
#include "text_index.hpp"

namespace accord {

// Names of nodes or clusters.
using Words = std::variant<std::monostate, std::span<const int64_t>, TextsView>;

struct LineStyle {
    Words members;       // of the rows
    Words keys;          // of the rows themselves; may be none
    Words member_tails;  // a last column for each member; may be none
    Words key_tails;     // a column for each row, before that one; may be none
    char separator = ' ';
    std::string key_end;     // between a key and the members in its line
    bool by_member = false;  // a line for each membership: member, key, share, tails
    bool key_first = false;  // in such a line, the key comes before the member
};

// The lines of the rows [first, last).
std::string format_rows(RowsView rows, const LineStyle& style, size_t first, size_t last,
                        const Team& team);

}  // namespace accord
