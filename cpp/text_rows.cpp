#include "text_rows.hpp"

#include <algorithm>
#include <sstream>

#include "text_tokens.hpp"

// The text is cut into blocks that are parsed side by side; a block owns the tokens that start in
// it. It assumes that it does not start inside a comment; if the block before shows that it does,
// it is parsed again.

namespace accord {
namespace {

bool first_is_integer(const TextSource& source, bool shares, size_t block_size) {
    for (size_t size = 1 << 12;; size *= 16) {
        const Block head = BlockParser(source, false, shares, block_size)
                               .parse(0, std::min(size, source.size()), LinePart::line_start);
        if (head.texts.size()) {
            const std::string_view first = head.texts.first();
            int64_t value;
            return parse_integer(first.data(), first.data() + first.size(), value) ==
                   first.data() + first.size();
        }
        if (size >= source.size() || head.error) return false;
    }
}

std::vector<Block> parse_blocks(const TextSource& source, bool integers, bool shares,
                                size_t block_size, const Team& team) {
    std::vector<Block> blocks((source.size() + block_size - 1) / block_size);
    const auto parse = [&](BlockParser& parser, size_t i, LinePart start) {
        blocks[i] =
            parser.parse(i * block_size, std::min((i + 1) * block_size, source.size()), start);
    };
    constexpr size_t kBatch = 4;  // blocks that share one parser and its buffer
    parallel_ranges(blocks.size(), kBatch, team, [&](size_t begin, size_t end) {
        BlockParser parser(source, integers, shares, block_size);
        std::vector<char> byte;
        for (size_t i = begin; i < end; ++i) {
            const bool line_start =
                i == 0 || is_line_end(source.read(i * block_size - 1, i * block_size, byte)[0]);
            parse(parser, i, line_start ? LinePart::line_start : LinePart::in_cluster);
        }
    });
    BlockParser parser(source, integers, shares, block_size);
    for (size_t i = 0; i < blocks.size(); ++i) {
        if (i && blocks[i].start != blocks[i - 1].end) parse(parser, i, blocks[i - 1].end);
        if (blocks[i].error) throw *blocks[i].error;
    }
    return blocks;
}

// Where each cluster ends, over all blocks; a cluster may span many blocks.
Array<int64_t> join_row_ends(const std::vector<Block>& blocks) {
    std::vector<int64_t> offsets{0};
    const ClusterName* name = nullptr;  // the last one met
    size_t members = 0;
    const auto close_row = [&](size_t end) {
        if (int64_t(end) == offsets.back())
            throw ParseError("cluster '" + quote(name->text) + "' has a name but no members",
                             name->offset);
        offsets.push_back(int64_t(end));
    };
    for (const Block& block : blocks) {
        auto next_name = block.names.begin();
        for (size_t row = 0; row < block.row_ends.size(); ++row) {
            if (next_name != block.names.end() && next_name->row == row) name = &*next_name++;
            close_row(members + block.row_ends[row]);
        }
        if (next_name != block.names.end()) name = &*next_name;
        members += block.members;
    }
    if (!blocks.empty() && blocks.back().end == LinePart::in_cluster) close_row(members);
    Array<int64_t> out(offsets.size());
    std::copy(offsets.begin(), offsets.end(), out.begin());
    return out;
}

PackedTexts join_names(const std::vector<Block>& blocks, size_t rows) {
    PackedTexts names;
    size_t row = 0;  // first row that ends in the block
    for (const Block& block : blocks) {
        for (const ClusterName& name : block.names) {
            while (names.size() < row + name.row) names.push_back("");
            names.push_back(name.text);
        }
        row += block.row_ends.size();
    }
    while (names.size() > 0 && names.size() < rows) names.push_back("");
    return names;
}

void index_integer_members(std::vector<Block>& blocks, TextRows& out, const Team& team) {
    std::vector<std::span<const int64_t>> pieces;
    for (const Block& block : blocks) pieces.emplace_back(block.values);
    auto [labels, members] = index_integers(pieces, team);
    out.integer_labels = std::move(labels);
    out.rows.members = std::move(members);
}

void index_text_members(std::vector<Block>& blocks, size_t bits, TextRows& out, const Team& team) {
    std::vector<TextChunk> chunks;
    for (Block& block : blocks)
        if (block.texts.size()) chunks.push_back(std::move(block.texts));
    out.texts = index_texts(std::move(chunks), bits, team);
    out.rows.members = std::move(out.texts.members);
}

// Removes the first member of each row, which is its key.
void take_keys(TextRows& out) {
    Rows& rows = out.rows;
    out.keys = Array<uint32_t>(rows.size());
    size_t to = 0;
    for (size_t row = 0; row < rows.size(); ++row) {
        const size_t begin = size_t(rows.offsets[row]), end = size_t(rows.offsets[row + 1]);
        out.keys[row] = rows.members[begin];
        rows.offsets[row] = int64_t(to);
        for (size_t i = begin + 1; i < end; ++i) {
            if (!rows.shares.empty()) rows.shares[to] = rows.shares[i];
            rows.members[to++] = rows.members[i];
        }
    }
    rows.offsets[rows.size()] = int64_t(to);
    rows.members.shrink(to);
    if (!rows.shares.empty()) rows.shares.shrink(to);
}

// Where the line of a cluster starts, for an error about it.
size_t find_cluster_line(const TextSource& source, size_t cluster) {
    std::vector<char> buffer;
    const std::string_view text = source.read(0, source.size(), buffer);
    const char* const end = text.data() + text.size();
    const char* at = text.data() + (text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    for (;;) {
        at = std::find_if_not(at, end, is_separator);
        const bool is_comment = at != end && (*at == '#' || *at == '%');
        if (at == end || (!is_comment && cluster-- == 0)) return size_t(at - text.data());
        at = std::find_if(at, end, is_line_end);
    }
}

}  // namespace

TextRows read_rows(const TextSource& source, Ids ids, bool shares, bool keyed, const Team& team,
                   size_t block_size) {
    TextRows out;
    out.integers = ids == Ids::integer ||
                   (ids == Ids::automatic && first_is_integer(source, shares, block_size));
    std::vector<Block> blocks = parse_blocks(source, out.integers, shares, block_size, team);
    out.rows.offsets = join_row_ends(blocks);
    out.names = join_names(blocks, out.rows.size());
    const size_t members = size_t(out.rows.offsets[out.rows.size()]);
    if (shares) {
        out.rows.shares = Array<double>(members);
        auto to = out.rows.shares.begin();
        for (const Block& block : blocks) to = std::ranges::copy(block.shares, to).out;
    }
    if (out.integers) index_integer_members(blocks, out, team);
    else index_text_members(blocks, BlockParser::text_bits(source), out, team);
    blocks.clear();
    if (keyed) take_keys(out);
    const size_t nodes = out.integers ? out.integer_labels.size() : out.texts.labels().size();
    try {
        out.rows = sort_rows(std::move(out.rows), nodes, team);
    } catch (const ShareConflict& conflict) {
        const std::string node = out.integers ? std::to_string(out.integer_labels[conflict.member])
                                              : quote(out.texts.labels()[conflict.member]);
        const auto shown = [](double share) {
            std::ostringstream text;
            text << share;
            return text.str();
        };
        throw ParseError("node '" + node + "' is listed twice in this cluster, with shares " +
                             shown(conflict.first) + " and " + shown(conflict.second),
                         find_cluster_line(source, conflict.row));
    }
    return out;
}

}  // namespace accord
