// Faults that a sanitizer must report, to test that it sees the kernels. Only in builds with
// ACCORD_PLANTED_FAULTS.
#include <atomic>
#include <climits>
#include <thread>
#include <vector>

#include "parallel.hpp"

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT int read_beyond_the_end(int size) {
    const std::vector<int> values(size, 1);
    return values.data()[size];
}

EXPORT int overflow(int addend) {
    volatile int large = INT_MAX;
    large = large + addend;
    return large;
}

// All threads add to one number at the same time, without a lock.
EXPORT int race(int threads) {
    int sum = 0;
    std::atomic<int> arrived{0};
    accord::parallel_for(size_t(threads), accord::Team{threads, {}}, [&](size_t) {
        arrived.fetch_add(1, std::memory_order_relaxed);
        while (arrived.load(std::memory_order_relaxed) < threads) std::this_thread::yield();
        sum += 1;
    });
    return sum;
}
