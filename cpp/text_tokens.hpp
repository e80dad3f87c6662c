// Words of a text file: separators, integers, numbers and UTF-8.
#pragma once

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace accord {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }
constexpr bool is_separator(char c) { return is_blank(c) || is_line_end(c); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The first byte that is not a visible ASCII character: a separator, or one that needs a closer
// look.
inline const char* skip_visible(const char* at, const char* end) {
    if constexpr (std::endian::native == std::endian::little) {
        for (; end - at >= 8; at += 8) {
            uint64_t chunk;
            std::memcpy(&chunk, at, 8);
            // The high bit of every byte outside 0x21..0x7E; carries can only reach bytes behind
            // the first such one.
            const uint64_t others =
                ((chunk - 0x2121212121212121) | chunk | (chunk + 0x0101010101010101)) &
                0x8080808080808080;
            if (others) return at + std::countr_zero(others) / 8;
        }
    }
    while (at != end && *at > ' ' && *at < 0x7F) ++at;
    return at;
}

// Reads up to eight digits at once (little-endian): how many there are, and their value.
inline int parse_up_to_eight_digits(const char* at, uint64_t& value) {
    uint64_t chunk;
    std::memcpy(&chunk, at, 8);
    const uint64_t digits = chunk ^ 0x3030303030303030;  // a digit becomes 0..9
    // The high bit of every byte that is not 0..9; carries can only reach bytes behind the first
    // such one.
    const uint64_t others = ((digits + 0x7676767676767676) | digits) & 0x8080808080808080;
    const int count = others ? std::countr_zero(others) / 8 : 8;
    if (count == 0) return 0;
    // Leading zeros in front, and what follows the digits cut off.
    uint64_t pairs = digits << (64 - 8 * count);
    pairs = (pairs * 10 + (pairs >> 8)) & 0x00FF00FF00FF00FF;
    const uint64_t fours = (pairs * 100 + (pairs >> 16)) & 0x0000FFFF0000FFFF;
    value = (fours * 10000 + (fours >> 32)) & 0xFFFFFFFF;
    return count;
}

// Reads an integer in the one way it is written: no sign but '-', no leading zeros, within 64 bits.
// Two ids that differ as text never become one number. Returns the end of its digits, or nullptr if
// there is no such integer.
inline const char* parse_integer(const char* at, const char* end, int64_t& value) {
    const bool negative = at != end && *at == '-';
    const char* const first = at + negative;
    at = first;
    uint64_t magnitude = 0;
    bool more = true;
    if (std::endian::native == std::endian::little && end - at >= 8) {
        at += parse_up_to_eight_digits(at, magnitude);
        more = at - first == 8;
    }
    for (; more && at != end && is_digit(*at); ++at) {
        const auto digit = uint64_t(*at - '0');
        if (magnitude > (uint64_t(INT64_MAX) + negative - digit) / 10) return nullptr;
        magnitude = magnitude * 10 + digit;
    }
    if (at == first || (*first == '0' && (at - first > 1 || negative))) return nullptr;
    value = int64_t(negative ? 0 - magnitude : magnitude);
    return at;
}

// Position of the first byte that is not part of UTF-8 text (control characters are not text), or
// the size.
inline size_t first_non_text(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    for (size_t i = 0; i < text.size();) {
        const unsigned char lead = byte(i);
        if (lead < 0x80) {
            if (lead < 0x20 || lead == 0x7F) return i;
            ++i;
            continue;
        }
        const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (lead < 0xC2 || lead > 0xF4 || i + length > text.size()) return i;
        for (size_t k = 1; k < length; ++k)
            if ((byte(i + k) & 0xC0) != 0x80) return i;
        const unsigned char second = byte(i + 1);
        const bool too_long = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
        const bool surrogate = lead == 0xED && second > 0x9F;
        const bool too_large = lead == 0xF4 && second > 0x8F;
        if (too_long || surrogate || too_large) return i;
        i += length;
    }
    return text.size();
}

// A word for an error message: shortened, cut at a whole character.
inline std::string quote(std::string_view text) {
    constexpr size_t kLongest = 40;
    const std::string_view readable = text.substr(0, first_non_text(text));
    if (readable.size() <= kLongest)
        return std::string(readable) + (readable.size() < text.size() ? "\u2026" : "");
    size_t cut = kLongest;
    while ((readable[cut] & 0xC0) == 0x80) --cut;
    return std::string(readable.substr(0, cut)) + "\u2026";
}

// Reads a number, or a share of a membership in (0, 1]. Returns what is wrong with it, or nothing.
inline std::string parse_number(std::string_view text, double& value, bool share) {
    constexpr double kSmallestShare = 1e-100;  // products of shares and weights must not underflow
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool parsed = error == std::errc() && end == text.data() + text.size();
    const auto wrong = [&](std::string before, const char* after) {
        return before.append(quote(text)).append(after);
    };
    if (!parsed && share) return wrong("'", "' is not a share: expected a number in (0, 1]");
    if (!parsed) return wrong("'", "' is not a number");
    if (share && !(value > 0 && value <= 1)) return wrong("share ", " is outside (0, 1]");
    if (share && value < kSmallestShare) return wrong("share ", " is too small: at least 1e-100");
    return {};
}

}  // namespace accord
