#include "matching.hpp"

#include <limits>
#include <queue>
#include <vector>

#include "rows.hpp"

// The Hungarian method on sparse edges. Every truth cluster t and found cluster f has a price >= 0
// with price(t) + price(f) >= weight(t, f), equal along matched edges, and 0 for a found cluster
// that is free. Truth clusters enter one by one: a shortest path over the slack price(t) + price(f)
// - weight leads either to a free found cluster or to a truth cluster that is cheapest to leave
// out.

namespace accord {
namespace {

constexpr int64_t kNoEdge = -1;

class Matcher {
public:
    explicit Matcher(const Edges& edges)
        : edges_(edges),
          truths_(edges.offsets.size() - 1),
          truth_price_(truths_),
          found_price_(edges.found_clusters),
          edge_of_truth_(truths_, kNoEdge),
          edge_of_found_(edges.found_clusters, kNoEdge),
          distance_(edges.found_clusters, kFar),
          edge_into_(edges.found_clusters, kNoEdge),
          truth_of_edge_(edges.found.size()) {
        for (size_t t = 0; t < truths_; ++t)
            for (int64_t e = edges.offsets[t]; e < edges.offsets[t + 1]; ++e) {
                truth_of_edge_[size_t(e)] = uint32_t(t);
                truth_price_[t] = std::max(truth_price_[t], edges.weights[size_t(e)]);
            }
    }

    // Adds truth cluster `source`. Afterwards the matching of those added so far is the best one.
    void enter(uint32_t source) {
        Ending ending{truth_price_[source], kNoEdge, source};  // leaving the source itself out
        relax(source, 0);
        while (!queue_.empty() && queue_.top().distance < ending.distance) {
            const auto [distance, found] = queue_.top();
            queue_.pop();
            if (distance > distance_[found]) continue;  // a shorter path was found since
            settled_.push_back(found);
            if (edge_of_found_[found] == kNoEdge) {
                ending = {distance, edge_into_[found], kNone};
                break;
            }
            const uint32_t truth = truth_of_edge_[size_t(edge_of_found_[found])];
            if (distance + truth_price_[truth] < ending.distance)
                ending = {distance + truth_price_[truth], edge_into_[found], truth};
            relax(truth, distance);
        }
        move_prices(source, ending.distance);
        switch_edges(ending);
        for (const uint32_t found : reached_) distance_[found] = kFar;
        reached_.clear();
        settled_.clear();
        queue_ = {};
    }

    Array<int64_t> edges() const {
        Array<int64_t> out(truths_);
        std::copy(edge_of_truth_.begin(), edge_of_truth_.end(), out.begin());
        return out;
    }

private:
    static constexpr double kFar = std::numeric_limits<double>::infinity();

    struct Reach {
        double distance;
        uint32_t found;
        bool operator>(const Reach& other) const {
            return distance != other.distance ? distance > other.distance : found > other.found;
        }
    };
    struct Ending {
        double distance;
        int64_t
            last_edge;  // into the last found cluster of the path; none if the source is left out
        uint32_t left_out;  // truth cluster that loses its edge, if any
    };

    void relax(uint32_t truth, double distance) {
        for (int64_t e = edges_.offsets[truth]; e < edges_.offsets[truth + 1]; ++e) {
            const uint32_t found = edges_.found[size_t(e)];
            const double slack =
                truth_price_[truth] + found_price_[found] - edges_.weights[size_t(e)];
            // Rounding may leave the slack slightly below 0.
            const double there = distance + std::max(slack, 0.0);
            if (there >= distance_[found]) continue;
            if (distance_[found] == kFar) reached_.push_back(found);
            distance_[found] = there;
            edge_into_[found] = e;
            queue_.push({there, found});
        }
    }

    // Prices change by as much as the path is longer than the distance of the cluster.
    void move_prices(uint32_t source, double length) {
        truth_price_[source] -= length;
        for (const uint32_t found : settled_) {
            const double gain = length - distance_[found];
            if (gain <= 0) continue;
            found_price_[found] += gain;
            if (edge_of_found_[found] != kNoEdge) {
                double& price = truth_price_[truth_of_edge_[size_t(edge_of_found_[found])]];
                price = std::max(price - gain, 0.0);
            }
        }
    }

    void switch_edges(const Ending& ending) {
        if (ending.left_out != kNone) edge_of_truth_[ending.left_out] = kNoEdge;
        for (int64_t e = ending.last_edge; e != kNoEdge;) {
            const uint32_t truth = truth_of_edge_[size_t(e)];
            const int64_t before = edge_of_truth_[truth];
            edge_of_truth_[truth] = e;
            edge_of_found_[edges_.found[size_t(e)]] = e;
            e = before == kNoEdge ? kNoEdge : edge_into_[edges_.found[size_t(before)]];
        }
    }

    const Edges& edges_;
    const size_t truths_;
    std::vector<double> truth_price_, found_price_;
    std::vector<int64_t> edge_of_truth_, edge_of_found_;
    std::vector<double> distance_;    // of found clusters from the source
    std::vector<int64_t> edge_into_;  // by which the shortest path reaches a found cluster
    std::vector<uint32_t> truth_of_edge_;
    std::vector<uint32_t> reached_, settled_;
    std::priority_queue<Reach, std::vector<Reach>, std::greater<>> queue_;
};

}  // namespace

Array<int64_t> match_one_to_one(const Edges& edges, const Team& team) {
    Matcher matcher(edges);
    const size_t truths = edges.offsets.size() - 1;
    for (size_t t = 0; t < truths; ++t) {
        team.report(double(t) / double(truths));
        matcher.enter(uint32_t(t));
    }
    return matcher.edges();
}

}  // namespace accord
