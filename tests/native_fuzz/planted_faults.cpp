// Faults of every kind that must be found, to test the machinery itself.
#include <climits>
#include <stdexcept>
#include <vector>

#include "reading.hpp"

namespace accord::fuzz {

void planted_faults(std::string_view input) {
    if (input == "read beyond the end") {
        const std::vector<char> copy(input.begin(), input.end());
        require(*(copy.data() + copy.size()) != 1, "there is nothing");
    } else if (input == "overflow") {
        volatile int large = INT_MAX;
        large = large + 1;
    } else if (input == "exception") {
        throw std::length_error("an exception that is no error of the text");
    } else if (input.starts_with("blocks")) {
        read_in_all_ways(input, [](const TextSource&, size_t block_size, const Team&,
                                   Record& record) { record.add(block_size); });
    }
}

}  // namespace accord::fuzz
