#include "text_blocks.hpp"

#include <algorithm>

#include "text_tokens.hpp"

namespace accord {
namespace {

constexpr size_t kLongestToken = 1 << 20;

const char* token_end(const char* at, const char* end) {
    return std::find_if(at, end, is_separator);
}

}  // namespace

Block BlockParser::parse(size_t begin, size_t end, LinePart start) {
    block_ = Block{};
    block_.start = line_part_ = start;
    text_begins_.clear();
    text_lengths_.clear();
    try {
        load(begin, end);
        parse_lines();
    } catch (const ParseError& error) {
        block_.error = error;
    }
    block_.end = line_part_;
    if (!text_begins_.empty()) {
        block_.texts = TextChunk(text_.data(), std::vector<uint32_t>(text_begins_), text_lengths_,
                                 bits_, hashes_);
        if (text_.data() == buffer_.data()) block_.buffer.swap(buffer_);
    }
    return std::move(block_);
}

// Sets [cursor_, limit_) to the tokens that start in [begin, end), with all of the last one
// readable up to text_end_.
void BlockParser::load(size_t begin, size_t end) {
    const size_t from = begin ? begin - 1 : 0;
    for (size_t ahead = lookahead_; ahead <= kLongestToken; ahead *= 2) {
        const size_t to = std::min(end + ahead, source_.size());
        text_ = source_.read(from, to, buffer_);
        text_end_ = text_.data() + text_.size();
        limit_ = text_.data() + (end - from);
        if (begin && token_end(text_.data(), limit_) == limit_) {
            cursor_ = limit_;  // all of it is within a token of an earlier block
            return;
        }
        ends_inside_token_ = to < source_.size() && token_end(limit_ - 1, text_end_) == text_end_;
        if (!ends_inside_token_) break;
    }
    text_begin_ = from;
    cursor_ = text_.data() + (begin - from);
    // A token that reaches into this block belongs to the one before.
    if (begin && !is_separator(cursor_[-1])) cursor_ = token_end(cursor_, text_end_);
    if (begin == 0 && text_.starts_with(kByteOrderMark)) cursor_ += kByteOrderMark.size();
    if (integers_) block_.values.reserve((end - begin) / 6);
}

void BlockParser::parse_lines() {
    while (cursor_ < limit_) {
        if (line_part_ == LinePart::in_comment) {
            cursor_ = std::find_if(cursor_, limit_, is_line_end);
            if (cursor_ == limit_) return;
        }
        const char c = *cursor_;
        if (is_blank(c)) {
            ++cursor_;
        } else if (is_line_end(c)) {
            if (line_part_ == LinePart::in_cluster) block_.row_ends.push_back(block_.members);
            line_part_ = LinePart::line_start;
            ++cursor_;
        } else if (line_part_ == LinePart::line_start && (c == '#' || c == '%')) {
            line_part_ = LinePart::in_comment;
        } else {
            if (line_part_ == LinePart::line_start) {
                line_part_ = LinePart::in_cluster;
                take_name();
                if (at_separator()) continue;
            }
            check_length();
            if (integers_) take_integer();
            else take_text();
            ++block_.members;
        }
    }
}

bool BlockParser::at_separator() const { return cursor_ == text_end_ || is_separator(*cursor_); }

void BlockParser::check_length() const {
    if (ends_inside_token_ && token_end(cursor_, text_end_) == text_end_)
        fail("a word longer than 1 MiB: this does not look like a list of clusters", cursor_);
}

// Takes `name>` if the line starts with one.
void BlockParser::take_name() {
    const char* end =
        std::find_if(cursor_, text_end_, [](char c) { return c == '>' || is_separator(c); });
    if (end == text_end_ || *end != '>') return;
    if (end == cursor_) fail("a cluster name is missing before '>'", cursor_);
    check_text(cursor_, end);
    block_.names.push_back({block_.row_ends.size(), offset(cursor_), {cursor_, end}});
    cursor_ = end + 1;
}

void BlockParser::take_integer() {
    const char* token = cursor_;
    int64_t value = 0;
    cursor_ = parse_integer(token, text_end_, value);
    if (!cursor_ || !(at_separator() || (shares_ && *cursor_ == ':'))) fail_integer(token);
    block_.values.push_back(value);
    if (shares_) take_share(token);
}

void BlockParser::take_text() {
    const char* token = cursor_;
    const char* const visible = skip_visible(token, text_end_);
    const char* end = token_end(visible, text_end_);
    if (shares_) {  // a share follows the last colon: ids may contain colons
        const std::string_view whole(token, end);
        const size_t colon = whole.rfind(':');
        if (colon == 0) fail("'" + quote(whole) + "' has a share but no node", token);
        if (colon != std::string_view::npos) end = token + colon;
    }
    if (visible < end) check_text(token, end);
    const std::string_view text(token, end);
    if (text == ">")
        fail("'>' stands alone: a cluster name and '>' are written without a blank between them",
             token);
    text_begins_.push_back(uint32_t(token - text_.data()));
    text_lengths_.push_back(uint32_t(text.size()));
    cursor_ = end;
    if (shares_) take_share(token);
}

// The cursor is after the node of `token`: at ':' or at a separator.
void BlockParser::take_share(const char* token) {
    double share = 1;
    if (!at_separator()) {
        const char* begin = cursor_ + 1;
        const char* end = token_end(begin, text_end_);
        const std::string wrong = parse_number({begin, end}, share, true);
        if (!wrong.empty()) fail(wrong, token);
        cursor_ = end;
    }
    block_.shares.push_back(share);
}

void BlockParser::check_text(const char* begin, const char* end) const {
    const size_t bad = first_non_text({begin, end});
    if (begin + bad != end) fail("this is not UTF-8 text", begin + bad);
}

void BlockParser::fail(const std::string& what, const char* at) const {
    throw ParseError(what, offset(at));
}

void BlockParser::fail_integer(const char* token) const {
    const char* end = token_end(token, text_end_);
    check_text(token, end);
    throw ParseError("'" + quote({token, end}) + "' is not an integer id", offset(token), true);
}

}  // namespace accord
