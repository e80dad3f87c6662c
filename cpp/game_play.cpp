#include "game_play.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "neighbours.hpp"
#include "pool.hpp"
#include "random.hpp"

namespace accord {
namespace {

using Words = std::vector<uint64_t>;

// Types to draw from, by weight.
class Urn {
public:
    void clear() {
        types_.clear();
        up_to_.clear();
    }
    void put(uint32_t type, int64_t weight) {
        types_.push_back(type);
        up_to_.push_back((up_to_.empty() ? 0 : up_to_.back()) + uint64_t(weight));
    }
    uint32_t draw(Random& random) const {
        const uint64_t ball = random.below(up_to_.back());
        return types_[size_t(std::upper_bound(up_to_.begin(), up_to_.end(), ball) - up_to_.begin())];
    }
    std::span<const uint32_t> types() const { return types_; }

private:
    std::vector<uint32_t> types_;
    std::vector<uint64_t> up_to_;
};

// Plays events of one type after another.
class Player {
public:
    Player(const TypedPair& pair, const TypedSide& truth, const TypedSide& found, const Urn& everyone)
        : pair_(pair), truth_(truth), found_(found), everyone_(everyone), neighbours_(pair, truth, found),
          truth_words_(words_for(truth.greatest_degree)), words_(truth_words_ + words_for(found.greatest_degree)),
          truth_bit_(truth.clusters(), kNone), found_bit_(found.clusters(), kNone), row_(words_) {}

    void choose(uint32_t type) {
        mark(false);
        type_ = type;
        mark(true);
        start_ = Words(words_);
        set_bits(start_, 0, pair_.truth[type].size());
        set_bits(start_, truth_words_, pair_.found[type].size());
        // Where nearly everyone splits its clusters, nobody has to be looked for.
        near_.clear();
        if (truth_.walk(type) + found_.walk(type) < double(pair_.size())) gather(start_, near_);
    }

    std::pair<uint32_t, uint32_t> play(Random& random) {
        Words state = start_;
        const Urn* urn = near_.types().empty() ? &everyone_ : &near_;
        size_t misses = 0;
        while (!finished(state)) {
            const auto row = shared_with(urn->draw(random));
            if (!splits(state, row)) {
                if (++misses < kPatience) continue;
                // From here on, from those that split the state. Who splits a later state, splits this one.
                gather(state, rest_);
                urn = &rest_;
                misses = 0;
                continue;
            }
            misses = 0;
            const bool intersect = random.coin();
            for (const auto& [first, last] : sides()) keep(state, row, intersect, first, last);
        }
        return {pair_.truth[type_][only_bit(state, 0, truth_words_)],
                pair_.found[type_][only_bit(state, truth_words_, words_)]};
    }

private:
    static constexpr size_t kPatience = 32;

    static size_t words_for(size_t bits) { return (bits + 63) / 64; }
    std::array<std::pair<size_t, size_t>, 2> sides() const {
        return {{{0, truth_words_}, {truth_words_, words_}}};
    }
    static void set_bits(Words& words, size_t first, size_t count) {
        for (size_t i = 0; i < count; ++i) words[first + i / 64] |= uint64_t{1} << (i % 64);
    }
    static size_t count(const Words& words, size_t first, size_t last) {
        size_t bits = 0;
        for (size_t i = first; i < last; ++i) bits += size_t(std::popcount(words[i]));
        return bits;
    }
    static size_t only_bit(const Words& words, size_t first, size_t last) {
        size_t i = first;
        while (i + 1 < last && !words[i]) ++i;
        return (i - first) * 64 + size_t(std::countr_zero(words[i]));
    }
    bool finished(const Words& state) const {
        return std::ranges::all_of(sides(), [&](auto side) { return count(state, side.first, side.second) == 1; });
    }
    bool splits(const Words& state, std::span<const uint64_t> row) const {
        return std::ranges::any_of(sides(), [&](auto side) {
            bool some = false, others = false;
            for (size_t i = side.first; i < side.second; ++i) {
                some |= (state[i] & row[i]) != 0;
                others |= (state[i] & ~row[i]) != 0;
            }
            return some && others;
        });
    }
    static void keep(Words& state, std::span<const uint64_t> row, bool intersect, size_t first, size_t last) {
        const auto left = [&](size_t i) { return state[i] & (intersect ? row[i] : ~row[i]); };
        bool any = false;
        for (size_t i = first; i < last; ++i) any |= left(i) != 0;
        if (!any) return;
        for (size_t i = first; i < last; ++i) state[i] = left(i);
    }

    // Which clusters of the type in play another one shares.
    std::span<const uint64_t> shared_with(uint32_t other) {
        std::fill(row_.begin(), row_.end(), 0);
        add_bits(pair_.truth[other], truth_bit_, 0);
        add_bits(pair_.found[other], found_bit_, truth_words_);
        return row_;
    }
    void add_bits(std::span<const uint32_t> clusters, const std::vector<uint32_t>& bit_of, size_t first) {
        for (const uint32_t cluster : clusters)
            if (const uint32_t bit = bit_of[cluster]; bit != kNone) row_[first + bit / 64] |= uint64_t{1} << (bit % 64);
    }
    void mark(bool on) {
        if (type_ == kNone) return;
        const auto set = [&](std::span<const uint32_t> clusters, std::vector<uint32_t>& bit_of) {
            for (size_t i = 0; i < clusters.size(); ++i) bit_of[clusters[i]] = on ? uint32_t(i) : kNone;
        };
        set(pair_.truth[type_], truth_bit_);
        set(pair_.found[type_], found_bit_);
    }

    // All types that split the state.
    void gather(const Words& state, Urn& urn) {
        Words open = state;
        for (const auto& [first, last] : sides())
            if (count(state, first, last) == 1) std::fill(open.begin() + first, open.begin() + last, 0);
        const auto in_truth = std::span<const uint64_t>(open).first(truth_words_);
        const auto in_found = std::span<const uint64_t>(open).subspan(truth_words_);
        const size_t truths = count(open, 0, truth_words_), founds = count(open, truth_words_, words_);
        neighbours_.find_within(type_, in_truth, in_found);
        urn.clear();
        for (const uint32_t other : neighbours_.met()) {
            const Shared& shared = neighbours_.shared_with(other);
            if ((shared.truth && shared.truth < truths) || (shared.found && shared.found < founds))
                urn.put(other, pair_.weights[other]);
        }
    }

    const TypedPair& pair_;
    const TypedSide& truth_;
    const TypedSide& found_;
    const Urn& everyone_;
    Neighbours neighbours_;
    size_t truth_words_, words_;  // of a state
    std::vector<uint32_t> truth_bit_, found_bit_;  // of each cluster: which bit it is for the type in play
    Words row_, start_;
    Urn near_, rest_;
    uint32_t type_ = kNone;
};

}  // namespace

PlayedGame play_game(const TypedPair& pair, std::span<const uint32_t> type_of_event, uint64_t seed, const Team& team) {
    const TypedSide truth(pair.truth, pair.truth_clusters, pair.weights, team);
    const TypedSide found(pair.found, pair.found_clusters, pair.weights, team);
    Urn everyone;
    for (uint32_t type = 0; type < pair.size(); ++type) everyone.put(type, pair.weights[type]);
    PlayedGame out{Array<uint32_t>(type_of_event.size()), Array<uint32_t>(type_of_event.size())};
    Pool<Player> pool([&] { return Player(pair, truth, found, everyone); });
    parallel_ranges(type_of_event.size(), 64, team, [&](size_t begin, size_t end) {
        const auto player = pool.borrow();
        for (size_t event = begin; event < end; ++event) {
            if (event == begin || type_of_event[event] != type_of_event[event - 1]) player->choose(type_of_event[event]);
            Random random(mix(seed) ^ event);
            std::tie(out.truth[event], out.found[event]) = player->play(random);
        }
    });
    return out;
}

}  // namespace accord
