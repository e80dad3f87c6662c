#include "node_types.hpp"

#include <algorithm>
#include <array>

#include "hash.hpp"

namespace accord {
namespace {

// Nodes by the highest bits of their hash, ascending within each part.
class Partition {
public:
    static constexpr size_t kParts = 64;

    Partition(const std::vector<uint64_t>& hashes, const Team& team) : nodes_(hashes.size()) {
        const size_t chunks = (hashes.size() + kStep - 1) / kStep;
        // Of each chunk: how many are in each part, then where they go.
        std::vector<std::array<size_t, kParts>> at(chunks);
        parallel_ranges(hashes.size(), kStep, team, [&](size_t begin, size_t end) {
            auto& counts = at[begin / kStep];
            counts.fill(0);
            for (size_t v = begin; v < end; ++v) ++counts[part_of(hashes[v])];
        });
        size_t next = 0;
        for (size_t part = 0; part < kParts; ++part) {
            begin_[part] = next;
            for (auto& chunk : at) {
                const size_t count = chunk[part];
                chunk[part] = next;
                next += count;
            }
        }
        begin_[kParts] = next;
        parallel_ranges(hashes.size(), kStep, team, [&](size_t begin, size_t end) {
            auto& to = at[begin / kStep];
            for (size_t v = begin; v < end; ++v) nodes_[to[part_of(hashes[v])]++] = uint32_t(v);
        });
    }

    std::span<const uint32_t> operator[](size_t part) const {
        return nodes_.span().subspan(begin_[part], begin_[part + 1] - begin_[part]);
    }

private:
    static constexpr size_t kStep = 1 << 16;
    static size_t part_of(uint64_t hash) { return hash >> 58; }

    Array<uint32_t> nodes_;
    std::array<size_t, kParts + 1> begin_;
};

}  // namespace

NodeTypes find_node_types(RowsView truth_of_node, RowsView found_of_node, const Team& team) {
    const size_t nodes = truth_of_node.size();
    std::vector<uint64_t> hashes(nodes);
    parallel_ranges(nodes, 1 << 16, team, [&](size_t begin, size_t end) {
        for (size_t v = begin; v < end; ++v)
            hashes[v] = hash_row(found_of_node, v, hash_row(truth_of_node, v, 0));
    });

    // Equal nodes have equal hashes, so that every part of the hash range can be grouped
    // independently.
    NodeTypes out{Array<uint32_t>(nodes), {}};
    const Partition parts(hashes, team);
    std::vector<std::vector<uint32_t>> representatives(Partition::kParts);
    parallel_for(Partition::kParts, team, [&](size_t part) {
        HashIndex index;
        for (const uint32_t v : parts[part]) {
            const uint32_t first = index.find_or_insert(hashes[v], v, [&](uint32_t w) {
                return equal_rows(truth_of_node, v, w) && equal_rows(found_of_node, v, w);
            });
            out.type_of_node[v] = first;
            if (first == v) representatives[part].push_back(v);
        }
    });

    for (const auto& some : representatives)
        out.representatives.insert(out.representatives.end(), some.begin(), some.end());
    std::sort(out.representatives.begin(), out.representatives.end());
    // From first node to rank; a first node comes before the others of its type.
    for (size_t v = 0, rank = 0; v < nodes; ++v)
        out.type_of_node[v] =
            out.type_of_node[v] == v ? uint32_t(rank++) : out.type_of_node[out.type_of_node[v]];
    return out;
}

}  // namespace accord
