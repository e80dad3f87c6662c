#include "pair_sums.hpp"

#include <cmath>
#include <vector>

#include "pool.hpp"

// The sum over pairs of A·B is, over truth clusters c and found clusters d, the sum over pairs of
// x_u x_v, where x_v = z_v y_v is what node v is worth in c and d. Walking over the nodes of c,
// each adds its x times the x of those before it. All terms are positive, so nothing cancels.

namespace accord {
namespace {

// high + low of two numbers of which the first is not smaller.
LongSum normalized(double high, double low) {
    const double sum = high + low;
    return {sum, low - (sum - high)};
}

LongSum operator+(LongSum x, LongSum y) {
    const double sum = x.high + y.high, part = sum - x.high;
    const double rest = (x.high - (sum - part)) + (y.high - part);
    return normalized(sum, rest + x.low + y.low);
}

LongSum operator*(LongSum x, LongSum y) {
    const double product = x.high * y.high;
    const double rest = std::fma(x.high, y.high, -product);
    return normalized(product, rest + (x.high * y.low + x.low * y.high));
}

// Adds the pairs of a node of this weight with the nodes before it, and among its copies.
void add_node(double weight, LongSum worth, LongSum& before, LongSum& sum) {
    if (weight == 1) {
        sum = sum + worth * before;
        before = before + worth;
        return;
    }
    const LongSum all = LongSum{weight} * worth;
    sum = sum + all * before + all * worth * LongSum{(weight - 1) / 2};
    before = before + all;
}

}  // namespace

LongSum sum_pairs(RowsView truth, RowsView found_of_node, size_t found_clusters,
                  std::span<const double> node_weights, const Team& team) {
    struct Space {
        std::vector<LongSum> before;  // worth of the nodes so far, by found cluster
        std::vector<uint32_t> met;
    };
    std::vector<LongSum> of_cluster(truth.size());
    Pool<Space> pool([&] { return Space{std::vector<LongSum>(found_clusters), {}}; });
    parallel_rows(truth.offsets, team, [&](size_t first, size_t last) {
        const auto space = pool.borrow();
        for (size_t t = first; t < last; ++t) {
            LongSum sum;
            for (size_t at = size_t(truth.offsets[t]); at < size_t(truth.offsets[t + 1]); ++at) {
                const uint32_t node = truth.members[at];
                const LongSum share{truth.shares.empty() ? 1 : truth.shares[at]};
                const double weight = node_weights.empty() ? 1 : node_weights[node];
                const size_t end = size_t(found_of_node.offsets[node + 1]);
                for (size_t i = size_t(found_of_node.offsets[node]); i < end; ++i) {
                    const bool whole = found_of_node.shares.empty();
                    const LongSum worth = share * LongSum{whole ? 1 : found_of_node.shares[i]};
                    LongSum& before = space->before[found_of_node.members[i]];
                    if (before.high == 0) space->met.push_back(found_of_node.members[i]);
                    add_node(weight, worth, before, sum);
                }
            }
            of_cluster[t] = sum;
            for (const uint32_t f : space->met) space->before[f] = {};
            space->met.clear();
        }
    });
    LongSum total;
    for (const LongSum sum : of_cluster) total = total + sum;
    return total;
}

}  // namespace accord
