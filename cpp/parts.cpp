#include "parts.hpp"

#include "pool.hpp"
#include "scorers.hpp"

namespace accord {
namespace {

// The nodes of a truth cluster that are in none of its parts yet.
class OpenNodes {
public:
    OpenNodes(RowsView truth, RowsView found, std::span<const double> node_amounts, size_t nodes)
        : truth_(truth),
          found_(found),
          node_amounts_(node_amounts),
          share_(nodes, 0.0),
          part_of_node_(nodes, 0) {}

    void open(uint32_t t) {
        for (size_t at = size_t(truth_.offsets[t]); at < size_t(truth_.offsets[t + 1]); ++at)
            share_[truth_.members[at]] = truth_.shares.empty() ? 1 : truth_.shares[at];
    }

    // How much of a found cluster is in open nodes.
    double amount(uint32_t f) const {
        double sum = 0;
        for (size_t at = size_t(found_.offsets[f]); at < size_t(found_.offsets[f + 1]); ++at) {
            const uint32_t node = found_.members[at];
            const double share =
                found_.shares.empty() ? share_[node] : std::min(share_[node], found_.shares[at]);
            sum += share * (node_amounts_.empty() ? 1 : node_amounts_[node]);
        }
        return sum;
    }

    // Makes a found cluster a part, which is known by the index of its candidate.
    void close(uint32_t f, size_t candidate) {
        for (size_t at = size_t(found_.offsets[f]); at < size_t(found_.offsets[f + 1]); ++at) {
            const uint32_t node = found_.members[at];
            if (share_[node] != 0) part_of_node_[node] = uint32_t(candidate);
            share_[node] = 0;
        }
    }

    void close(uint32_t t) {
        for (size_t at = size_t(truth_.offsets[t]); at < size_t(truth_.offsets[t + 1]); ++at)
            share_[truth_.members[at]] = 0;
    }

    // The part that a node was in when it was closed; it may be one of an earlier truth cluster.
    uint32_t part_of(uint32_t node) const { return part_of_node_[node]; }

private:
    RowsView truth_, found_;
    std::span<const double> node_amounts_;
    std::vector<double> share_;  // of each open node in the truth cluster; 0 for other nodes
    std::vector<uint32_t> part_of_node_;
};

bool are_equal(RowsView rows, uint32_t a, uint32_t b) {
    const auto equal = [&](const auto& items) {
        return std::equal(items.begin() + rows.offsets[a], items.begin() + rows.offsets[a + 1],
                          items.begin() + rows.offsets[b], items.begin() + rows.offsets[b + 1]);
    };
    return equal(rows.members) && (rows.shares.empty() || equal(rows.shares));
}

}  // namespace

Parts find_parts(RowsView truth, RowsView found, const Candidates& candidates,
                 std::span<const double> node_amounts, size_t nodes, const Team& team) {
    const RowsView& rows = candidates.found;
    Parts out{Array<int64_t>(rows.size()), Array<double>(rows.size()),
              Array<uint8_t>(rows.members.size())};

    // Whether the candidate equals an earlier one of the row, which is a part.
    const auto is_duplicate_of_part = [&](const OpenNodes& open, size_t first, size_t candidate) {
        const uint32_t f = rows.members[candidate];
        size_t checked = candidate;
        for (size_t at = size_t(found.offsets[f]); at < size_t(found.offsets[f + 1]); ++at) {
            const size_t part = open.part_of(found.members[at]);
            if (part == checked || part < first || part >= candidate) continue;
            if (are_equal(found, rows.members[part], f)) return true;
            checked = part;
        }
        return false;
    };
    Pool<OpenNodes> pool([&] { return OpenNodes(truth, found, node_amounts, nodes); });
    parallel_rows(rows.offsets, team, [&](size_t first_row, size_t last_row) {
        const auto open = pool.borrow();
        for (size_t row = first_row; row < last_row; ++row) {
            const size_t first = size_t(rows.offsets[row]), last = size_t(rows.offsets[row + 1]);
            out.n_parts[row] = 0;
            out.covered[row] = 0;
            open->open(candidates.truth[row]);
            for (size_t at = first; at < last; ++at) {
                const double fresh = open->amount(rows.members[at]);
                if (!is_over_half(fresh, candidates.overlaps[at])) {
                    out.is_part[at] = fresh == 0 && is_duplicate_of_part(*open, first, at);
                    continue;
                }
                open->close(rows.members[at], at);
                out.is_part[at] = 1;
                out.covered[row] += fresh;
                ++out.n_parts[row];
            }
            open->close(candidates.truth[row]);
        }
    });
    return out;
}

}  // namespace accord
