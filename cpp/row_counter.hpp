// A dense counter that lists the keys it has seen: the accumulator of the kernels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace accord {

template <class Amount>
class RowCounter {
public:
    explicit RowCounter(size_t width) : amounts_(width) {}

    // Amounts are positive, so 0 means not met yet.
    void add(uint32_t key, Amount amount) {
        if (amounts_[key] == 0) touched_.push_back(key);
        amounts_[key] += amount;
    }

    std::vector<uint32_t>& touched() { return touched_; }
    Amount operator[](uint32_t key) const { return amounts_[key]; }

    void clear() {
        for (const uint32_t key : touched_) amounts_[key] = 0;
        touched_.clear();
    }

private:
    std::vector<Amount> amounts_;
    std::vector<uint32_t> touched_;
};

}  // namespace accord
