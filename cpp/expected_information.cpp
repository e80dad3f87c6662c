#include "expected_information.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

// The number of common nodes of a cluster of a and one of b nodes has a hypergeometric
// distribution. Its probabilities are computed outwards from the mode, each from its neighbour, and
// scaled to add up to 1 at the end: differences of logarithms of factorials would lose digits.

namespace accord {
namespace {

constexpr double kNegligible = 1e-20;  // of the greatest probability

// E[n/N log(Nn/ab)] for clusters of a and b out of N nodes.
double expected_term(int64_t a, int64_t b, int64_t nodes) {
    const int64_t least = std::max<int64_t>(0, a + b - nodes), most = std::min(a, b);
    const int64_t mode =
        std::clamp(int64_t(double(a + 1) / double(nodes + 2) * double(b + 1)), least, most);
    const int64_t neither = nodes - a - b;  // without the common ones
    double total = 0, sum = 0;
    const auto add = [&](int64_t n, double weight) {
        total += weight;
        if (n)
            sum +=
                weight * double(n) * std::log(double(n) / double(a) * (double(nodes) / double(b)));
    };
    add(mode, 1);
    double weight = 1;
    for (int64_t n = mode; n < most && weight > kNegligible; ++n) {
        weight *= double(a - n) / double(n + 1) * (double(b - n) / double(neither + n + 1));
        add(n + 1, weight);
    }
    weight = 1;
    for (int64_t n = mode; n > least && weight > kNegligible; --n) {
        weight *= double(n) / double(a - n + 1) * (double(neither + n) / double(b - n + 1));
        add(n - 1, weight);
    }
    return sum / total / double(nodes);
}

}  // namespace

double expected_information(SizeTally truth, SizeTally found, int64_t nodes, const Team& team) {
    std::vector<double> of_size(truth.sizes.size());
    parallel_for(of_size.size(), team, [&](size_t i) {
        for (size_t j = 0; j < found.sizes.size(); ++j)
            of_size[i] +=
                double(found.times[j]) * expected_term(truth.sizes[i], found.sizes[j], nodes);
        of_size[i] *= double(truth.times[i]);
    });
    double sum = 0;  // in the order of the sizes, with any number of threads
    for (const double part : of_size) sum += part;
    return sum;
}

}  // namespace accord
