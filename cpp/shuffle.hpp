// Random orders that come out the same everywhere.
#pragma once

#include "array.hpp"

namespace accord {

// The numbers 0 … count − 1 in the random order number `repeat` of this seed, each order as likely as any other.
Array<uint32_t> shuffle(size_t count, uint64_t seed, uint64_t repeat);

}  // namespace accord
