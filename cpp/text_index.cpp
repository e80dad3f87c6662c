#include "text_index.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "hash.hpp"

// Texts are distributed to partitions by their hash, so that the table of a partition stays in
// cache and partitions can be worked on side by side. Within a partition texts are in input order:
// the first of equal texts is the first in the input.

namespace accord {
namespace {

constexpr size_t kChunk = 1 << 15;      // texts per chunk of packed texts
constexpr size_t kPartition = 1 << 11;  // texts per partition, about
constexpr size_t kMostBits = 12;

// Texts are short: two loads and stores that may overlap are faster than a loop.
void copy_short(std::string_view text, uint8_t* to) {
    const char* const from = text.data();
    const size_t size = text.size();
    if (size > 16) {
        std::memcpy(to, from, size);
    } else if (size >= 8) {
        std::memcpy(to, from, 8);
        std::memcpy(to + size - 8, from + size - 8, 8);
    } else if (size >= 4) {
        std::memcpy(to, from, 4);
        std::memcpy(to + size - 4, from + size - 4, 4);
    } else {
        for (size_t i = 0; i < size; ++i) to[i] = uint8_t(from[i]);
    }
}

class TextIndex {
public:
    TextIndex(std::vector<TextChunk> chunks, size_t bits, const Team& team)
        : team_(team),
          chunks_(std::move(chunks)),
          partitions_(size_t{1} << bits),
          first_(chunks_.size() + 1) {
        for (size_t c = 0; c < chunks_.size(); ++c) first_[c + 1] = first_[c] + chunks_[c].size();
    }

    IndexedTexts run() {
        parallel_for(partitions_, team_, [&](size_t partition) { find_equal(partition); });
        return number();
    }

private:
    // Replaces the hash of each text by the position of the first text equal to it, among all
    // texts.
    void find_equal(size_t partition) {
        struct First {
            TextKey key;
            uint32_t chunk;
        };
        std::vector<First> firsts;
        firsts.reserve(2 * kPartition);
        HashIndex index(kPartition);
        for (size_t c = 0; c < chunks_.size(); ++c) {
            for (TextKey& key : chunks_[c].partition(partition)) {
                const uint32_t next = uint32_t(firsts.size());
                const uint32_t known = index.find_or_insert(key.hash, next, [&](uint32_t i) {
                    const auto& [first, chunk] = firsts[i];
                    return first.head == key.head && first.length == key.length &&
                           (key.length <= 16 || chunks_[chunk].text(first) == chunks_[c].text(key));
                });
                if (known == next) firsts.push_back({key, uint32_t(c)});
                key.hash = first_[firsts[known].chunk] + firsts[known].key.place;
            }
        }
    }

    bool is_first(size_t c, const TextKey& key) const { return key.hash == first_[c] + key.place; }

    // Labels in order of appearance, and the label of each text.
    IndexedTexts number() {
        std::vector<size_t> first_label(chunks_.size() + 1), first_byte(chunks_.size() + 1);
        parallel_for(chunks_.size(), team_, [&](size_t c) {
            for (const TextKey& key : chunks_[c].keys()) {
                first_label[c + 1] += is_first(c, key);
                first_byte[c + 1] += is_first(c, key) ? key.length : 0;
            }
        });
        for (size_t c = 0; c < chunks_.size(); ++c) {
            first_label[c + 1] += first_label[c];
            first_byte[c + 1] += first_byte[c];
        }
        if (first_label.back() >= kNone)
            throw std::length_error("more than 4294967294 distinct nodes");
        IndexedTexts out{Array<int64_t>(first_label.back() + 1), Array<uint8_t>(first_byte.back()),
                         Array<uint32_t>(first_.back())};
        out.offsets[0] = 0;
        constexpr size_t kBatch = 4;  // chunks that share one scratch list
        parallel_ranges(chunks_.size(), kBatch, team_, [&](size_t begin, size_t end) {
            std::vector<uint32_t> length;  // of each text that is a first one, else 0
            for (size_t c = begin; c < end; ++c)
                write_labels(c, first_label[c], first_byte[c], length, out);
        });
        parallel_for(chunks_.size(), team_, [&](size_t c) {
            for (const TextKey& key : chunks_[c].keys())
                if (!is_first(c, key)) out.members[first_[c] + key.place] = out.members[key.hash];
        });
        return out;
    }

    void write_labels(size_t c, size_t label, size_t byte, std::vector<uint32_t>& length,
                      IndexedTexts& out) const {
        constexpr uint32_t kNotFirst = UINT32_MAX;
        const TextChunk& chunk = chunks_[c];
        length.assign(chunk.size(), kNotFirst);
        for (const TextKey& key : chunk.keys())
            if (is_first(c, key)) length[key.place] = key.length;
        for (uint32_t place = 0; place < chunk.size(); ++place) {
            if (length[place] == kNotFirst) continue;
            const std::string_view text = chunk.text({0, 0, length[place], place});
            copy_short(text, out.bytes.data() + byte);
            byte += text.size();
            out.members[first_[c] + place] = uint32_t(label);
            out.offsets[++label] = int64_t(byte);
        }
    }

    const Team& team_;
    std::vector<TextChunk> chunks_;
    size_t partitions_;
    std::vector<size_t> first_;  // position of the first text of each chunk among all
};

// Where packed texts are cut into chunks.
struct Cuts {
    TextsView texts;
    std::vector<size_t> begins{0};

    explicit Cuts(TextsView texts) : texts(texts) {
        while (begins.back() < texts.size()) {
            const size_t begin = begins.back();
            // Within a chunk, offsets of texts have 32 bits.
            const int64_t last = texts.offsets[begin] + UINT32_MAX;
            size_t end = begin + 1;
            while (end < std::min(texts.size(), begin + kChunk) && texts.offsets[end] <= last)
                ++end;
            begins.push_back(end);
        }
    }

    size_t size() const { return begins.size() - 1; }

    TextChunk chunk(size_t c, size_t bits) const {
        const int64_t base = texts.offsets[begins[c]];
        std::vector<uint32_t> starts, lengths;
        std::vector<uint64_t> hashes;
        for (size_t i = begins[c]; i < begins[c + 1]; ++i) {
            starts.push_back(uint32_t(texts.offsets[i] - base));
            lengths.push_back(uint32_t(texts[i].size()));
        }
        return TextChunk(texts.bytes + base, std::move(starts), lengths, bits, hashes);
    }
};

}  // namespace

size_t text_partition_bits(size_t texts) {
    return std::min(kMostBits, size_t(std::bit_width(texts / kPartition)));
}

TextChunk::TextChunk(const char* base, std::vector<uint32_t> begins,
                     std::span<const uint32_t> lengths, size_t bits, std::vector<uint64_t>& hashes)
    : base_(base),
      begins_(std::move(begins)),
      keys_(begins_.size()),
      starts_((size_t{1} << bits) + 2) {
    const auto partition_of = [&](uint64_t hash) { return bits ? size_t(hash >> (64 - bits)) : 0; };
    hashes.resize(size());
    for (size_t i = 0; i < size(); ++i) {
        hashes[i] = hash_bytes({base_ + begins_[i], lengths[i]});
        ++starts_[partition_of(hashes[i]) + 2];
    }
    for (size_t p = 2; p < starts_.size(); ++p) starts_[p] += starts_[p - 1];
    for (uint32_t i = 0; i < size(); ++i) {  // moves each start to the next one
        const uint64_t head = head_of({base_ + begins_[i], lengths[i]});
        keys_[starts_[partition_of(hashes[i]) + 1]++] = {hashes[i], head, lengths[i], i};
    }
}

IndexedTexts index_texts(std::vector<TextChunk> chunks, size_t bits, const Team& team) {
    return TextIndex(std::move(chunks), bits, team).run();
}

IndexedTexts index_texts(TextsView texts, const Team& team) {
    const Cuts cuts(texts);
    const size_t bits = text_partition_bits(texts.size());
    std::vector<TextChunk> chunks(cuts.size());
    parallel_for(chunks.size(), team, [&](size_t c) { chunks[c] = cuts.chunk(c, bits); });
    return index_texts(std::move(chunks), bits, team);
}

JoinedTexts join_texts(TextsView labels, TextsView other, const Team& team) {
    const Cuts cuts(labels), other_cuts(other);
    const size_t bits = text_partition_bits(labels.size() + other.size());
    std::vector<TextChunk> chunks(cuts.size() + other_cuts.size());
    parallel_for(chunks.size(), team, [&](size_t c) {
        chunks[c] = c < cuts.size() ? cuts.chunk(c, bits) : other_cuts.chunk(c - cuts.size(), bits);
    });
    JoinedTexts joined{
        index_texts(std::move(chunks), bits, team), Array<uint32_t>(other.size()), {}};
    const Array<uint32_t> members = std::move(joined.both.members);
    for (size_t i = 0; i < other.size(); ++i) {
        joined.map[i] = members[labels.size() + i];
        if (joined.map[i] >= labels.size()) joined.added.push_back(uint32_t(i));
    }
    return joined;
}

}  // namespace accord
