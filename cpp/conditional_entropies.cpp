#include "conditional_entropies.hpp"

#include <atomic>
#include <cmath>
#include <numeric>
#include <type_traits>

#include "twins.hpp"

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

// Disjoint clusters are informative about each other only if one of them has over half of all
// nodes: h(neither) > h(x) + h(y) has no solution with x and y up to N/2.
template <class Amount>
bool has_most(Amount size, Amount total) {
    return size > total - size;
}

template <class Amount>
std::vector<uint32_t> over_half(std::span<const Amount> sizes, Amount total) {
    std::vector<uint32_t> large;
    for (uint32_t i = 0; i < sizes.size(); ++i)
        if (has_most(sizes[i], total)) large.push_back(i);
    return large;
}

std::vector<uint32_t> all_numbers(size_t count) {
    std::vector<uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

// The bits left of each cluster of a side, walking only from those that have no twin: a twin leaves
// none.
template <class Amount>
void leave_bits(RowsView rows, const TwinsOfSide& twins, const DistinctClusters& others,
                std::span<const Amount> node_amounts, std::span<const Amount> sizes,
                std::span<const Amount> other_sizes, Amount total, const Bits<Amount>& h,
                ClusterEntropies& entropies, const Team& team) {
    std::vector<Amount> size_of_other;
    for (const uint32_t other : others.clusters) size_of_other.push_back(other_sizes[other]);
    const std::vector<uint32_t> all = all_numbers(others.clusters.size()),
                                large = over_half<Amount>(size_of_other, total);
    std::fill(entropies.left.begin(), entropies.left.end(), 0.0);
    visit_open_clusters(
        others.from(rows, node_amounts), twins, team,
        [&](size_t cluster, RowCounter<Amount>& counter) {
            double left = entropies.own[cluster];
            const auto meet = [&](uint32_t other, Amount common) {
                const InformationParts<Amount> parts(sizes[cluster], size_of_other[other], common,
                                                     total);
                if (parts.tell(h)) left = std::min(left, parts.x_given_y());
            };
            for (const uint32_t other : counter.touched()) meet(other, counter[other]);
            for (const uint32_t other : has_most(sizes[cluster], total) ? all : large)
                if (counter[other] == 0) meet(other, 0);
            entropies.left[cluster] = left;
        });
    twins.for_each_repeated(
        [&](size_t from, size_t to) { entropies.left[to] = entropies.left[from]; });
}

template <class Amount>
void leave_bits_by_twins(const CoMembers<Amount>& pair, const Twins& twins,
                         std::span<const Amount> truth_sizes, std::span<const Amount> found_sizes,
                         Amount total, const Bits<Amount>& h, ConditionalEntropies& out,
                         const Team& team) {
    const size_t nodes = pair.found_of_node.size();
    {
        const DistinctClusters founds(pair.found, twins.found, nodes, team);
        leave_bits(pair.truth, twins.truth, founds, pair.node_amounts, truth_sizes, found_sizes,
                   total, h, out.truth, team);
    }
    const DistinctClusters truths(pair.truth, twins.truth, nodes, team);
    leave_bits(pair.found, twins.found, truths, pair.node_amounts, found_sizes, truth_sizes, total,
               h, out.found, team);
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
    if (const auto twins = find_useful_twins(pair, truth_sizes, found_sizes, team)) {
        leave_bits_by_twins(pair, *twins, truth_sizes, found_sizes, total, h, out, team);
        return out;
    }
    std::vector<std::atomic<double>> of_found(founds);
    for (size_t f = 0; f < founds; ++f) of_found[f] = out.found.own[f];

    const std::vector<uint32_t> all_found = all_numbers(founds),
                                large_found = over_half(found_sizes, total);
    visit_co_members(pair, team, [&](size_t t, RowCounter<Amount>& counter) {
        double of_truth = out.truth.own[t];
        const auto meet = [&](uint32_t f, Amount common) {
            const InformationParts<Amount> parts(truth_sizes[t], found_sizes[f], common, total);
            if (!parts.tell(h)) return;
            of_truth = std::min(of_truth, parts.x_given_y());
            offer(of_found[f], parts.y_given_x());
        };
        for (const uint32_t f : counter.touched()) meet(f, counter[f]);
        for (const uint32_t f : has_most(truth_sizes[t], total) ? all_found : large_found)
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
