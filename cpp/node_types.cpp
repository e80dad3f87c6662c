#include "node_types.hpp"

#include <algorithm>

#include "hash.hpp"
#include "hash_partition.hpp"

namespace accord {

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
    const HashPartition parts(hashes, team);
    std::vector<std::vector<uint32_t>> representatives(HashPartition::kParts);
    parallel_for(HashPartition::kParts, team, [&](size_t part) {
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
