#include "twins.hpp"

#include <numeric>

#include "hash.hpp"
#include "hash_partition.hpp"

namespace accord {
namespace {

// Sums need no order, so that the members of a row are hashed side by side.
uint64_t hash_members(std::span<const uint32_t> members) {
    uint64_t sum = 0;
    for (const uint32_t member : members) sum += mix(member);
    return mix(sum ^ members.size());
}

void hash_rows_into(uint64_t* hashes, RowsView rows, const Team& team) {
    parallel_rows(rows.offsets, team, [&](size_t first, size_t last) {
        for (size_t row = first; row < last; ++row) hashes[row] = hash_members(rows[row]);
    });
}

TwinsOfSide all_open(size_t clusters) {
    TwinsOfSide out{Array<uint32_t>(clusters), Array<uint32_t>(clusters)};
    std::iota(out.first.begin(), out.first.end(), 0u);
    std::fill(out.twin.begin(), out.twin.end(), kNone);
    return out;
}

double open_memberships(RowsView rows, const TwinsOfSide& twins) {
    double open = 0;
    for (size_t cluster = 0; cluster < rows.size(); ++cluster)
        if (twins.is_open(cluster)) open += double(rows[cluster].size());
    return open;
}

// How many clusters of the other side a node has, over all memberships; from a part of them.
double mean_steps(RowsView rows, RowsView others_of_node) {
    constexpr size_t kEach = 61;
    double steps = 0, seen = 0;
    for (size_t at = 0; at < rows.members.size(); at += kEach) {
        steps += double(others_of_node[rows.members[at]].size());
        ++seen;
    }
    return seen == 0 ? 0 : steps / seen;
}

}  // namespace

std::vector<uint32_t> TwinsOfSide::open() const {
    std::vector<uint32_t> clusters;
    for (size_t cluster = 0; cluster < first.size(); ++cluster)
        if (is_open(cluster)) clusters.push_back(uint32_t(cluster));
    return clusters;
}

Twins find_twins(RowsView truth, RowsView found, const Team& team) {
    const size_t truths = truth.size(), founds = found.size();
    TwinsOfSide of_truth = all_open(truths), of_found = all_open(founds);
    Twins out{std::move(of_truth), std::move(of_found)};
    // Both sides in one sequence, truth first.
    std::vector<uint64_t> hashes(truths + founds);
    hash_rows_into(hashes.data(), truth, team);
    hash_rows_into(hashes.data() + truths, found, team);
    const auto members = [&](size_t i) { return i < truths ? truth[i] : found[i - truths]; };

    const HashPartition parts(hashes, team);
    parallel_for(HashPartition::kParts, team, [&](size_t part) {
        HashIndex index(parts[part].size());
        for (const uint32_t i : parts[part]) {
            const uint32_t first = index.find_or_insert(hashes[i], i, [&](uint32_t other) {
                return std::ranges::equal(members(other), members(i));
            });
            if (i < truths) {
                out.truth.first[i] = first;
            } else if (const size_t f = i - truths; first < truths) {
                uint32_t& twin = out.truth.twin[first];
                if (twin == kNone) twin = uint32_t(f);
                out.found.first[f] = twin;
                out.found.twin[f] = first;
            } else {
                out.found.first[f] = uint32_t(first - truths);
            }
        }
    });
    out.truth.for_each_repeated(
        [&](size_t from, size_t to) { out.truth.twin[to] = out.truth.twin[from]; });
    return out;
}

std::optional<Twins> find_useful_twins(RowsView truth, RowsView found, RowsView found_of_node,
                                       const Team& team) {
    // Measured: hashing a membership takes about as long as a step. With twins, either side is
    // walked from by itself, and what is left of the clusters is indexed by node again.
    constexpr double kLeastSteps = 8, kMostOpen = 0.8;
    const double memberships = double(truth.members.size() + found.members.size());
    const double steps = double(truth.members.size()) * mean_steps(truth, found_of_node);
    if (steps < kLeastSteps * memberships) return std::nullopt;
    if (truth.size() + found.size() >= kNone) return std::nullopt;
    Twins twins = find_twins(truth, found, team);
    const double open = open_memberships(truth, twins.truth) / double(truth.members.size()) +
                        open_memberships(found, twins.found) / double(found.members.size());
    if (open > kMostOpen) return std::nullopt;
    return twins;
}

DistinctClusters::DistinctClusters(RowsView rows, const TwinsOfSide& twins, size_t nodes,
                                   const Team& team)
    : rows(rows) {
    for (size_t cluster = 0; cluster < rows.size(); ++cluster)
        if (twins.first[cluster] == cluster) clusters.push_back(uint32_t(cluster));
    const bool all = clusters.size() == rows.size();
    const Rows taken = all ? Rows{} : take_rows(rows, clusters, team);
    const RowsView distinct = all ? rows : taken.view();
    const Array<uint32_t> degrees = count_memberships(distinct, nodes, team);
    of_node = transpose(distinct, degrees.span(), team);
}

}  // namespace accord
