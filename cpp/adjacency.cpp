#include "adjacency.hpp"

#include <bit>
#include <utility>
#include <vector>

// Edges are first distributed to ranges of nodes, so that what is written for one range stays in
// cache; then each range puts its edges into rows. Where a chunk of edges writes to is known
// beforehand, so that the result does not depend on threads.

namespace accord {
namespace {

constexpr size_t kEdgesPerChunk = 1 << 17;  // edges per chunk
constexpr size_t kMostRanges = 1 << 9;

struct End {
    uint32_t node, neighbour;
};

class EdgeDealer {
public:
    EdgeDealer(std::span<const uint32_t> sources, std::span<const uint32_t> targets,
               std::span<const double> weights, size_t nodes, bool directed, const Team& team)
        : sources_(sources),
          targets_(targets),
          weights_(weights),
          directed_(directed),
          shift_(std::max<size_t>(9, size_t(std::bit_width(nodes / kMostRanges)))),
          ranges_((nodes >> shift_) + 1),
          chunks_((sources.size() + kEdgesPerChunk - 1) / kEdgesPerChunk),
          next_(chunks_ * ranges_) {
        parallel_for(chunks_, team, [&](size_t chunk) {
            each_end(chunk, [&](size_t, End end) { ++next(chunk, end.node >> shift_); });
        });
        size_t begin = 0;
        for (size_t range = 0; range < ranges_; ++range) {
            begins_.push_back(begin);
            for (size_t chunk = 0; chunk < chunks_; ++chunk)
                begin += std::exchange(next(chunk, range), begin);
        }
        begins_.push_back(begin);
        ends_ = Array<End>(begin);
        if (!weights.empty()) end_weights_ = Array<double>(begin);
        parallel_for(chunks_, team, [&](size_t chunk) {
            each_end(chunk, [&](size_t edge, End end) {
                const size_t to = next(chunk, end.node >> shift_)++;
                ends_[to] = end;
                if (!weights_.empty()) end_weights_[to] = weights_[edge];
            });
        });
    }

    Rows rows(size_t nodes, const Team& team) {
        Rows out{Array<int64_t>(nodes + 1), Array<uint32_t>(ends_.size()), {}};
        if (!weights_.empty()) out.shares = Array<double>(ends_.size());
        out.offsets[0] = 0;
        parallel_for(ranges_, team, [&](size_t range) {
            const size_t first = range << shift_, last = std::min(nodes, (range + 1) << shift_);
            if (first >= last) return;
            // Number of neighbours, then where the next one goes.
            std::vector<size_t> place(last - first);
            for (size_t i = begins_[range]; i < begins_[range + 1]; ++i)
                ++place[ends_[i].node - first];
            size_t begin = begins_[range];
            for (size_t node = first; node < last; ++node) {
                begin += std::exchange(place[node - first], begin);
                out.offsets[node + 1] = int64_t(begin);
            }
            for (size_t i = begins_[range]; i < begins_[range + 1]; ++i) {
                const size_t to = place[ends_[i].node - first]++;
                out.members[to] = ends_[i].neighbour;
                if (!weights_.empty()) out.shares[to] = end_weights_[i];
            }
        });
        return out;
    }

private:
    // Both ends of the edges of a chunk; only one end of directed edges and of loops.
    template <class Visit>
    void each_end(size_t chunk, Visit&& visit) const {
        const size_t last = std::min(sources_.size(), (chunk + 1) * kEdgesPerChunk);
        for (size_t edge = chunk * kEdgesPerChunk; edge < last; ++edge) {
            visit(edge, End{sources_[edge], targets_[edge]});
            if (!directed_ && sources_[edge] != targets_[edge])
                visit(edge, End{targets_[edge], sources_[edge]});
        }
    }
    size_t& next(size_t chunk, size_t range) { return next_[chunk * ranges_ + range]; }

    std::span<const uint32_t> sources_, targets_;
    std::span<const double> weights_;
    const bool directed_;
    const size_t shift_;  // nodes of one range have these low bits free
    const size_t ranges_, chunks_;
    // For each chunk and range: number of ends, then where the next one goes.
    std::vector<size_t> next_;
    std::vector<size_t> begins_;
    Array<End> ends_;
    Array<double> end_weights_;
};

}  // namespace

Rows adjacency(std::span<const uint32_t> sources, std::span<const uint32_t> targets,
               std::span<const double> weights, size_t nodes, bool directed, const Team& team) {
    Rows rows = [&] {
        return EdgeDealer(sources, targets, weights, nodes, directed, team).rows(nodes, team);
    }();
    return sort_rows(std::move(rows), nodes, team);
}

}  // namespace accord
