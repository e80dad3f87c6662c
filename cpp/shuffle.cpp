#include "shuffle.hpp"

#include <numeric>
#include <utility>

#include "random.hpp"

namespace accord {

Array<uint32_t> shuffle(size_t count, uint64_t seed, uint64_t repeat) {
    Array<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    Random random(mix(seed) + repeat);
    for (size_t left = count; left > 1; --left)
        std::swap(order[left - 1], order[random.below(left)]);
    return order;
}

}  // namespace accord
