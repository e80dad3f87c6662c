// Texts to dense indices and back, in order of appearance.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "array.hpp"
#include "parallel.hpp"

namespace accord {

// Texts, packed: text i is bytes[offsets[i] .. offsets[i + 1]).
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

    TextsView(std::span<const int64_t> offsets, const char* bytes)
        : offsets(offsets), bytes(bytes) {}
    TextsView(const PackedTexts& texts) : offsets(texts.offsets), bytes(texts.bytes.data()) {}
    size_t size() const { return offsets.size() - 1; }
    std::string_view operator[](size_t i) const {
        return {bytes + offsets[i], size_t(offsets[i + 1] - offsets[i])};
    }
};

// Equal texts have equal keys. Texts of up to 16 bytes with equal keys are equal; longer ones must
// be compared.
struct TextKey {
    uint64_t hash;
    uint64_t head;  // the first eight bytes, or all of a shorter text
    uint32_t length;
    uint32_t place;  // of the text within its chunk
};

// Some texts of the input, in order. They stay where they are, in the caller's memory.
class TextChunk {
public:
    TextChunk() = default;
    // Text i starts at base[begins[i]]. `bits` as text_partition_bits says for all texts of the
    // input. `hashes` is scratch space that can be reused.
    TextChunk(const char* base, std::vector<uint32_t> begins, std::span<const uint32_t> lengths,
              size_t bits, std::vector<uint64_t>& hashes);

    size_t size() const { return begins_.size(); }
    std::span<TextKey> partition(size_t p) {
        return {keys_.data() + starts_[p], keys_.data() + starts_[p + 1]};
    }
    std::span<const TextKey> keys() const { return keys_; }
    std::string_view text(const TextKey& key) const {
        return {base_ + begins_[key.place], key.length};
    }
    std::string_view first() const {
        return text(*std::ranges::find(keys_, uint32_t{0}, &TextKey::place));
    }

private:
    const char* base_ = nullptr;
    std::vector<uint32_t> begins_;
    std::vector<TextKey> keys_;     // by partition, and within one in the order of the input
    std::vector<uint32_t> starts_;  // of each partition among the keys
};

// Number of bits of a hash that select its partition, if there are about this many texts.
size_t text_partition_bits(size_t texts);

struct IndexedTexts {
    Array<int64_t> offsets;  // of the labels: distinct texts in order of appearance, packed
    Array<uint8_t> bytes;
    Array<uint32_t> members;  // for each text of all chunks the index of its label

    TextsView labels() const {
        return {offsets.span(), reinterpret_cast<const char*>(bytes.data())};
    }
};

// All chunks must have the same `bits`.
IndexedTexts index_texts(std::vector<TextChunk> chunks, size_t bits, const Team& team);
IndexedTexts index_texts(TextsView texts, const Team& team);

// Where each label of `other` goes when it joins `labels`: the index of the equal label, or a new
// index after them. New labels keep the order of `other`. Both lists are of distinct labels.
struct JoinedTexts {
    IndexedTexts both;            // all labels, without members
    Array<uint32_t> map;          // one per label of `other`
    std::vector<uint32_t> added;  // the labels of `other` that are new, by their index there
};
JoinedTexts join_texts(TextsView labels, TextsView other, const Team& team);

}  // namespace accord
