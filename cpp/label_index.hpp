// Integers to dense indices and back, in ascending order.
#pragma once

#include <cstdint>
#include <span>

#include "array.hpp"
#include "parallel.hpp"

namespace accord {

struct IndexedIntegers {
    Array<int64_t> labels;    // distinct, ascending
    Array<uint32_t> members;  // for each value the index of its label
};

// Values may come in several pieces; their order is kept. Memory follows the number of values,
// never their range.
IndexedIntegers index_integers(std::span<const std::span<const int64_t>> pieces, const Team& team);

// Two ascending lists of labels merged into one, and the index there of each label of both.
struct MergedIntegers {
    Array<int64_t> labels;
    Array<uint32_t> first_map, second_map;
};
MergedIntegers merge_integers(std::span<const int64_t> first, std::span<const int64_t> second);

}  // namespace accord
