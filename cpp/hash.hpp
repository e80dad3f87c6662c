// Hashes, and the hash table of the kernels: from a 64-bit hash to a 32-bit entry; the caller
// decides what is equal.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "rows.hpp"

namespace accord {

// Finalizer of SplitMix64: every input bit reaches every output bit.
inline uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

template <class Word>
Word load(const char* at) {
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

// The first eight bytes. All bytes of a shorter text, packed so that different texts of equal
// length differ.
inline uint64_t head_of(std::string_view text) {
    const char* const at = text.data();
    const size_t size = text.size();
    if (size >= 8) return load<uint64_t>(at);
    if (size >= 4) return load<uint32_t>(at) | uint64_t(load<uint32_t>(at + size - 4)) << 32;
    if (size == 0) return 0;
    const auto byte = [&](size_t i) { return uint64_t(static_cast<unsigned char>(at[i])); };
    return byte(0) | byte(size / 2) << 8 | byte(size - 1) << 16;
}

// Up to 16 bytes, texts of one length and head have equal hashes only if they are equal: mix is one
// to one.
inline uint64_t hash_bytes(std::string_view text) {
    uint64_t hash = mix(head_of(text) ^ (text.size() * 0x9e3779b97f4a7c15));
    if (text.size() <= 8) return hash;
    const char* const last = text.data() + text.size() - 8;
    for (const char* at = text.data() + 8; at < last; at += 8)
        hash = mix(hash ^ load<uint64_t>(at));
    return mix(hash ^ load<uint64_t>(last));
}

// Where a row ends is part of the hash, so that several rows can be hashed in sequence.
inline uint64_t hash_row(RowsView rows, size_t row, uint64_t hash = 0) {
    for (const uint32_t member : rows[row]) hash = mix(hash ^ member);
    for (const double share : rows.shares_of(row))
        hash = mix(hash ^ std::bit_cast<uint64_t>(share));
    return mix(hash ^ kNone);
}

inline bool equal_rows(RowsView rows, size_t a, size_t b) {
    return std::ranges::equal(rows[a], rows[b]) &&
           std::ranges::equal(rows.shares_of(a), rows.shares_of(b));
}

// Open addressing with linear probing; grows at half load. Entries are indices into the caller's
// own store.
class HashIndex {
public:
    explicit HashIndex(size_t expected = 0) : slots_(std::bit_ceil(expected * 2 + 16)) {}

    // The entry already there that `equal` accepts, or else `entry`, which is then stored.
    template <class Equal>
    uint32_t find_or_insert(uint64_t hash, uint32_t entry, Equal&& equal) {
        if ((size_ + 1) * 2 > slots_.size()) grow();
        Slot& slot = slots_[probe(hash, equal)];
        if (slot.entry == kNone) {
            slot = {hash, entry};
            ++size_;
        }
        return slot.entry;
    }

    // The entry that `equal` accepts, or kNone.
    template <class Equal>
    uint32_t find(uint64_t hash, Equal&& equal) const {
        return slots_[probe(hash, equal)].entry;
    }

private:
    struct Slot {
        uint64_t hash = 0;
        uint32_t entry = kNone;
    };

    template <class Equal>
    size_t probe(uint64_t hash, Equal&& equal) const {
        size_t at = hash & (slots_.size() - 1);
        while (slots_[at].entry != kNone && !(slots_[at].hash == hash && equal(slots_[at].entry)))
            at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.entry != kNone)
                slots_[probe(slot.hash, [](uint32_t) { return false; })] = slot;
    }

    std::vector<Slot> slots_;
    size_t size_ = 0;
};

}  // namespace accord
