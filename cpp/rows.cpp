#include "rows.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include "hash.hpp"

namespace accord {
namespace {

bool strictly_ascending(const uint32_t* begin, const uint32_t* end) {
    return std::adjacent_find(begin, end, [](uint32_t a, uint32_t b) { return a >= b; }) == end;
}

// A set of members with one bit each: sorts a long row in linear time.
class BitSet {
public:
    explicit BitSet(size_t width) : words_((width + 63) / 64) {}

    size_t sort(uint32_t* members, size_t count) {
        for (size_t i = 0; i < count; ++i)
            words_[members[i] >> 6] |= uint64_t{1} << (members[i] & 63);
        size_t kept = 0;
        for (size_t w = 0; w < words_.size(); ++w) {
            for (uint64_t bits = words_[w]; bits; bits &= bits - 1)
                members[kept++] = uint32_t(w * 64 + size_t(std::countr_zero(bits)));
            words_[w] = 0;
        }
        return kept;
    }

private:
    std::vector<uint64_t> words_;
};

// Often only a few members are out of order, such as texts that occurred earlier in a list: only
// these are sorted, and merged into the others from the back.
size_t sort_members(uint32_t* members, size_t count, size_t width, std::vector<uint32_t>& strays) {
    if (count > 64 && count > width / 64) return BitSet(width).sort(members, count);
    strays.clear();
    size_t rising = 0;
    for (size_t i = 0; i < count; ++i) {
        if (rising == 0 || members[i] > members[rising - 1]) members[rising++] = members[i];
        else strays.push_back(members[i]);
    }
    std::sort(strays.begin(), strays.end());
    for (size_t to = count, stray = strays.size(); stray;) {
        const bool take_rising = rising && members[rising - 1] > strays[stray - 1];
        members[--to] = take_rising ? members[--rising] : strays[--stray];
    }
    return size_t(std::unique(members, members + count) - members);
}

using Pairs = std::vector<std::pair<uint32_t, double>>;

size_t sort_members_with_shares(size_t row, uint32_t* members, double* shares, size_t count,
                                Pairs& both) {
    both.resize(count);
    for (size_t i = 0; i < count; ++i) both[i] = {members[i], shares[i]};
    std::sort(both.begin(), both.end());
    size_t kept = 0;
    for (const auto& [member, share] : both) {
        if (kept && members[kept - 1] == member) {
            if (shares[kept - 1] != share)
                throw ShareConflict(row, member, shares[kept - 1], share);
            continue;
        }
        members[kept] = member;
        shares[kept++] = share;
    }
    return kept;
}

// Closes the gaps after rows that became shorter.
void close_gaps(Rows& rows, std::span<const int64_t> kept) {
    int64_t end = 0;
    for (size_t row = 0; row < rows.size(); ++row) {
        const int64_t begin = rows.offsets[row];
        std::memmove(&rows.members[size_t(end)], &rows.members[size_t(begin)],
                     size_t(kept[row]) * sizeof(uint32_t));
        if (!rows.shares.empty())
            std::memmove(&rows.shares[size_t(end)], &rows.shares[size_t(begin)],
                         size_t(kept[row]) * sizeof(double));
        rows.offsets[row] = end;
        end += kept[row];
    }
    rows.offsets[rows.size()] = end;
    rows.members.shrink(size_t(end));
    if (!rows.shares.empty()) rows.shares.shrink(size_t(end));
}

// Calls visit(row, first, last) with the part of each row that lies in [low, high).
template <class Visit>
void visit_member_range(RowsView rows, uint32_t low, uint32_t high, Visit&& visit) {
    for (size_t row = 0; row < rows.size(); ++row) {
        const auto members = rows[row];
        if (members.empty() || members.front() >= high || members.back() < low) continue;
        const auto first = members.front() >= low
                               ? members.begin()
                               : std::lower_bound(members.begin(), members.end(), low);
        const auto last =
            members.back() < high ? members.end() : std::lower_bound(first, members.end(), high);
        visit(row, first, last);
    }
}

// One range of members per thread: every thread owns what it counts or fills, and visits the rows
// in order.
template <class Work>
void parallel_members(size_t width, const Team& team, Work&& work) {
    const size_t parts =
        std::clamp<size_t>(width / (1 << 14), 1, size_t(std::max(team.threads, 1)));
    parallel_for(parts, team, [&](size_t part) {
        work(uint32_t(width * part / parts), uint32_t(width * (part + 1) / parts));
    });
}

}  // namespace

Rows sort_rows(Rows rows, size_t width, const Team& team) {
    std::vector<int64_t> kept(rows.size());
    std::atomic<int64_t> repeated{0};
    std::mutex lock;
    std::optional<ShareConflict> conflict;  // of the first row that has one
    const auto sort_row = [&](size_t row, uint32_t* members, size_t begin, size_t count,
                              std::vector<uint32_t>& strays, Pairs& both) {
        if (rows.shares.empty()) return sort_members(members, count, width, strays);
        try {
            return sort_members_with_shares(row, members, rows.shares.data() + begin, count, both);
        } catch (const ShareConflict& met) {
            const std::lock_guard hold(lock);
            if (!conflict || met.row < conflict->row) conflict = met;
            return count;
        }
    };
    parallel_rows(rows.offsets.span(), team, [&](size_t first, size_t last) {
        std::vector<uint32_t> strays;
        Pairs both;
        for (size_t row = first; row < last; ++row) {
            const size_t begin = size_t(rows.offsets[row]),
                         count = size_t(rows.offsets[row + 1]) - begin;
            uint32_t* members = rows.members.data() + begin;
            kept[row] = int64_t(count);
            if (strictly_ascending(members, members + count)) continue;
            kept[row] = int64_t(sort_row(row, members, begin, count, strays, both));
            repeated += int64_t(count) - kept[row];
        }
    });
    if (conflict) throw *conflict;
    rows.repeated += repeated;
    if (repeated) close_gaps(rows, kept);
    return rows;
}

Rows group_rows(std::span<const uint32_t> row_of, RowsView flat, size_t rows, size_t width,
                const Team& team) {
    Rows out{Array<int64_t>(rows + 1), {}, {}};
    // offsets[r + 1] is the number of members of r, then where the next member goes, and finally
    // the end of r.
    const auto each_own = [&](uint32_t low, uint32_t high, auto&& visit) {
        for (size_t i = 0; i < row_of.size(); ++i)
            if (row_of[i] - low < high - low) visit(i, out.offsets[row_of[i] + 1]);
    };
    out.offsets[0] = 0;
    parallel_members(rows, team, [&](uint32_t low, uint32_t high) {
        std::fill(out.offsets.data() + low + 1, out.offsets.data() + high + 1, 0);
        each_own(low, high, [](size_t, int64_t& count) { ++count; });
    });
    int64_t begin = 0;
    for (size_t r = 0; r < rows; ++r) begin += std::exchange(out.offsets[r + 1], begin);
    out.members = Array<uint32_t>(size_t(begin));
    if (!flat.shares.empty()) out.shares = Array<double>(size_t(begin));
    parallel_members(rows, team, [&](uint32_t low, uint32_t high) {
        each_own(low, high, [&](size_t i, int64_t& next) {
            if (!flat.shares.empty()) out.shares[size_t(next)] = flat.shares[i];
            out.members[size_t(next++)] = flat.members[i];
        });
    });
    return sort_rows(std::move(out), width, team);
}

Rows relabel_rows(RowsView rows, std::span<const uint32_t> map, size_t width, const Team& team) {
    Rows out{Array<int64_t>(rows.offsets.size()), {}, {}};
    parallel_rows(rows.offsets, team, [&](size_t first, size_t last) {
        for (size_t row = first; row < last; ++row)
            out.offsets[row + 1] =
                std::ranges::count_if(rows[row], [&](uint32_t v) { return map[v] != kNone; });
    });
    out.offsets[0] = 0;
    std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
    out.members = Array<uint32_t>(size_t(out.offsets[rows.size()]));
    if (!rows.shares.empty()) out.shares = Array<double>(out.members.size());
    parallel_rows(rows.offsets, team, [&](size_t first, size_t last) {
        for (size_t row = first; row < last; ++row) {
            size_t to = size_t(out.offsets[row]);
            for (size_t from = size_t(rows.offsets[row]); from < size_t(rows.offsets[row + 1]);
                 ++from) {
                const uint32_t member = map[rows.members[from]];
                if (member == kNone) continue;
                if (!rows.shares.empty()) out.shares[to] = rows.shares[from];
                out.members[to++] = member;
            }
        }
    });
    return sort_rows(std::move(out), width, team);
}

Rows take_rows(RowsView rows, std::span<const uint32_t> places, const Team& team) {
    Rows out{Array<int64_t>(places.size() + 1), {}, {}};
    out.offsets[0] = 0;
    for (size_t i = 0; i < places.size(); ++i)
        out.offsets[i + 1] = out.offsets[i] + int64_t(rows[places[i]].size());
    out.members = Array<uint32_t>(size_t(out.offsets[places.size()]));
    if (!rows.shares.empty()) out.shares = Array<double>(out.members.size());
    parallel_rows(out.offsets.span(), team, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            std::ranges::copy(rows[places[i]], out.members.data() + out.offsets[i]);
            if (!rows.shares.empty())
                std::ranges::copy(rows.shares_of(places[i]), out.shares.data() + out.offsets[i]);
        }
    });
    return out;
}

Array<uint32_t> count_memberships(RowsView rows, size_t width, const Team& team) {
    Array<uint32_t> degrees(width);
    parallel_members(width, team, [&](uint32_t low, uint32_t high) {
        std::fill(degrees.data() + low, degrees.data() + high, 0u);
        visit_member_range(rows, low, high, [&](size_t, auto first, auto last) {
            for (; first != last; ++first) ++degrees[*first];
        });
    });
    return degrees;
}

Rows transpose(RowsView rows, std::span<const uint32_t> degrees, const Team& team) {
    const size_t width = degrees.size();
    Rows out{Array<int64_t>(width + 1), Array<uint32_t>(rows.members.size()),
             Array<double>(rows.shares.size())};
    // offsets[v + 1] starts as the beginning of v and is advanced by every entry, to the end of v.
    int64_t begin = 0;
    out.offsets[0] = 0;
    for (size_t v = 0; v < width; ++v) {
        out.offsets[v + 1] = begin;
        begin += degrees[v];
    }
    parallel_members(width, team, [&](uint32_t low, uint32_t high) {
        visit_member_range(rows, low, high, [&](size_t row, auto first, auto last) {
            for (auto member = first; member != last; ++member) {
                const size_t to = size_t(out.offsets[*member + 1]++);
                out.members[to] = uint32_t(row);
                if (!rows.shares.empty())
                    out.shares[to] = rows.shares[size_t(&*member - rows.members.data())];
            }
        });
    });
    return out;
}

Array<int64_t> first_equal_rows(RowsView rows, const Team& team) {
    std::vector<uint64_t> hashes(rows.size());
    parallel_rows(rows.offsets, team, [&](size_t first, size_t last) {
        for (size_t row = first; row < last; ++row) hashes[row] = hash_row(rows, row);
    });
    HashIndex index(rows.size());
    Array<int64_t> first(rows.size());
    for (size_t row = 0; row < rows.size(); ++row) {
        first[row] = index.find_or_insert(hashes[row], uint32_t(row), [&](uint32_t other) {
            return equal_rows(rows, other, row);
        });
    }
    return first;
}

}  // namespace accord
