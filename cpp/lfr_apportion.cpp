#include <numeric>

#include "lfr_wiring.hpp"

namespace accord {

std::vector<uint32_t> apportion(uint64_t total, std::span<const double> weights,
                                std::span<const uint32_t> limits, Random& random) {
    std::vector<uint32_t> parts(weights.size());
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    uint64_t given = 0;
    // Marks at distance 1 from a random start: each part gets the marks that fall into it.
    double so_far = double(random.next() >> 11) * 0x1p-53;
    for (size_t i = 0; i < parts.size() && sum > 0; ++i) {
        const double begin = so_far;
        so_far += double(total) * (weights[i] / sum);
        parts[i] = uint32_t(
            std::min({double(limits[i]), double(uint64_t(so_far)) - double(uint64_t(begin)),
                      double(total - given)}));
        given += parts[i];
    }
    // What the limits have cut off goes to parts that have room, one each in turn.
    for (bool room = true; given < total && room && !parts.empty();) {
        room = false;
        const size_t start = random.below(parts.size());
        for (size_t i = 0; i < parts.size() && given < total; ++i) {
            const size_t at = start + i < parts.size() ? start + i : start + i - parts.size();
            if (parts[at] >= limits[at]) continue;
            ++parts[at];
            ++given;
            room = true;
        }
    }
    return parts;
}

}  // namespace accord
