// Stubs joined to edges at random: no loops, no edge twice, and only where edges are allowed. Bounded work.
#pragma once

#include <utility>
#include <vector>

#include "parallel.hpp"
#include "random.hpp"

namespace accord {

// Ends of edges, a node as often as it has any. Without direction all stubs are in `from` at first.
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
    Stubs left;  // those for which no place was found, in pairs
};

template <class Item>
void shuffle(std::vector<Item>& items, Random& random) {
    for (size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[random.below(left)]);
}

// `there` are the pairs that are edges already, and gets those that are made; `allowed(a, b)` may be asked by any thread.
template <class Pairs, class Allowed>
class StubJoiner {
public:
    StubJoiner(bool directed, Pairs& there, const Allowed& allowed, Random& random, const Team& team)
        : directed_(directed), there_(there), allowed_(allowed), random_(random), team_(team) {}

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
    static constexpr size_t kSlow = 128;  // a round that joins a smaller part of the stubs is the last

    bool fits(uint32_t a, uint32_t b) const { return a != b && !there_.has(a, b) && allowed_(a, b); }

    // Pairs stubs at random; gives back the pairs that cannot be edges.
    Stubs deal(Stubs stubs) {
        if (!directed_) {
            stubs.from.insert(stubs.from.end(), stubs.to.begin(), stubs.to.end());
            shuffle(stubs.from, random_);
            stubs.to.assign(stubs.from.begin() + int64_t(stubs.from.size() / 2), stubs.from.end());
            stubs.from.resize(stubs.from.size() / 2);
        } else {
            shuffle(stubs.to, random_);
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
            if (i + kAhead < count) there_.prefetch(stubs.from[i + kAhead], stubs.to[i + kAhead]);
            const uint32_t a = stubs.from[i], b = stubs.to[i];
            if (good[i] && !there_.has(a, b)) {
                there_.insert(a, b);
                edges_.push(a, b);
            } else {
                bad.push(a, b);
            }
        }
        return bad;
    }

    // Each pair a, b that cannot be an edge breaks up an edge c, d such that a, d and c, b can be edges.
    Stubs swap_in(const Stubs& pairs, size_t most_tries) {
        Stubs left;
        for (size_t i = 0; i < pairs.size(); ++i) {
            if (i % 1024 == 0) team_.report(double(i) / double(pairs.size()));
            if (!swap_in(pairs.from[i], pairs.to[i], most_tries)) left.push(pairs.from[i], pairs.to[i]);
        }
        return left;
    }

    bool swap_in(uint32_t a, uint32_t b, size_t most_tries) {
        if (fits(a, b)) {  // after other swaps
            there_.insert(a, b);
            edges_.push(a, b);
            return true;
        }
        const size_t count = edges_.size();
        if (count == 0) return false;
        size_t at = random_.below(count);
        for (size_t tries = std::min({most_tries, count, tries_left_}); tries; --tries, at = at + 1 < count ? at + 1 : 0) {
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
        there_.erase(c, d);
        there_.insert(a, d);
        there_.insert(c, b);
        edges_.from[at] = a;
        edges_.push(c, b);
        return true;
    }

    bool directed_;
    Pairs& there_;
    const Allowed& allowed_;
    Random& random_;
    const Team& team_;
    Stubs edges_;
    size_t tries_left_ = 0;
};

template <class Pairs, class Allowed>
JoinedStubs join_stubs(Stubs stubs, bool directed, Pairs& there, const Allowed& allowed, Random& random, const Team& team) {
    return StubJoiner<Pairs, Allowed>(directed, there, allowed, random, team).join(std::move(stubs));
}

}  // namespace accord
