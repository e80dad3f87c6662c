// Random orders that are the same on every machine.
#pragma once

#include "array.hpp"

namespace accord {

// The numbers 0 to count - 1 in random order; `repeat` numbers the orders of one seed.
Array<uint32_t> shuffle(size_t count, uint64_t seed, uint64_t repeat);

}  // namespace accord
