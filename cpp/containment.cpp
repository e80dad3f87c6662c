#include "containment.hpp"

#include <cmath>

#include "twins.hpp"

namespace accord {

template <class Amount>
Containment find_containment(const CoMembers<Amount>& pair, std::span<const double> truth_sizes,
                             std::span<const double> found_sizes, const Team& team) {
    const RowsView &truth = pair.truth, &found_of_node = pair.found_of_node;
    const size_t clusters = truth.size();
    Containment out{Array<int64_t>(clusters), Array<double>(clusters), Array<double>(clusters),
                    Array<double>(truth.members.size())};

    const auto visit = [&](size_t t, RowCounter<Amount>& counter) {
        const auto f1 = [&](uint32_t f) {
            return score(by_f1, counter[f], truth_sizes[t], found_sizes[f]);
        };
        const auto contains = [&](uint32_t f) {
            return is_over_half(double(counter[f]), found_sizes[f]);
        };

        out.container[t] = -1;
        double best = 0;
        for (const uint32_t f : counter.touched()) {
            if (!is_over_half(double(counter[f]), truth_sizes[t])) continue;
            const double match = f1(f);
            const bool tied = std::abs(match - best) <= kRounding * best;
            if (tied ? int64_t(f) < out.container[t] : match > best) {
                best = match;
                out.container[t] = f;
            }
        }

        out.covered[t] = out.uncovered[t] = 0;
        for (size_t at = size_t(truth.offsets[t]); at < size_t(truth.offsets[t + 1]); ++at) {
            const uint32_t node = truth.members[at];
            const double amount =
                (pair.node_amounts.empty() ? 1 : double(pair.node_amounts[node])) *
                (truth.shares.empty() ? 1 : truth.shares[at]);
            const size_t first = size_t(found_of_node.offsets[node]),
                         last = size_t(found_of_node.offsets[node + 1]);
            bool covered = false;
            double match = 0;
            for (size_t i = first; i < last; ++i) {
                const uint32_t f = found_of_node.members[i];
                covered = covered || contains(f);
                match = std::max(match, f1(f));
            }
            out.covered[t] += covered ? amount : 0;
            out.uncovered[t] += first == last ? amount : 0;
            out.node_matches[at] = match;
        }
    };
    const auto twins = find_useful_twins(pair, truth_sizes, found_sizes, team);
    if (!twins) {
        visit_co_members(pair, team, visit);
        return out;
    }
    visit_open_clusters(pair, twins->truth, team, visit);
    for (size_t t = 0; t < clusters; ++t) {
        if (twins->truth.twin[t] == kNone) continue;
        out.container[t] = twins->truth.twin[t];
        out.covered[t] = truth_sizes[t];
        out.uncovered[t] = 0;
        std::fill(out.node_matches.data() + truth.offsets[t],
                  out.node_matches.data() + truth.offsets[t + 1], 1.0);
    }
    twins->truth.for_each_repeated([&](size_t from, size_t to) {
        out.container[to] = out.container[from];
        out.covered[to] = out.covered[from];
        out.uncovered[to] = out.uncovered[from];
        std::copy(out.node_matches.data() + truth.offsets[from],
                  out.node_matches.data() + truth.offsets[from + 1],
                  out.node_matches.data() + truth.offsets[to]);
    });
    return out;
}

template Containment find_containment(const CoMembers<int64_t>&, std::span<const double>,
                                      std::span<const double>, const Team&);
template Containment find_containment(const CoMembers<double>&, std::span<const double>,
                                      std::span<const double>, const Team&);

}  // namespace accord
