// Chunks of work, some of which fail: the error is that of the first one, however long it takes.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <vector>

#include "parallel.hpp"
#include "targets.hpp"

namespace accord::fuzz {

void chunks(std::string_view input) {
    const auto fails = [&](size_t chunk) { return input[chunk] == 'x' || input[chunk] == 'X'; };
    const auto is_slow = [&](size_t chunk) { return input[chunk] == 'X'; };
    std::optional<size_t> first;
    for (size_t chunk = input.size(); chunk-- > 0;)
        if (fails(chunk)) first = chunk;
    for (const int threads : {1, 2, 7}) {
        std::vector<std::atomic<int>> visits(input.size());
        std::optional<size_t> failed;
        try {
            parallel_for(input.size(), Team{threads, {}}, [&](size_t chunk) {
                ++visits[chunk];
                if (is_slow(chunk)) std::this_thread::sleep_for(std::chrono::milliseconds(2));
                if (fails(chunk)) throw chunk;
            });
        } catch (const size_t chunk) {
            failed = chunk;
        }
        require(failed == first, "the first chunk that fails gives the error");
        const size_t done = first ? *first + 1 : input.size();
        require(std::all_of(visits.begin(), visits.begin() + ptrdiff_t(done),
                            [](const auto& count) { return count == 1; }),
                "each chunk is worked on once");
    }
}

}  // namespace accord::fuzz
