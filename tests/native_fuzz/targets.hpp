// The fuzz targets: each takes any bytes, reads them, and aborts if what it promises does not hold.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace accord::fuzz {

void cluster_lists(std::string_view input);
void tables(std::string_view input);
void labels(std::string_view input);
void words(std::string_view input);
void chunks(std::string_view input);
void planted_faults(std::string_view input);  // to see that faults are found

inline void require(bool holds, const std::string& what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", what.c_str());
    std::abort();
}

// The first bytes of an input say how to read the others.
class Options {
public:
    explicit Options(std::string_view input) : rest_(input) {}

    // A number below the limit; 0 where the input has ended.
    size_t below(size_t limit) {
        if (rest_.empty()) return 0;
        const auto byte = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        return byte % limit;
    }
    bool flag() { return below(2); }
    std::string_view rest() const { return rest_; }

private:
    std::string_view rest_;
};

// The input with a few changes of kinds that matter to readers of text.
std::string mutate(std::string input, uint64_t seed);

}  // namespace accord::fuzz
