// The game under Generalized NMI, played by chance: for node types whose states are too many to solve.
#pragma once

#include "typed_pair.hpp"

namespace accord {

struct PlayedGame {
    Array<uint32_t> truth, found;  // the clusters left, one of each per event
};

// One event per entry of `type_of_event`; equal types should stand together. Event i has a stream of random numbers of its
// own, from `seed` and i: the outcome depends on nothing else. Clusters as for solve_game.
PlayedGame play_game(const TypedPair& pair, std::span<const uint32_t> type_of_event, uint64_t seed, const Team& team);

}  // namespace accord
