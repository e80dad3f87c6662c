#include "lfr_weights.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "common_clusters.hpp"

namespace accord {
namespace {

constexpr int kSteps = 60;
// Mean error of the weights at a node, relative to its strength, that is good enough.
constexpr double kClose = 1e-3;
// No factor differs by more than this from what it would be if all edges of a node weighed the
// same.
constexpr double kBound = 30;

using Both = std::array<double, 2>;  // of edges outside and inside

// Which edges link nodes that share a cluster, 1 or 0, in the order of `network`.
Array<uint8_t> find_inside(RowsView network, RowsView clusters_of_node, const Team& team) {
    Array<uint8_t> inside(network.members.size());
    parallel_rows(network.offsets, team, [&](size_t first, size_t last) {
        for (size_t row = first; row < last; ++row)
            for (size_t at = size_t(network.offsets[row]); at < size_t(network.offsets[row + 1]);
                 ++at)
                inside[at] = share_a_cluster(clusters_of_node, uint32_t(row), network.members[at]);
    });
    return inside;
}

class Fit {
public:
    Fit(RowsView network, RowsView incoming, RowsView clusters_of_node,
        const LfrStrengths& strengths, const Team& team)
        : team_(team),
          wanted_(strengths.wanted),
          mixing_(strengths.mixing),
          parts_(network.size()),
          even_(network.size()),
          factors_(network.size()),
          sums_(network.size()) {
        sides_.push_back({network, find_inside(network, clusters_of_node, team)});
        if (!incoming.offsets.empty())
            sides_.push_back({incoming, find_inside(incoming, clusters_of_node, team)});
    }

    Array<double> weights() {
        std::fill(factors_.begin(), factors_.end(), Both{1, 1});
        add_up();  // of factors 1: the number of edges
        for (size_t i = 0; i < parts_.size(); ++i) {
            const bool mixed = sums_[i][0] > 0 && sums_[i][1] > 0;
            parts_[i] = mixed ? Both{wanted_[i] * mixing_, wanted_[i] * (1 - mixing_)}
                              : Both{wanted_[i], wanted_[i]};
            for (int kind : {0, 1})
                even_[i][kind] =
                    sums_[i][kind] > 0 ? std::sqrt(parts_[i][kind] / sums_[i][kind]) : 1;
        }
        factors_ = even_;
        add_up();
        for (int step = 0; step < kSteps; ++step) {
            double off = 0;
            for (size_t i = 0; i < factors_.size(); ++i) {
                for (int kind : {0, 1}) {
                    if (sums_[i][kind] == 0) continue;
                    off += std::abs(parts_[i][kind] - sums_[i][kind]) / wanted_[i];
                    factors_[i][kind] =
                        std::clamp(factors_[i][kind] * std::sqrt(parts_[i][kind] / sums_[i][kind]),
                                   even_[i][kind] / kBound, even_[i][kind] * kBound);
                }
            }
            if (off < kClose * double(factors_.size())) break;
            add_up();
            team_.report(double(step + 1) / kSteps);
        }
        add_up();
        const Both scale = balance();
        const RowsView rows = sides_[0].rows;
        const Array<uint8_t>& inside = sides_[0].inside;
        Array<double> weights(rows.members.size());
        parallel_rows(rows.offsets, team_, [&](size_t first, size_t last) {
            for (size_t row = first; row < last; ++row)
                for (size_t at = size_t(rows.offsets[row]); at < size_t(rows.offsets[row + 1]);
                     ++at) {
                    const int kind = inside[at];
                    weights[at] =
                        scale[kind] * (factors_[row][kind] * factors_[rows.members[at]][kind]);
                }
        });
        return weights;
    }

private:
    // What the edges of each node weigh.
    void add_up() {
        std::fill(sums_.begin(), sums_.end(), Both{0, 0});
        for (const Side& side : sides_) {
            const RowsView rows = side.rows;
            const Array<uint8_t>& inside = side.inside;
            parallel_rows(rows.offsets, team_, [&](size_t first, size_t last) {
                for (size_t row = first; row < last; ++row) {
                    Both sums{0, 0};
                    for (size_t at = size_t(rows.offsets[row]); at < size_t(rows.offsets[row + 1]);
                         ++at)
                        sums[inside[at]] += factors_[rows.members[at]][inside[at]];
                    for (int kind : {0, 1}) sums_[row][kind] += factors_[row][kind] * sums[kind];
                }
            });
        }
    }

    // Factors for the weights outside and inside, so that the mean mixing of nodes and the sum of
    // weights are right.
    Both balance() const {
        const auto mixing_with = [&](double factor) {
            double sum = 0, nodes = 0;
            for (const auto& [outside, inside] : sums_) {
                if (outside + inside == 0) continue;
                sum += factor * outside / (factor * outside + inside);
                ++nodes;
            }
            return nodes > 0 ? sum / nodes : mixing_;
        };
        double low = -20, high = 20;  // of the logarithm
        for (int step = 0; step < 50; ++step) {
            const double middle = (low + high) / 2;
            (mixing_with(std::exp(middle)) < mixing_ ? low : high) = middle;
        }
        const double factor = mixing_ > 0 && mixing_ < 1 ? std::exp(low) : 1;
        double there = 0, wanted = 0;
        for (size_t i = 0; i < sums_.size(); ++i) {
            const auto [outside, inside] = sums_[i];
            there += factor * outside + inside;
            if (outside + inside > 0) wanted += wanted_[i];
        }
        const double scale = there > 0 ? wanted / there : 1;
        return {scale * factor, scale};
    }

    struct Side {
        RowsView rows;
        Array<uint8_t> inside;
    };

    const Team& team_;
    std::span<const double> wanted_;
    double mixing_;
    std::vector<Side> sides_;
    std::vector<Both> parts_;  // target weight of the edges of each node
    std::vector<Both> even_;   // its factors if all its edges weighed the same
    std::vector<Both> factors_, sums_;
};

}  // namespace

Array<double> sum_inside(RowsView network, RowsView clusters_of_node, const Team& team) {
    Array<double> sums(network.size());
    parallel_rows(network.offsets, team, [&](size_t first, size_t last) {
        for (size_t row = first; row < last; ++row) {
            double sum = 0;
            for (size_t at = size_t(network.offsets[row]); at < size_t(network.offsets[row + 1]);
                 ++at)
                if (share_a_cluster(clusters_of_node, uint32_t(row), network.members[at]))
                    sum += network.shares.empty() ? 1 : network.shares[at];
            sums[row] = sum;
        }
    });
    return sums;
}

Array<double> lfr_weights(RowsView network, RowsView incoming, RowsView clusters_of_node,
                          const LfrStrengths& strengths, const Team& team) {
    return Fit(network, incoming, clusters_of_node, strengths, team).weights();
}

}  // namespace accord
