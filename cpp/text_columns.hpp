// Reader of columns: one row per line, the same number of fields in each.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "label_index.hpp"
#include "text_blocks.hpp"
#include "text_index.hpp"
#include "text_source.hpp"

namespace accord {

enum class Field { skip, integer, text, number, share };

struct Layout {
    std::vector<Field> fields;  // what each column holds
    char separator = ' ';       // ' ': any run of blanks
    bool comments = true;       // lines that start with '#' or '%' are skipped
    bool gaps = true;           // so are blank lines; else one between rows is an error
    bool together = false;  // the columns of labels, all of one kind, have one list of labels: that
                            // of the first
    size_t begin = 0;       // where in the source the rows begin
    size_t end = 0;         // and where they end
};

// In rows without a value the member is kNone, the number is NaN, and the share is 1.
using ColumnValues = std::variant<std::monostate, IndexedIntegers, IndexedTexts, Array<double>>;

// One entry per column, empty for those skipped.
std::vector<ColumnValues> read_columns(const TextSource& source, const Layout& layout,
                                       const Team& team, size_t block_size = kTextBlock);

// Where the given row begins.
size_t find_row(const TextSource& source, const Layout& layout, size_t row,
                size_t block_size = kTextBlock);

}  // namespace accord
