// How many pairs of nodes share a clusters in truth and b in found, for all a, b >= 1, without
// visiting all pairs.
//
// Two nodes that share a clusters share C(a, k) subsets of k of them. So with n(i, j) the weight of
// the types that have truth item i and found item j, the sum of C(n, 2) over items of orders (k, l)
// is a moment of the histogram, and the histogram follows from its moments. Types with too many
// items are compared with the others one by one: with those that share a cluster on one side, and
// then with the other side of these, or with those that share a cell.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "typed_pair.hpp"

namespace accord {

// Wraps modulo 2^128; the final counts fit, so that they are exact.
__extension__ using Count = unsigned __int128;

// How to count a type's pairs: by its items, one by one by walks on the sides, or one by one by its
// cells; `automatic` estimates which costs least.
enum class PairMethod { automatic, by_items, one_by_one, by_cells };

struct PairHistogram {
    std::map<std::pair<uint32_t, uint32_t>, Count> pairs;
    bool truth_nested = false, found_nested = false;
    size_t types_by_items = 0, types_one_by_one = 0;
    double item_pairs = 0;   // estimated work of the one
    double comparisons = 0;  // and of comparing one by one
};

// At most `most_items` items are made on both sides together; types beyond that are compared one by
// one, which takes no memory.
PairHistogram count_pairs(const TypedPair& types, PairMethod method, double most_items,
                          const Team& team);

// The same for one side alone: pairs that share a clusters there, as entries (a, 1).
PairHistogram count_side_pairs(RowsView clusters_of_type, size_t clusters,
                               std::span<const int64_t> weights, PairMethod method,
                               double most_items, const Team& team);

}  // namespace accord
