#include "bcubed.hpp"

#include <algorithm>

#include "sharing_patterns.hpp"

namespace accord {
namespace {

// Over the nodes that share clusters on one side: their number, and the sum of their agreement.
struct Mean {
    double agreed = 0;
    int64_t nodes = 0;

    void add(size_t here, size_t there, int64_t weight) {
        if (!here) return;
        nodes += weight;
        agreed += double(weight) * double(std::min(here, there)) / double(here);
    }
    double value() const { return agreed / double(nodes); }
};

struct Means {
    Mean precision, recall;

    void add(size_t a, size_t b, int64_t weight) {
        precision.add(b, a, weight);
        recall.add(a, b, weight);
    }
};

}  // namespace

BCubed bcubed(const TypedPair& pair, double most_cells, const Team& team) {
    const TypedSide truth(pair.truth, pair.truth_clusters, pair.weights, team);
    const TypedSide found(pair.found, pair.found_clusters, pair.weights, team);
    BCubed out{Array<double>(pair.size()), Array<double>(pair.size())};
    const auto store = [&](uint32_t type, const Means& means) {
        out.precision[type] = means.precision.value();
        out.recall[type] = means.recall.value();
    };
    const PatternVisitor visitor{
        [&](uint32_t type, const PatternTable& table) {
            Means means;
            for (size_t i = 0; i < table.weight.size(); ++i) {
                if (i == 0 || !table.weight[i]) continue;
                means.add(size_t(std::popcount(table.truth.bits_of(i / table.found.size()))),
                          size_t(std::popcount(table.found.bits_of(i % table.found.size()))),
                          table.weight[i]);
            }
            store(type, means);
        },
        [&](uint32_t type, const Neighbours& neighbours) {
            Means means;
            for (const uint32_t other : neighbours.met()) {
                const Shared& shared = neighbours.shared_with(other);
                means.add(shared.truth, shared.found, pair.weights[other]);
            }
            means.add(1, 0, neighbours.others_in_truth());
            means.add(0, 1, neighbours.others_in_found());
            store(type, means);
        }};
    visit_patterns(pair, truth, found, std::vector<bool>(pair.size(), true), most_cells, visitor,
                   team);
    return out;
}

}  // namespace accord
