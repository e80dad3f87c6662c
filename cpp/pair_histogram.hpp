// Pairs of nodes, summed by the clusters they share on both sides.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pair_counts.hpp"

namespace accord {

inline Count pairs_within(int64_t n) {
    return n % 2 ? Count(n) * Count((n - 1) / 2) : Count(n / 2) * Count(n - 1);
}

// Amounts of pairs by how many clusters they share on each side.
using Histogram = std::map<std::pair<uint32_t, uint32_t>, Count>;

// Amounts by (k, l): a table while that is small, else a map.
class SharedSums {
public:
    SharedSums(size_t rows, size_t columns) : columns_(columns) {
        if (rows <= kMost / columns) table_.resize(rows * columns);
    }
    void add(size_t k, size_t l, Count amount) {
        if (!table_.empty()) table_[k * columns_ + l] += amount;
        else sparse_[k << 32 | l] += amount;
    }
    void add_to(Histogram& out) const {
        for (size_t i = 0; i < table_.size(); ++i)
            if (table_[i]) out[{uint32_t(i / columns_), uint32_t(i % columns_)}] += table_[i];
        for (const auto& [key, amount] : sparse_)
            out[{uint32_t(key >> 32), uint32_t(key)}] += amount;
    }

private:
    static constexpr size_t kMost = 1 << 21;
    size_t columns_;
    std::vector<Count> table_;
    std::unordered_map<uint64_t, Count> sparse_;
};

}  // namespace accord
