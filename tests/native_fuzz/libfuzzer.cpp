// Entry points for libFuzzer; TARGET is the name of a target.
#include <algorithm>
#include <cstdint>

#include "targets.hpp"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t capacity);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    accord::fuzz::TARGET({reinterpret_cast<const char*>(data), size});
    return 0;
}

// Half of the changes are libFuzzer's, half are ours.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t capacity,
                                          unsigned seed) {
    if (seed % 2) return LLVMFuzzerMutate(data, size, capacity);
    const std::string changed =
        accord::fuzz::mutate({reinterpret_cast<const char*>(data), size}, seed);
    const size_t kept = std::min(changed.size(), capacity);
    std::copy_n(changed.data(), kept, reinterpret_cast<char*>(data));
    return kept;
}
