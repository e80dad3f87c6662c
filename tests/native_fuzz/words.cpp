// Words of text: integers, UTF-8 and places, beside the plainest way to find them.
#include <algorithm>
#include <optional>
#include <vector>

#include "targets.hpp"
#include "text_source.hpp"
#include "text_tokens.hpp"

namespace accord::fuzz {
namespace {

// The number of digits behind the sign and the value, of an integer at the start of a text.
std::optional<std::pair<size_t, int64_t>> plain_integer(std::string_view text) {
    __extension__ using Wide = __int128;
    const bool negative = text.starts_with('-');
    const std::string_view digits = text.substr(negative);
    const size_t count = size_t(std::ranges::find_if_not(digits, is_digit) - digits.begin());
    if (count == 0 || (digits[0] == '0' && (count > 1 || negative)) || count > 19) return {};
    Wide value = 0;
    for (const char digit : digits.substr(0, count)) value = 10 * value + (digit - '0');
    if (negative) value = -value;
    if (value < INT64_MIN || value > INT64_MAX) return {};
    return std::pair(count + negative, int64_t(value));
}

void check_integer(std::string_view text) {
    const auto plain = plain_integer(text);
    int64_t value = 0;
    const char* const end = parse_integer(text.data(), text.data() + text.size(), value);
    require(bool(end) == bool(plain), "an integer is read if there is one");
    if (!end) return;
    require(size_t(end - text.data()) == plain->first && value == plain->second,
            "an integer has its value");
}

// The code point at the start of a text and its length, decoded bit by bit; nothing if there is
// none that is text.
std::optional<size_t> plain_character(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    size_t length = 1;
    while (length < 5 && (byte(0) & (0x80 >> (length - 1))) != 0) ++length;
    length = length == 1 ? 1 : length - 1;
    if ((byte(0) & 0xC0) == 0x80 || length > 4 || byte(0) >= 0xF8 || length > text.size())
        return {};
    uint32_t point = length == 1 ? byte(0) : byte(0) & (0x7Fu >> length);
    for (size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        point = point << 6 | (byte(i) & 0x3F);
    }
    const size_t shortest = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    const bool surrogate = point >= 0xD800 && point < 0xE000;
    if (length != shortest || surrogate || point > 0x10FFFF) return {};
    if (point < 0x20 || point == 0x7F) return {};
    return length;
}

void check_text(std::string_view text) {
    size_t at = 0;
    while (at < text.size()) {
        const auto length = plain_character(text.substr(at));
        if (!length) break;
        at += *length;
    }
    require(first_non_text(text) == at, "text ends where it is no UTF-8");
    const std::string quoted = quote(text);
    require(first_non_text(quoted) == quoted.size() && quoted.size() <= 43, "a quote is text");
    const auto visible = [](char c) { return c > ' ' && c < 0x7F; };
    require(skip_visible(text.data(), text.data() + text.size()) - text.data() ==
                std::ranges::find_if_not(text, visible) - text.begin(),
            "visible characters are skipped");
}

void check_numbers(std::string_view text) {
    double value = 0;
    if (parse_number(text, value, true).empty())
        require(value >= 1e-100 && value <= 1, "a share is in (0, 1]");
    const std::string wrong = parse_number(text, value, false);
    require(first_non_text(wrong) == wrong.size(), "what is wrong is said in text");
}

void check_location(std::string_view text, size_t offset) {
    TextPosition plain{1, 1};
    for (size_t i = text.starts_with(kByteOrderMark) ? 3 : 0; i < offset; ++i) {
        const bool second = text[i] == '\n' && i && text[i - 1] == '\r';
        if (second) continue;
        if (is_line_end(text[i])) plain = {plain.line + 1, 1};
        else plain.column += (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    }
    const TextPosition found = locate(MemorySource(text), offset);
    require(found.line == plain.line && found.column == plain.column, "a place is found");
}

}  // namespace

void words(std::string_view input) {
    Options options(input);
    const size_t place = options.below(256);
    // Memory of its own that ends where the text does, so that a sanitizer sees a read beyond it.
    const std::vector<char> copy(options.rest().begin(), options.rest().end());
    const std::string_view text(copy.data(), copy.size());
    check_integer(text);
    check_text(text);
    check_numbers(text);
    check_location(text, std::min(place, text.size()));
}

}  // namespace accord::fuzz
