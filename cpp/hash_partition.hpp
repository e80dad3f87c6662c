// Indices by the highest bits of their hash, so that each part can be grouped by itself.
#pragma once

#include <array>
#include <vector>

#include "array.hpp"
#include "parallel.hpp"

namespace accord {

// Ascending within each part. Equal things have equal hashes, and are in one part.
class HashPartition {
public:
    static constexpr size_t kParts = 64;

    HashPartition(const std::vector<uint64_t>& hashes, const Team& team) : indices_(hashes.size()) {
        const size_t chunks = (hashes.size() + kStep - 1) / kStep;
        // Of each chunk: how many are in each part, then where they go.
        std::vector<std::array<size_t, kParts>> at(chunks);
        parallel_ranges(hashes.size(), kStep, team, [&](size_t begin, size_t end) {
            auto& counts = at[begin / kStep];
            counts.fill(0);
            for (size_t i = begin; i < end; ++i) ++counts[part_of(hashes[i])];
        });
        size_t next = 0;
        for (size_t part = 0; part < kParts; ++part) {
            begin_[part] = next;
            for (auto& chunk : at) {
                const size_t count = chunk[part];
                chunk[part] = next;
                next += count;
            }
        }
        begin_[kParts] = next;
        parallel_ranges(hashes.size(), kStep, team, [&](size_t begin, size_t end) {
            auto& to = at[begin / kStep];
            for (size_t i = begin; i < end; ++i) indices_[to[part_of(hashes[i])]++] = uint32_t(i);
        });
    }

    std::span<const uint32_t> operator[](size_t part) const {
        return indices_.span().subspan(begin_[part], begin_[part + 1] - begin_[part]);
    }

private:
    static constexpr size_t kStep = 1 << 16;
    static size_t part_of(uint64_t hash) { return hash >> 58; }

    Array<uint32_t> indices_;
    std::array<size_t, kParts + 1> begin_;
};

}  // namespace accord
