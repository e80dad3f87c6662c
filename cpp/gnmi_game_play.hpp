// The game under Generalized NMI, played at random: for node types with too many states to be
// solved.
#pragma once

#include "typed_pair.hpp"

namespace accord {

struct PlayedGame {
    Array<uint32_t> truth, found;  // the clusters left, one of each per event
};

// One event per entry of `type_of_event`; equal types should be adjacent. Event i has its own
// random numbers, from `seed` and i: its outcome depends on nothing else. Clusters as for
// solve_game.
PlayedGame play_game(const TypedPair& pair, std::span<const uint32_t> type_of_event, uint64_t seed,
                     const Team& team);

}  // namespace accord
