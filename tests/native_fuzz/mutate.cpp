#include <algorithm>
#include <string>

#include "random.hpp"
#include "targets.hpp"

namespace accord::fuzz {
namespace {

using namespace std::string_view_literals;

// clang-format off
constexpr std::string_view kWords[] = {
    "\n"sv, "\r\n"sv, "\r"sv, "\n\n"sv, " "sv, "\t"sv, "\v"sv, ","sv, ";"sv, "\""sv, "\"\""sv,
    "#"sv, "%"sv, ">"sv, "a>"sv, ":"sv, ":0.5"sv, ":1"sv, ":2"sv, "x"sv, "-"sv, "0"sv, "00"sv,
    "1e-101"sv, "1e999"sv, "nan"sv, "inf"sv, "9223372036854775807"sv, "9223372036854775808"sv,
    "-9223372036854775808"sv, "é"sv, "😀"sv, "\uFEFF"sv, "\u2028"sv,
    "\xFF"sv, "\xC3"sv, "\xED\xA0\x80"sv, "\0"sv, "\x7F"sv,
};
// clang-format on

void change(std::string& text, Random& random) {
    const size_t at = random.below(text.size() + 1);
    const size_t length = 1 + random.below(random.coin() ? 8 : 100);
    switch (random.below(7)) {
        case 0: text.insert(at, kWords[random.below(std::size(kWords))]); return;
        case 1: text.insert(at, length, "a1s \n\r#\""[random.below(8)]); return;
        case 2: text.erase(at, length); return;
        case 3: text.insert(at, text.substr(random.below(text.size() + 1), length)); return;
        case 4: text.resize(at); return;
        case 5:
            if (at < text.size()) text[at] = char(random.below(256));
            return;
        default:  // other line ends
            const std::string_view end = random.coin() ? "\r\n" : "\r";
            for (size_t i = text.find('\n'); i != std::string::npos;
                 i = text.find('\n', i + end.size()))
                text.replace(i, 1, end);
    }
}

}  // namespace

std::string mutate(std::string input, uint64_t seed) {
    Random random(seed);
    for (size_t changes = 1 + random.below(4); changes; --changes) change(input, random);
    return input;
}

}  // namespace accord::fuzz
