#include "conditional_entropies.hpp"

#include <atomic>
#include <cmath>
#include <type_traits>

// Clusters X and Y cut the nodes into four parts:
//
//            in Y   not in Y
//   in X      both    only_x
//   not in X  only_y  neither
//
// With h(n) = n log2(N/n), Y is about X, and not about its complement, if h(both) + h(neither) is
// greater than h(only_x) + h(only_y). Then H(X|Y) is the entropy of X within Y plus that of X
// within the rest.

namespace accord {
namespace {

constexpr double kBits = 1.4426950408889634;  // per nat
constexpr double kRoundingOfSums = 1e-12;     // closer sums of h are equal

// n log2(N/n) for `part` of N, which leaves `rest`. log1p keeps the digits if the rest is small.
double share_bits(double part, double rest) {
    return part > 0 ? part * std::log1p(rest / part) * kBits : 0;
}

// The entropy of two parts of a whole.
double split_bits(double x, double y) { return share_bits(x, y) + share_bits(y, x); }

// h(n) of a part and the rest of N. Most clusters are small: h is looked up if the part or the rest
// is small.
template <class Amount>
class Bits {
public:
    explicit Bits(Amount total) {
        if constexpr (std::is_integral_v<Amount>) {
            const auto size = std::min<Amount>(total + 1, kSmall);
            for (Amount n = 0; n < size; ++n) {
                of_part_.push_back(share_bits(double(n), double(total - n)));
                of_rest_.push_back(share_bits(double(total - n), double(n)));
            }
        }
    }

    double operator()(Amount part, Amount rest) const {
        if constexpr (std::is_integral_v<Amount>) {
            if (part < Amount(of_part_.size())) return of_part_[size_t(part)];
            if (rest < Amount(of_rest_.size())) return of_rest_[size_t(rest)];
        }
        return share_bits(double(part), double(rest));
    }

private:
    static constexpr int64_t kSmall = 1 << 14;
    std::vector<double> of_part_, of_rest_;
};

template <class Amount>
struct InformationParts {
    Amount both, only_x, only_y, neither;

    // Rounding of sums of weights might make a difference negative.
    InformationParts(Amount x, Amount y, Amount common, Amount total)
        : both(common),
          only_x(left(x, common)),
          only_y(left(y, common)),
          neither(left(total, x + only_y)) {}

    bool tell(const Bits<Amount>& h) const {
        const Amount in_x = both + only_x, in_either = in_x + only_y;
        const double alike = h(both, only_x + only_y + neither) + h(neither, in_either);
        const double apart = h(only_x, both + only_y + neither) + h(only_y, in_x + neither);
        return alike > apart * (1 + kRoundingOfSums);
    }
    double x_given_y() const {
        return split_bits(double(both), double(only_y)) +
               split_bits(double(only_x), double(neither));
    }
    double y_given_x() const {
        return split_bits(double(both), double(only_x)) +
               split_bits(double(only_y), double(neither));
    }

private:
    static Amount left(Amount whole, Amount part) { return std::max(whole - part, Amount(0)); }
};

// Called from several threads; the minimum does not depend on the order.
void offer(std::atomic<double>& least, double bits) {
    double now = least.load(std::memory_order_relaxed);
    while (bits < now && !least.compare_exchange_weak(now, bits, std::memory_order_relaxed)) {
    }
}

template <class Amount>
Array<double> own_bits(std::span<const Amount> sizes, Amount total) {
    Array<double> own(sizes.size());
    for (size_t i = 0; i < sizes.size(); ++i) {
        const Amount rest = std::max(total - sizes[i], Amount(0));
        own[i] = split_bits(double(sizes[i]), double(rest));
    }
    return own;
}

}  // namespace

template <class Amount>
ConditionalEntropies conditional_entropies(const CoMembers<Amount>& pair,
                                           std::span<const Amount> truth_sizes,
                                           std::span<const Amount> found_sizes, Amount total,
                                           const Team& team) {
    const size_t truths = truth_sizes.size(), founds = found_sizes.size();
    const Bits<Amount> h(total);
    ClusterEntropies of_truths{own_bits(truth_sizes, total), Array<double>(truths)};
    ClusterEntropies of_founds{own_bits(found_sizes, total), Array<double>(founds)};
    ConditionalEntropies out{std::move(of_truths), std::move(of_founds)};
    std::vector<std::atomic<double>> of_found(founds);
    for (size_t f = 0; f < founds; ++f) of_found[f] = out.found.own[f];

    // Disjoint clusters are informative about each other only if one of them has over half of all
    // nodes: h(neither) > h(x) + h(y) has no solution with x and y up to N/2.
    const auto over_half = [&](Amount size) { return size > total - size; };
    std::vector<uint32_t> all_found(founds), large_found;
    for (uint32_t f = 0; f < founds; ++f) {
        all_found[f] = f;
        if (over_half(found_sizes[f])) large_found.push_back(f);
    }

    visit_co_members(pair, team, [&](size_t t, RowCounter<Amount>& counter) {
        double of_truth = out.truth.own[t];
        const auto meet = [&](uint32_t f, Amount common) {
            const InformationParts<Amount> parts(truth_sizes[t], found_sizes[f], common, total);
            if (!parts.tell(h)) return;
            of_truth = std::min(of_truth, parts.x_given_y());
            offer(of_found[f], parts.y_given_x());
        };
        for (const uint32_t f : counter.touched()) meet(f, counter[f]);
        for (const uint32_t f : over_half(truth_sizes[t]) ? all_found : large_found)
            if (counter[f] == 0) meet(f, 0);
        out.truth.left[t] = of_truth;
    });

    for (size_t f = 0; f < founds; ++f) out.found.left[f] = of_found[f];
    return out;
}

template ConditionalEntropies conditional_entropies(const CoMembers<int64_t>&,
                                                    std::span<const int64_t>,
                                                    std::span<const int64_t>, int64_t, const Team&);
template ConditionalEntropies conditional_entropies(const CoMembers<double>&,
                                                    std::span<const double>,
                                                    std::span<const double>, double, const Team&);

}  // namespace accord
