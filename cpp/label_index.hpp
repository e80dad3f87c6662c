// Node labels to dense indices and back: integers in ascending order, texts in order of appearance.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "array.hpp"
#include "parallel.hpp"

namespace accord {

struct IndexedIntegers {
    Array<int64_t> labels;    // distinct, ascending
    Array<uint32_t> members;  // for each value the index of its label
};

// Values may come in several pieces; their order is kept. Memory follows the number of values, never their range.
IndexedIntegers index_integers(std::span<const std::span<const int64_t>> pieces, const Team& team);

// Distinct texts, packed: text i is bytes[offsets[i] .. offsets[i + 1]).
struct PackedTexts {
    std::vector<int64_t> offsets{0};
    std::string bytes;

    size_t size() const { return offsets.size() - 1; }
    void push_back(std::string_view text) {
        bytes.append(text);
        offsets.push_back(int64_t(bytes.size()));
    }
};

struct TextsView {
    std::span<const int64_t> offsets;
    const char* bytes = nullptr;

    TextsView(std::span<const int64_t> offsets, const char* bytes) : offsets(offsets), bytes(bytes) {}
    TextsView(const PackedTexts& texts) : offsets(texts.offsets), bytes(texts.bytes.data()) {}
    size_t size() const { return offsets.size() - 1; }
    std::string_view operator[](size_t i) const {
        return {bytes + offsets[i], size_t(offsets[i + 1] - offsets[i])};
    }
};

// Where each label of `other` goes when it joins `labels`: the index of the equal label, or a new index behind them.
// New labels keep the order of `other`.
struct Joined {
    Array<uint32_t> map;       // one per label of `other`
    std::vector<uint32_t> added;  // the labels of `other` that are new, by their index there
};
Joined join_texts(TextsView labels, TextsView other, const Team& team);

// Both ascending lists of labels merged into one, with the way of each into it.
struct MergedIntegers {
    Array<int64_t> labels;
    Array<uint32_t> first_map, second_map;
};
MergedIntegers merge_integers(std::span<const int64_t> first, std::span<const int64_t> second);

}  // namespace accord
