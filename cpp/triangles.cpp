#include "triangles.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

namespace accord {
namespace {

// A cluster that two nodes share, and the positions of their memberships.
struct Common {
    uint32_t cluster;
    size_t first, second;
};

class Finder {
public:
    Finder(RowsView neighbours, RowsView clusters_of_node, Array<uint8_t>& found)
        : neighbours_(neighbours), of_node_(clusters_of_node), found_(found) {}

    // Looks for triangles on an edge, until both ends are known to be in one in every cluster that
    // they share.
    void find(uint32_t first, uint32_t second, std::vector<Common>& common) {
        find_common(first, second, common);
        if (common.empty()) return;
        auto fewer = neighbours_[first], more = neighbours_[second];
        if (fewer.size() > more.size()) std::swap(fewer, more);
        auto from = more.begin();
        for (const uint32_t third : fewer) {
            if (third == first || third == second) continue;
            from = advance_to(from, more.end(), third);
            if (from == more.end()) return;
            if (*from != third) continue;
            mark(third, common);
            if (common.empty()) return;
        }
    }

private:
    using Iterator = std::span<const uint32_t>::iterator;

    // The first position from `from` on whose value is not below `wanted`, by steps that double.
    static Iterator advance_to(Iterator from, Iterator end, uint32_t wanted) {
        ptrdiff_t step = 1;
        while (end - from > step && from[step] < wanted) {
            from += step;
            step *= 2;
        }
        return std::lower_bound(from, end - from > step ? from + step + 1 : end, wanted);
    }

    // The clusters of both in which at least one of them is not yet known to be in a triangle.
    void find_common(uint32_t first, uint32_t second, std::vector<Common>& common) const {
        common.clear();
        size_t a = size_t(of_node_.offsets[first]), b = size_t(of_node_.offsets[second]);
        const size_t a_end = size_t(of_node_.offsets[first + 1]),
                     b_end = size_t(of_node_.offsets[second + 1]);
        while (a < a_end && b < b_end) {
            const uint32_t own = of_node_.members[a], theirs = of_node_.members[b];
            if (own == theirs && !(is_found(a) && is_found(b))) common.push_back({own, a, b});
            a += own <= theirs;
            b += theirs <= own;
        }
    }

    // Marks the three in the clusters that the third shares as well, and drops these.
    void mark(uint32_t third, std::vector<Common>& common) {
        size_t place = size_t(of_node_.offsets[third]);
        const size_t end = size_t(of_node_.offsets[third + 1]);
        std::erase_if(common, [&](const Common& shared) {
            while (place < end && of_node_.members[place] < shared.cluster) ++place;
            if (place == end || of_node_.members[place] != shared.cluster) return false;
            for (const size_t membership : {shared.first, shared.second, place})
                set_found(membership);
            return true;
        });
    }

    // Several threads may mark at the same time; in any order, the result is the same.
    bool is_found(size_t membership) const {
        return std::atomic_ref<uint8_t>(found_[membership]).load(std::memory_order_relaxed);
    }
    void set_found(size_t membership) {
        std::atomic_ref<uint8_t>(found_[membership]).store(1, std::memory_order_relaxed);
    }

    RowsView neighbours_, of_node_;
    Array<uint8_t>& found_;
};

}  // namespace

Array<uint8_t> find_triangles(RowsView neighbours, RowsView clusters_of_node, const Team& team) {
    Array<uint8_t> found(clusters_of_node.members.size());
    std::fill(found.begin(), found.end(), uint8_t{0});
    Finder finder(neighbours, clusters_of_node, found);
    parallel_rows(neighbours.offsets, team, [&](size_t first, size_t last) {
        std::vector<Common> common;
        for (size_t node = first; node < last; ++node) {
            for (const uint32_t other : neighbours[node])
                if (other > node) finder.find(uint32_t(node), other, common);
        }
    });
    return found;
}

}  // namespace accord
