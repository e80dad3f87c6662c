#include "gnmi_game_play.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "neighbours.hpp"
#include "pool.hpp"
#include "weighted_draws.hpp"

namespace accord {
namespace {

using BitWords = std::vector<uint64_t>;

// Plays events of one type after another.
class Player {
public:
    Player(const TypedPair& pair, const Urns& truth, const Urns& found,
           std::span<const uint64_t> everyone)
        : pair_(pair),
          truth_(truth),
          found_(found),
          everyone_(everyone),
          neighbours_(pair, truth.side, found.side),
          truth_words_(words_for(truth.side.greatest_degree)),
          words_(truth_words_ + words_for(found.side.greatest_degree)),
          truth_bit_(truth.side.clusters(), kNone),
          found_bit_(found.side.clusters(), kNone),
          row_(words_) {}

    void choose(uint32_t type) {
        mark(false);
        type_ = type;
        mark(true);
        start_ = BitWords(words_);
        set_bits(start_, 0, pair_.truth[type].size());
        set_bits(start_, truth_words_, pair_.found[type].size());
    }

    std::pair<uint32_t, uint32_t> play(Random& random) {
        BitWords state = start_;
        splitting_.clear();
        up_to_.clear();
        find_open(state);
        for (size_t misses = 0; !open_.empty();) {
            if (misses == kPatience) {  // from here on draw only from those that split the state
                gather();
                misses = 0;
            }
            const uint32_t other = draw_node(random);
            if (other == kNone || !splits(state, shared_with(other))) {
                ++misses;
                continue;
            }
            misses = 0;
            const bool intersect = random.coin();
            for (const auto& [first, last] : sides()) keep(state, row_, intersect, first, last);
            find_open(state);
        }
        return {pair_.truth[type_][only_bit(state, 0, truth_words_)],
                pair_.found[type_][only_bit(state, truth_words_, words_)]};
    }

private:
    static constexpr size_t kPatience = 64;

    static size_t words_for(size_t bits) { return (bits + 63) / 64; }
    std::array<std::pair<size_t, size_t>, 2> sides() const {
        return {{{0, truth_words_}, {truth_words_, words_}}};
    }
    static void set_bits(BitWords& words, size_t first, size_t count) {
        for (size_t i = 0; i < count; ++i) words[first + i / 64] |= uint64_t{1} << (i % 64);
    }
    static size_t count(const BitWords& words, size_t first, size_t last) {
        size_t bits = 0;
        for (size_t i = first; i < last; ++i) bits += size_t(std::popcount(words[i]));
        return bits;
    }
    static size_t only_bit(const BitWords& words, size_t first, size_t last) {
        size_t i = first;
        while (i + 1 < last && !words[i]) ++i;
        return (i - first) * 64 + size_t(std::countr_zero(words[i]));
    }
    bool splits(const BitWords& state, std::span<const uint64_t> row) const {
        return std::ranges::any_of(sides(), [&](auto side) {
            bool some = false, others = false;
            for (size_t i = side.first; i < side.second; ++i) {
                some |= (state[i] & row[i]) != 0;
                others |= (state[i] & ~row[i]) != 0;
            }
            return some && others;
        });
    }
    static void keep(BitWords& state, std::span<const uint64_t> row, bool intersect, size_t first,
                     size_t last) {
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
    void add_bits(std::span<const uint32_t> clusters, const std::vector<uint32_t>& bit_of,
                  size_t first) {
        for (const uint32_t cluster : clusters)
            if (const uint32_t bit = bit_of[cluster]; bit != kNone)
                row_[first + bit / 64] |= uint64_t{1} << (bit % 64);
    }
    void mark(bool on) {
        if (type_ == kNone) return;
        const auto set = [&](std::span<const uint32_t> clusters, std::vector<uint32_t>& bit_of) {
            for (size_t i = 0; i < clusters.size(); ++i)
                bit_of[clusters[i]] = on ? uint32_t(i) : kNone;
        };
        set(pair_.truth[type_], truth_bit_);
        set(pair_.found[type_], found_bit_);
    }

    // The clusters left on the sides that have several, and how much they weigh in all.
    void find_open(const BitWords& state) {
        open_.clear();
        open_weight_ = 0;
        for (const auto& [first, last] : sides()) {
            if (count(state, first, last) == 1) continue;
            const bool in_truth = first == 0 && last == truth_words_;
            const auto clusters = in_truth ? pair_.truth[type_] : pair_.found[type_];
            const Urns& urns = in_truth ? truth_ : found_;
            for (size_t i = 0; i < clusters.size(); ++i) {
                if (!(state[first + i / 64] >> (i % 64) & 1)) continue;
                open_.push_back({&urns, clusters[i], first + i / 64, uint64_t{1} << (i % 64)});
                if (open_weight_ < everyone_.back())  // the sum of all might overflow
                    open_weight_ += uint64_t(urns.side.cluster_weights[clusters[i]]);
            }
        }
    }

    // A node that may split the state; those that do are equally likely. kNone for none this time.
    uint32_t draw_node(Random& random) {
        if (!splitting_.empty()) return splitting_[draw(up_to_, random)];
        // If nearly all nodes split it, draw from all of them.
        if (open_weight_ >= everyone_.back()) return uint32_t(draw(everyone_, random));
        // A member of an open cluster. One in k of them is k times as likely to be drawn, and is
        // accepted once in k times.
        uint64_t ball = random.below(open_weight_);
        size_t i = 0;
        for (; ball >= uint64_t(weight_of(open_[i])); ++i) ball -= uint64_t(weight_of(open_[i]));
        const uint32_t other = open_[i].urns->draw_from(open_[i].cluster, random);
        const auto row = shared_with(other);
        size_t shared = 0;
        for (const OpenCluster& open : open_) shared += (row[open.word] & open.bit) != 0;
        return random.below(shared) == 0 ? other : kNone;
    }

    // All types that split the state. A type that splits a later state splits this one too.
    void gather() {
        BitWords open(words_);
        for (const OpenCluster& cluster : open_) open[cluster.word] |= cluster.bit;
        const auto in_truth = std::span<const uint64_t>(open).first(truth_words_);
        const auto in_found = std::span<const uint64_t>(open).subspan(truth_words_);
        neighbours_.find_within(type_, in_truth, in_found);
        const size_t truths = count(open, 0, truth_words_),
                     founds = count(open, truth_words_, words_);
        splitting_.clear();
        up_to_.clear();
        uint64_t sum = 0;
        for (const uint32_t other : neighbours_.met()) {
            const Shared& shared = neighbours_.shared_with(other);
            if (!(shared.truth && shared.truth < truths) &&
                !(shared.found && shared.found < founds))
                continue;
            splitting_.push_back(other);
            sum += uint64_t(pair_.weights[other]);
            up_to_.push_back(sum);
        }
    }

    struct OpenCluster {
        const Urns* urns;
        uint32_t cluster;
        size_t word;
        uint64_t bit;
    };
    static int64_t weight_of(const OpenCluster& open) {
        return open.urns->side.cluster_weights[open.cluster];
    }

    const TypedPair& pair_;
    const Urns& truth_;
    const Urns& found_;
    std::span<const uint64_t> everyone_;
    Neighbours neighbours_;
    size_t truth_words_, words_;                   // of a state
    std::vector<uint32_t> truth_bit_, found_bit_;  // of each cluster: its bit for the type in play
    BitWords row_, start_;
    std::vector<OpenCluster> open_;
    uint64_t open_weight_ = 0;
    std::vector<uint32_t> splitting_;  // types that split the state, once they had to be gathered
    std::vector<uint64_t> up_to_;
    uint32_t type_ = kNone;
};

}  // namespace

PlayedGame play_game(const TypedPair& pair, std::span<const uint32_t> type_of_event, uint64_t seed,
                     const Team& team) {
    const TypedSide truth(pair.truth, pair.truth_clusters, pair.weights, team);
    const TypedSide found(pair.found, pair.found_clusters, pair.weights, team);
    const Urns truth_urns(pair, truth), found_urns(pair, found);
    const std::vector<uint64_t> everyone = weights_up_to(pair);
    PlayedGame out{Array<uint32_t>(type_of_event.size()), Array<uint32_t>(type_of_event.size())};
    Pool<Player> pool([&] { return Player(pair, truth_urns, found_urns, everyone); });
    parallel_ranges(type_of_event.size(), 64, team, [&](size_t begin, size_t end) {
        const auto player = pool.borrow();
        for (size_t event = begin; event < end; ++event) {
            if (event == begin || type_of_event[event] != type_of_event[event - 1])
                player->choose(type_of_event[event]);
            Random random(mix(seed) ^ event);
            std::tie(out.truth[event], out.found[event]) = player->play(random);
        }
    });
    return out;
}

}  // namespace accord
