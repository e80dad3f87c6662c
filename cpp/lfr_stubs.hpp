// Stubs joined to edges at random: no loops, no repeated edges, only allowed edges; bounded work.
#pragma once

#include <utility>
#include <vector>

#include "parallel.hpp"
#include "random.hpp"

namespace accord {

// Ends of edges; a node is listed once per end. Undirected stubs are all in `from` at first.
struct Stubs {
    std::vector<uint32_t> from, to;

    size_t size() const { return from.size(); }
    void push(uint32_t a, uint32_t b) {
        from.push_back(a);
        to.push_back(b);
    }
    void append(const Stubs& others) {
        from.insert(from.end(), others.from.begin(), others.from.end());
        to.insert(to.end(), others.to.begin(), others.to.end());
    }
};

struct JoinedStubs {
    Stubs edges;
    Stubs left;  // pairs of stubs that could not be joined
};

template <class Item>
void shuffle_items(std::vector<Item>& items, Random& random) {
    for (size_t left = items.size(); left > 1; --left)
        std::swap(items[left - 1], items[random.below(left)]);
}

// `linked` has the pairs that are edges already, and gets the new ones; `allowed(a, b)` may be
// called from any thread.
template <class Pairs, class Allowed>
class StubJoiner {
public:
    StubJoiner(bool directed, Pairs& linked, const Allowed& allowed, Random& random,
               const Team& team)
        : directed_(directed), linked_(linked), allowed_(allowed), random_(random), team_(team) {}

    JoinedStubs join(Stubs stubs) {
        const size_t count = directed_ ? stubs.from.size() : stubs.from.size() / 2;
        edges_.from.reserve(count);
        edges_.to.reserve(count);
        for (int round = 0; round < kRounds && (round == 0 || stubs.size()); ++round) {
            const size_t before = edges_.size();
            stubs = deal(std::move(stubs));
            if (round >= kSureRounds && edges_.size() - before <= stubs.size() / kSlow) break;
        }
        tries_left_ = 16 * count + (size_t{1} << 16);
        for (const size_t most : {size_t{64}, edges_.size()}) stubs = swap_in(stubs, most);
        return {std::move(edges_), std::move(stubs)};
    }

private:
    static constexpr int kSureRounds = 4, kRounds = 256;
    static constexpr size_t kSlow = 128;  // a round that joins fewer than 1 in 128 is the last

    bool fits(uint32_t a, uint32_t b) const {
        return a != b && !linked_.has(a, b) && allowed_(a, b);
    }

    // Pairs stubs at random; returns the pairs that cannot be edges.
    Stubs deal(Stubs stubs) {
        if (!directed_) {
            stubs.from.insert(stubs.from.end(), stubs.to.begin(), stubs.to.end());
            shuffle_items(stubs.from, random_);
            stubs.to.assign(stubs.from.begin() + int64_t(stubs.from.size() / 2), stubs.from.end());
            stubs.from.resize(stubs.from.size() / 2);
        } else {
            shuffle_items(stubs.to, random_);
        }
        const size_t count = std::min(stubs.from.size(), stubs.to.size());
        std::vector<uint8_t> good(count);
        parallel_ranges(count, size_t{1} << 14, team_, [&](size_t begin, size_t end) {
            for (size_t i = begin; i < end; ++i)
                good[i] = stubs.from[i] != stubs.to[i] && allowed_(stubs.from[i], stubs.to[i]);
        });
        Stubs bad;
        constexpr size_t kAhead = 16;
        for (size_t i = 0; i < count; ++i) {
            if (i + kAhead < count) linked_.prefetch(stubs.from[i + kAhead], stubs.to[i + kAhead]);
            const uint32_t a = stubs.from[i], b = stubs.to[i];
            if (good[i] && !linked_.has(a, b)) {
                linked_.insert(a, b);
                edges_.push(a, b);
            } else {
                bad.push(a, b);
            }
        }
        return bad;
    }

    // For each pair a, b that cannot be an edge, replaces an edge c, d by a, d and c, b.
    Stubs swap_in(const Stubs& pairs, size_t most_tries) {
        Stubs left;
        for (size_t i = 0; i < pairs.size(); ++i) {
            if (i % 1024 == 0) team_.report(double(i) / double(pairs.size()));
            if (!swap_in(pairs.from[i], pairs.to[i], most_tries))
                left.push(pairs.from[i], pairs.to[i]);
        }
        return left;
    }

    bool swap_in(uint32_t a, uint32_t b, size_t most_tries) {
        if (fits(a, b)) {  // after other swaps
            linked_.insert(a, b);
            edges_.push(a, b);
            return true;
        }
        const size_t count = edges_.size();
        if (count == 0) return false;
        size_t at = random_.below(count);
        for (size_t tries = std::min({most_tries, count, tries_left_}); tries;
             --tries, at = at + 1 < count ? at + 1 : 0) {
            --tries_left_;
            if (!directed_ && random_.coin()) std::swap(edges_.from[at], edges_.to[at]);
            if (swap_with(a, b, at)) return true;
            if (directed_) continue;
            std::swap(edges_.from[at], edges_.to[at]);
            if (swap_with(a, b, at)) return true;
        }
        return false;
    }

    bool swap_with(uint32_t a, uint32_t b, size_t at) {
        const uint32_t c = edges_.from[at], d = edges_.to[at];
        if (!fits(a, d) || !fits(c, b)) return false;
        linked_.erase(c, d);
        linked_.insert(a, d);
        linked_.insert(c, b);
        edges_.from[at] = a;
        edges_.push(c, b);
        return true;
    }

    bool directed_;
    Pairs& linked_;
    const Allowed& allowed_;
    Random& random_;
    const Team& team_;
    Stubs edges_;
    size_t tries_left_ = 0;
};

template <class Pairs, class Allowed>
JoinedStubs join_stubs(Stubs stubs, bool directed, Pairs& linked, const Allowed& allowed,
                       Random& random, const Team& team) {
    return StubJoiner<Pairs, Allowed>(directed, linked, allowed, random, team)
        .join(std::move(stubs));
}

}  // namespace accord
