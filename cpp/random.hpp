// Random numbers that are the same on every machine.
#pragma once

#include "hash.hpp"

namespace accord {

// SplitMix64: a counter, mixed.
class Random {
public:
    explicit Random(uint64_t seed) : state_(mix(seed)) {}

    uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15); }
    bool coin() { return next() >> 63; }
    // In [0, limit).
    uint64_t below(uint64_t limit) {
        __extension__ using Wide = unsigned __int128;
        return uint64_t((Wide(next()) * limit) >> 64);
    }

private:
    uint64_t state_;
};

}  // namespace accord
