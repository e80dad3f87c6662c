// Sets of pairs of nodes, ordered or not: the edges of a network while it is wired.
#pragma once

#include <bit>
#include <utility>

#include "hash.hpp"

namespace accord {

// One bit for every possible pair: for few nodes, or many edges.
class PairMatrix {
public:
    PairMatrix(size_t nodes, bool directed)
        : directed_(directed), width_((nodes + 63) / 64), words_(nodes * width_) {}

    static bool suits(size_t nodes, size_t edges) {
        return nodes <= 1024 || nodes * nodes / 64 <= 4 * edges;
    }

    bool has(uint32_t from, uint32_t to) const {
        return words_[from * width_ + (to >> 6)] >> (to & 63) & 1;
    }
    void insert(uint32_t from, uint32_t to) {
        word(from, to) |= bit(to);
        if (!directed_) word(to, from) |= bit(from);
    }
    void erase(uint32_t from, uint32_t to) {
        word(from, to) &= ~bit(to);
        if (!directed_) word(to, from) &= ~bit(from);
    }
    void prefetch(uint32_t, uint32_t) const {}

private:
    static uint64_t bit(uint32_t to) { return uint64_t{1} << (to & 63); }
    uint64_t& word(uint32_t from, uint32_t to) { return words_[from * width_ + (to >> 6)]; }

    bool directed_;
    size_t width_;
    std::vector<uint64_t> words_;
};

// A hash table with linear probing: for many nodes, and at most `most` pairs.
class PairHash {
public:
    PairHash(size_t most, bool directed)
        : directed_(directed),
          shift_(64 - std::countr_zero(std::bit_ceil(most * 2 + 16))),
          slots_(std::bit_ceil(most * 2 + 16)) {
        std::fill(slots_.begin(), slots_.end(), kEmpty);
    }

    bool has(uint32_t from, uint32_t to) const { return slots_[find(key(from, to))] != kEmpty; }
    void insert(uint32_t from, uint32_t to) {
        const uint64_t pair = key(from, to);
        slots_[find(pair)] = pair;
    }
    // Entries that were displaced past the gap move up.
    void erase(uint32_t from, uint32_t to) {
        size_t gap = find(key(from, to));
        for (size_t at = next(gap); slots_[at] != kEmpty; at = next(at)) {
            const size_t moved = (at - home(slots_[at])) & last(), free = (at - gap) & last();
            if (moved < free) continue;
            slots_[gap] = slots_[at];
            gap = at;
        }
        slots_[gap] = kEmpty;
    }
    void prefetch(uint32_t from, uint32_t to) const {
        __builtin_prefetch(&slots_[home(key(from, to))]);
    }

private:
    static constexpr uint64_t kEmpty = ~uint64_t{0};

    uint64_t key(uint32_t from, uint32_t to) const {
        if (!directed_ && from > to) std::swap(from, to);
        return uint64_t(from) << 32 | to;
    }
    size_t home(uint64_t pair) const { return mix(pair) >> shift_; }
    size_t last() const { return slots_.size() - 1; }
    size_t next(size_t at) const { return (at + 1) & last(); }
    size_t find(uint64_t pair) const {
        size_t at = home(pair);
        while (slots_[at] != kEmpty && slots_[at] != pair) at = next(at);
        return at;
    }

    bool directed_;
    int shift_;
    Array<uint64_t> slots_;
};

}  // namespace accord
