// One block of a cluster list, parsed on its own.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "text_index.hpp"
#include "text_source.hpp"

namespace accord {

struct ParseError : std::runtime_error {
    ParseError(const std::string& what, size_t offset, bool not_integer = false, size_t column = 0)
        : std::runtime_error(what), offset(offset), not_integer(not_integer), column(column) {}
    size_t offset;
    bool not_integer;  // here, reading the ids as text would succeed
    size_t column;     // of a table, where the ids are
};

// The part of a line that a position is in.
enum class LinePart { line_start, in_cluster, in_comment };

struct ClusterName {
    size_t row;  // clusters of this block that end before the name
    size_t offset;
    std::string text;
};

// The content of a block of text.
struct Block {
    LinePart start = LinePart::line_start, end = LinePart::line_start;
    std::vector<int64_t> values;   // members that are integers
    TextChunk texts;               // members that are texts
    std::vector<char> buffer;      // where these are, unless they are in the memory of the source
    std::vector<double> shares;    // one per member where shares are read
    std::vector<size_t> row_ends;  // number of members at the end of each cluster line
    size_t members = 0;
    std::vector<ClusterName> names;
    std::optional<ParseError> error;
};

class BlockParser {
public:
    BlockParser(const TextSource& source, bool integers, bool shares, size_t block_size)
        : source_(source),
          integers_(integers),
          shares_(shares),
          bits_(text_bits(source)),
          lookahead_(first_lookahead(block_size)) {}

    // Number of bits of the partitions of the texts of a source.
    static size_t text_bits(const TextSource& source) {
        return text_partition_bits(source.size() / 8);
    }

    // The tokens that start in [begin, end), given where in its line `begin` lies. An error ends
    // the block and is kept.
    Block parse(size_t begin, size_t end, LinePart start);

private:
    void load(size_t begin, size_t end);
    void parse_lines();
    void take_name();
    void take_integer();
    void take_text();
    void take_share(const char* token);
    bool at_separator() const;
    void check_length() const;
    void check_text(const char* begin, const char* end) const;
    [[noreturn]] void fail(const std::string& what, const char* at) const;
    [[noreturn]] void fail_integer(const char* token) const;
    size_t offset(const char* at) const { return text_begin_ + size_t(at - text_.data()); }

    const TextSource& source_;
    const bool integers_, shares_;
    const size_t bits_, lookahead_;
    std::vector<char> buffer_;
    std::string_view text_;
    size_t text_begin_ = 0;  // where text_ begins in the source
    const char *cursor_ = nullptr, *limit_ = nullptr, *text_end_ = nullptr;
    bool ends_inside_token_ = false;  // text_ stops within a token that is too long to be one
    LinePart line_part_ = LinePart::line_start;
    Block block_;
    std::vector<uint32_t> text_begins_, text_lengths_;  // of the members that are texts
    std::vector<uint64_t> hashes_;                      // scratch
};

}  // namespace accord
