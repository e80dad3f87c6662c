#include "text_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rows.hpp"
#include "text_tokens.hpp"

// The text is cut into blocks that are parsed side by side; a block owns the lines that start in
// it.

namespace accord {
namespace {

constexpr size_t kLongestLine = 1 << 20;

char* line_end(char* at, char* end) { return std::find_if(at, end, is_line_end); }

// The fields of one column in a block.
struct BlockColumn {
    std::vector<int64_t> integers;
    std::vector<double> numbers;
    std::vector<uint32_t> begins, lengths;  // of texts, in the buffer of the block
    std::vector<uint32_t> missing;          // rows without a value
    TextChunk texts;                        // made of these when the block is done
};

struct ColumnBlock {
    std::vector<char> buffer;  // where its texts are
    std::vector<BlockColumn> columns;
    size_t rows = 0;
    struct Gap {
        size_t offset, row;
    };
    std::optional<Gap> gap;  // the first blank line, and how many rows come before it
    std::optional<ParseError> error;
};

class RowParser {
public:
    RowParser(const TextSource& source, const Layout& layout, size_t bits, size_t block_size)
        : source_(source),
          layout_(layout),
          bits_(bits),
          lookahead_(first_lookahead(block_size)),
          blanks_(layout.separator == ' '),
          has_texts_(std::ranges::count(layout.fields, Field::text) > 0) {}

    ColumnBlock parse(size_t begin, size_t end) {
        block_ = ColumnBlock{};
        block_.columns.resize(layout_.fields.size());
        try {
            load(begin, end);
            const size_t expected = size_t(limit_ - cursor_) / (6 * layout_.fields.size());
            for (size_t f = 0; f < layout_.fields.size(); ++f)
                if (layout_.fields[f] == Field::integer)
                    block_.columns[f].integers.reserve(expected);
            while (next_line()) parse_row();
        } catch (const ParseError& error) {
            block_.error = error;
        }
        for (size_t f = 0; f < layout_.fields.size(); ++f) {
            BlockColumn& column = block_.columns[f];
            if (layout_.fields[f] != Field::text) continue;
            column.texts =
                TextChunk(buffer_.data(), std::move(column.begins), column.lengths, bits_, hashes_);
            column.lengths = {};
        }
        if (has_texts_ && block_.rows) block_.buffer.swap(buffer_);
        return std::move(block_);
    }

    // Whether another row starts in this block; the cursor, which is at the start of a line, is
    // then at its first field.
    bool next_line() {
        while (cursor_ < limit_) {
            char* const start = cursor_;
            while (cursor_ != text_end_ && (*cursor_ == ' ' || (blanks_ && is_blank(*cursor_))))
                ++cursor_;
            if (cursor_ == text_end_) return false;
            if (is_line_end(*cursor_)) {
                if (!block_.gap) block_.gap = {offset(start), block_.rows};
            } else if (!(layout_.comments && (*cursor_ == '#' || *cursor_ == '%'))) {
                return true;
            }
            skip_line();
        }
        return false;
    }

    // Goes to the start of the next line.
    void skip_line() {
        cursor_ = line_end(cursor_, text_end_);
        const bool both = text_end_ - cursor_ > 1 && cursor_[0] == '\r' && cursor_[1] == '\n';
        cursor_ = std::min(cursor_ + 1 + both, text_end_);
    }

    // Sets [cursor_, limit_) to where the lines of [begin, end) start, with all of the last one
    // readable up to text_end_.
    void load(size_t begin, size_t end) {
        const size_t from = begin > layout_.begin ? begin - 1 : begin;
        for (size_t ahead = lookahead_;; ahead *= 2) {
            const size_t to = std::min(end + ahead, layout_.end);
            const std::string_view text = source_.read(from, to, buffer_);
            if (text.data() != buffer_.data()) buffer_.assign(text.begin(), text.end());
            text_end_ = buffer_.data() + text.size();
            limit_ = buffer_.data() + (end - from);
            if (begin > layout_.begin && line_end(buffer_.data(), limit_) == limit_) {
                cursor_ = limit_;  // all of it is within a line of an earlier block
                return;
            }
            if (to == layout_.end ||
                line_end(buffer_.data() + (end - 1 - from), text_end_) != text_end_)
                break;
            if (ahead > kLongestLine) {
                const char* start = text_end_;
                while (start != buffer_.data() && !is_line_end(start[-1])) --start;
                text_begin_ = from;
                fail("a line longer than 1 MiB: this does not look like a table", start);
            }
        }
        text_begin_ = from;
        cursor_ = buffer_.data() + (begin - from);
        // A line that reaches into this block belongs to the one before.
        if (begin == layout_.begin) return;
        if (!is_line_end(cursor_[-1])) skip_line();
        else if (cursor_[-1] == '\r' && cursor_ != text_end_ && *cursor_ == '\n') ++cursor_;
        cursor_ = std::min(cursor_, limit_);  // the '\n' of a line end may lie behind the block
    }

    size_t offset() const { return offset(cursor_); }

private:
    void parse_row() {
        for (size_t f = 0; f < layout_.fields.size(); ++f) {
            if (f && !blanks_) {
                if (at_line_end()) fail_count(f, cursor_);
                ++cursor_;  // the separator
            }
            skip_blanks();
            if (blanks_ && at_line_end()) fail_count(f, cursor_);
            take_field(f);
            skip_blanks();
        }
        if (!at_line_end()) fail_count(layout_.fields.size() + 1, cursor_ + !blanks_);
        ++block_.rows;
        skip_line();
    }

    bool at_line_end() const { return cursor_ == text_end_ || is_line_end(*cursor_); }
    bool at_field_end() const {
        return at_line_end() || (blanks_ ? is_blank(*cursor_) : *cursor_ == layout_.separator);
    }
    void skip_blanks() {
        while (cursor_ != text_end_ && is_blank(*cursor_) &&
               (blanks_ || *cursor_ != layout_.separator))
            ++cursor_;
    }

    void take_field(size_t f) {
        BlockColumn& column = block_.columns[f];
        char* const begin = cursor_;
        if (layout_.fields[f] == Field::integer) {
            int64_t value = 0;  // the usual case, without looking for the end first
            if (const char* const end = parse_integer(begin, text_end_, value)) {
                cursor_ = begin + (end - begin);
                if (at_field_end()) {
                    column.integers.push_back(value);
                    return;
                }
                cursor_ = begin;
            }
        }
        const bool quoted = begin != text_end_ && *begin == '"';
        const std::string_view text = quoted ? take_quoted() : take_plain();
        if (!blanks_) skip_blanks();
        if (!at_field_end()) fail("a quoted field goes on behind its closing quote", cursor_);
        if (text.empty() && !quoted) {
            if (layout_.fields[f] == Field::share) column.numbers.push_back(1);
            else if (layout_.fields[f] == Field::number) column.numbers.push_back(std::nan(""));
            else if (layout_.fields[f] != Field::skip)
                column.missing.push_back(uint32_t(block_.rows));
            return;
        }
        put(layout_.fields[f], text, begin, column, f);
    }

    void put(Field field, std::string_view text, const char* at, BlockColumn& column, size_t f) {
        switch (field) {
            case Field::skip: return;
            case Field::integer: {
                int64_t value = 0;
                if (parse_integer(text.data(), text.data() + text.size(), value) !=
                    text.data() + text.size())
                    throw ParseError("'" + quote(text) + "' is not an integer id", offset(at), true,
                                     f);
                column.integers.push_back(value);
                return;
            }
            case Field::text:
                column.begins.push_back(uint32_t(text.data() - buffer_.data()));
                column.lengths.push_back(uint32_t(text.size()));
                return;
            case Field::number:
            case Field::share: {
                double value = 0;
                const auto wrong = parse_number(text, value, field == Field::share);
                if (!wrong.empty()) fail(wrong, at);
                column.numbers.push_back(value);
            }
        }
    }

    // A field without quotes; the cursor moves to its end.
    std::string_view take_plain() {
        char* const begin = cursor_;
        if (blanks_) {
            cursor_ += skip_visible(begin, text_end_) - begin;
            while (!at_field_end()) ++cursor_;
        } else {
            const char separator = layout_.separator;
            while (cursor_ != text_end_ && *cursor_ != separator && !is_line_end(*cursor_))
                ++cursor_;
        }
        char* end = cursor_;
        while (!blanks_ && end != begin && is_blank(end[-1])) --end;
        check_text(begin, end);
        return {begin, end};
    }

    // The text in quotes; doubled quotes are replaced by one, in place.
    std::string_view take_quoted() {
        char* const opening = cursor_++;
        char* const begin = cursor_;
        char* to = begin;
        for (;; ++cursor_) {
            if (at_line_end()) fail("a quoted field does not end on its line", opening);
            if (*cursor_ == '"' && !(++cursor_ != text_end_ && *cursor_ == '"')) break;
            *to++ = *cursor_;
        }
        check_text(begin, to);
        return {begin, to};
    }

    void check_text(const char* begin, const char* end) const {
        if (skip_visible(begin, end) == end) return;
        for (const char* at = begin; at != end;) {
            // A tab may be part of a field if it does not separate fields.
            at += first_non_text({at, end});
            if (at == end) return;
            if (*at != '\t') fail("this is not UTF-8 text", at);
            ++at;
        }
    }

    [[noreturn]] void fail(const std::string& what, const char* at) const {
        throw ParseError(what, offset(at));
    }
    [[noreturn]] void fail_count(size_t there, const char* at) const {
        const std::string wanted = std::to_string(layout_.fields.size());
        const std::string found = there > layout_.fields.size() ? "more" : std::to_string(there);
        fail("expected " + wanted + " columns, as in the first row, and found " + found, at);
    }
    size_t offset(const char* at) const { return text_begin_ + size_t(at - buffer_.data()); }

    const TextSource& source_;
    const Layout& layout_;
    const size_t bits_, lookahead_;
    const bool blanks_, has_texts_;
    std::vector<char> buffer_;
    std::vector<uint64_t> hashes_;  // scratch
    size_t text_begin_ = 0;         // where the buffer begins in the source
    char *cursor_ = nullptr, *limit_ = nullptr, *text_end_ = nullptr;
    ColumnBlock block_;
};

[[noreturn]] void fail_gap(const ColumnBlock::Gap& gap) {
    throw ParseError("a blank line: every line has the cluster of one node", gap.offset);
}

std::vector<ColumnBlock> parse_blocks(const TextSource& source, const Layout& layout, size_t bits,
                                      size_t block_size, const Team& team) {
    std::vector<ColumnBlock> blocks((layout.end - layout.begin + block_size - 1) / block_size);
    constexpr size_t kBatch = 4;  // blocks that share one parser and its buffer
    parallel_ranges(blocks.size(), kBatch, team, [&](size_t first, size_t last) {
        RowParser parser(source, layout, bits, block_size);
        for (size_t b = first; b < last; ++b) {
            const size_t begin = layout.begin + b * block_size;
            blocks[b] = parser.parse(begin, std::min(begin + block_size, layout.end));
        }
    });
    const ColumnBlock::Gap* gap = nullptr;  // the first one, so far
    for (const ColumnBlock& block : blocks) {
        if (gap && block.rows) fail_gap(*gap);
        if (!gap && !layout.gaps && block.gap) gap = &*block.gap;
        if (gap && gap->row < block.rows) fail_gap(*gap);
        if (block.error) throw *block.error;
    }
    return blocks;
}

// The members of a column, which begin at `from`, with kNone in the rows that have none. Moves
// `from` to their end.
Array<uint32_t> members_of_column(const uint32_t*& from, const std::vector<ColumnBlock>& blocks,
                                  size_t f, size_t rows) {
    Array<uint32_t> out(rows);
    uint32_t* to = out.data();
    for (const ColumnBlock& block : blocks) {
        size_t row = 0;
        const auto copy_until = [&](size_t end) {
            to = std::copy_n(from, end - row, to);
            from += end - row;
            row = end;
        };
        for (const uint32_t missing : block.columns[f].missing) {
            copy_until(missing);
            *to++ = kNone;
            ++row;
        }
        copy_until(block.rows);
    }
    return out;
}

// One list of labels for all these columns, which goes to the first of them; each gets its members.
template <class Indexed>
void put_labels(Indexed indexed, std::span<const size_t> columns,
                const std::vector<ColumnBlock>& blocks, size_t rows,
                std::vector<ColumnValues>& out) {
    if (columns.size() == 1 && indexed.members.size() == rows) {
        out[columns[0]] = std::move(indexed);
        return;
    }
    const Array<uint32_t> members = std::move(indexed.members);
    const uint32_t* from = members.data();
    for (const size_t f : columns) {
        Indexed own = std::exchange(indexed, {});
        own.members = members_of_column(from, blocks, f, rows);
        out[f] = std::move(own);
    }
}

void read_labels(std::vector<ColumnBlock>& blocks, Field field, std::span<const size_t> columns,
                 size_t rows, size_t bits, const Team& team, std::vector<ColumnValues>& out) {
    if (field == Field::integer) {
        std::vector<std::span<const int64_t>> pieces;
        for (const size_t f : columns)
            for (const ColumnBlock& block : blocks) pieces.emplace_back(block.columns[f].integers);
        put_labels(index_integers(pieces, team), columns, blocks, rows, out);
    } else {
        std::vector<TextChunk> chunks;
        for (const size_t f : columns)
            for (ColumnBlock& block : blocks) chunks.push_back(std::move(block.columns[f].texts));
        put_labels(index_texts(std::move(chunks), bits, team), columns, blocks, rows, out);
    }
}

}  // namespace

std::vector<ColumnValues> read_columns(const TextSource& source, const Layout& layout,
                                       const Team& team, size_t block_size) {
    const size_t bits =
        text_partition_bits((layout.end - layout.begin) / (8 * layout.fields.size()));
    std::vector<ColumnBlock> blocks = parse_blocks(source, layout, bits, block_size, team);
    size_t rows = 0;
    for (const ColumnBlock& block : blocks) rows += block.rows;
    std::vector<ColumnValues> out(layout.fields.size());
    std::vector<size_t> labels;
    for (size_t f = 0; f < layout.fields.size(); ++f) {
        const Field field = layout.fields[f];
        if (field == Field::integer || field == Field::text) {
            labels.push_back(f);
        } else if (field != Field::skip) {
            Array<double> numbers(rows);
            double* to = numbers.data();
            for (const ColumnBlock& block : blocks)
                to = std::ranges::copy(block.columns[f].numbers, to).out;
            out[f] = std::move(numbers);
        }
    }
    const size_t step = layout.together ? labels.size() : 1;
    for (size_t first = 0; first < labels.size(); first += step)
        read_labels(blocks, layout.fields[labels[first]], {labels.data() + first, step}, rows, bits,
                    team, out);
    return out;
}

size_t find_row(const TextSource& source, const Layout& layout, size_t row, size_t block_size) {
    for (size_t begin = layout.begin; begin < layout.end; begin += block_size) {
        RowParser parser(source, layout, 0, block_size);
        parser.load(begin, std::min(begin + block_size, layout.end));
        for (; parser.next_line(); parser.skip_line())
            if (row-- == 0) return parser.offset();
    }
    return layout.end;
}

}  // namespace accord
