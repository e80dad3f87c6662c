#include "label_index.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>

#include "hash.hpp"

namespace accord {
namespace {

constexpr size_t kValuesPerChunk = 1 << 16;  // values per chunk of work

struct Range {
    int64_t low = std::numeric_limits<int64_t>::max();
    int64_t high = std::numeric_limits<int64_t>::min();
    size_t count = 0;
    // Unsigned, since it may not fit a signed integer; 0 if all 2^64 values are spanned.
    uint64_t width() const { return uint64_t(high) - uint64_t(low) + 1; }
};

Range range_of(std::span<const std::span<const int64_t>> pieces, const Team& team) {
    std::vector<Range> parts(pieces.size());
    parallel_for(pieces.size(), team, [&](size_t p) {
        Range range;
        for (const int64_t value : pieces[p]) {
            range.low = std::min(range.low, value);
            range.high = std::max(range.high, value);
        }
        range.count = pieces[p].size();
        parts[p] = range;
    });
    Range all;
    for (const Range& part : parts) {
        all.low = std::min(all.low, part.low);
        all.high = std::max(all.high, part.high);
        all.count += part.count;
    }
    return all;
}

void check_count(size_t labels) {
    if (labels >= kNone) throw std::length_error("more than 4294967294 distinct nodes");
}

// The rank of every value that occurs, for values in a narrow range: one bit per possible value.
class DirectRanks {
public:
    DirectRanks(std::span<const std::span<const int64_t>> pieces, const Range& range,
                const Team& team)
        : low_(range.low), words_((range.width() + 63) / 64) {
        // One byte per possible value at first: unlike bits, threads may set bytes without locks.
        std::vector<std::atomic<uint8_t>> seen(words_.size() * 64);
        parallel_for(pieces.size(), team, [&](size_t p) {
            for (const int64_t value : pieces[p])
                seen[position(value)].store(1, std::memory_order_relaxed);
        });
        size_t rank = 0;
        for (size_t w = 0; w < words_.size(); ++w) {
            uint64_t bits = 0;
            for (size_t b = 0; b < 64; b += 8) {
                uint64_t eight;
                std::memcpy(&eight, &seen[w * 64 + b], 8);
                // Gathers eight bytes of 0 or 1 into eight bits.
                bits |= ((eight * 0x0102040810204080) >> 56) << b;
            }
            words_[w] = {bits, uint32_t(rank)};
            rank += size_t(std::popcount(bits));
        }
        count_ = rank;
        check_count(rank);
    }

    Array<int64_t> labels(const Team& team) const {
        Array<int64_t> out(count_);
        parallel_ranges(words_.size(), kValuesPerChunk / 64, team, [&](size_t begin, size_t end) {
            for (size_t w = begin; w < end; ++w) {
                size_t to = words_[w].rank;
                for (uint64_t bits = words_[w].bits; bits; bits &= bits - 1)
                    out[to++] = low_ + int64_t(w * 64 + size_t(std::countr_zero(bits)));
            }
        });
        return out;
    }

    uint32_t operator()(int64_t value) const {
        const size_t at = position(value);
        const Word& word = words_[at >> 6];
        return word.rank + uint32_t(std::popcount(word.bits & ((uint64_t{1} << (at & 63)) - 1)));
    }

private:
    struct Word {
        uint64_t bits;
        uint32_t rank;  // of its first value
    };
    size_t position(int64_t value) const { return size_t(uint64_t(value) - uint64_t(low_)); }

    int64_t low_;
    std::vector<Word> words_;
    size_t count_ = 0;
};

// The rank of every value that occurs, for values scattered over a wide range: a hash table of the
// distinct ones.
class HashedRanks {
public:
    HashedRanks(std::span<const std::span<const int64_t>> pieces, const Team& team) {
        std::mutex lock;
        std::vector<int64_t> distinct;
        parallel_for(pieces.size(), team, [&](size_t p) {
            std::vector<int64_t> own;
            HashIndex index;
            for (const int64_t value : pieces[p]) insert(index, own, value);
            const std::lock_guard hold(lock);
            for (const int64_t value : own) insert(index_, distinct, value);
        });
        sorted_ = std::move(distinct);
        check_count(sorted_.size());
        std::sort(sorted_.begin(), sorted_.end());
        index_ = HashIndex(sorted_.size());
        for (size_t i = 0; i < sorted_.size(); ++i)
            index_.find_or_insert(mix(uint64_t(sorted_[i])), uint32_t(i),
                                  [](uint32_t) { return false; });
    }

    Array<int64_t> labels() const {
        Array<int64_t> out(sorted_.size());
        std::copy(sorted_.begin(), sorted_.end(), out.begin());
        return out;
    }

    uint32_t operator()(int64_t value) const {
        return index_.find(mix(uint64_t(value)), [&](uint32_t i) { return sorted_[i] == value; });
    }

private:
    static void insert(HashIndex& index, std::vector<int64_t>& values, int64_t value) {
        const uint32_t next = uint32_t(values.size());
        if (index.find_or_insert(mix(uint64_t(value)), next,
                                 [&](uint32_t i) { return values[i] == value; }) == next)
            values.push_back(value);
    }

    std::vector<int64_t> sorted_;
    HashIndex index_;
};

template <class Rank>
Array<uint32_t> rank_all(std::span<const std::span<const int64_t>> pieces, size_t count,
                         const Team& team, Rank&& rank) {
    std::vector<size_t> first(pieces.size());
    for (size_t p = 1; p < pieces.size(); ++p) first[p] = first[p - 1] + pieces[p - 1].size();
    Array<uint32_t> members(count);
    parallel_for(pieces.size(), team, [&](size_t p) {
        uint32_t* to = members.data() + first[p];
        for (const int64_t value : pieces[p]) *to++ = rank(value);
    });
    return members;
}

}  // namespace

IndexedIntegers index_integers(std::span<const std::span<const int64_t>> whole, const Team& team) {
    std::vector<std::span<const int64_t>> pieces;
    for (const auto& piece : whole)
        for (size_t begin = 0; begin < piece.size(); begin += kValuesPerChunk)
            pieces.push_back(piece.subspan(begin, std::min(kValuesPerChunk, piece.size() - begin)));
    const Range range = range_of(pieces, team);
    if (range.count == 0) return {};
    // At most 8 bytes of table per value: beyond that, hashing needs less memory and has fewer
    // cache misses.
    if (range.width() != 0 && range.width() <= std::max<uint64_t>(8 * range.count, 1 << 16)) {
        const DirectRanks rank(pieces, range, team);
        auto labels = rank.labels(team);
        if (labels.size() == range.width())
            return {std::move(labels), rank_all(pieces, range.count, team, [&](int64_t value) {
                        return uint32_t(value - range.low);
                    })};
        return {std::move(labels), rank_all(pieces, range.count, team, rank)};
    }
    const HashedRanks rank(pieces, team);
    return {rank.labels(), rank_all(pieces, range.count, team, rank)};
}

MergedIntegers merge_integers(std::span<const int64_t> first, std::span<const int64_t> second) {
    MergedIntegers out{Array<int64_t>(first.size() + second.size()), Array<uint32_t>(first.size()),
                       Array<uint32_t>(second.size())};
    size_t a = 0, b = 0, n = 0;
    while (a < first.size() || b < second.size()) {
        const bool take_first = b == second.size() || (a < first.size() && first[a] <= second[b]);
        const bool take_second = a == first.size() || (b < second.size() && second[b] <= first[a]);
        out.labels[n] = take_first ? first[a] : second[b];
        if (take_first) out.first_map[a++] = uint32_t(n);
        if (take_second) out.second_map[b++] = uint32_t(n);
        ++n;
    }
    out.labels.shrink(n);
    return out;
}

}  // namespace accord
