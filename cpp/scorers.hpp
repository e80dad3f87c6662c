// How well two clusters match.
#pragma once

#include <type_traits>

namespace accord {

// With match m and sizes a, b:  f1 = 2m/(a+b)   pprob = m²/(ab)   amount = m
enum Scorer { by_f1, by_pprob, by_amount, kScorers };

template <class Amount>
double score(Scorer scorer, Amount match, double a, double b) {
    const auto m = double(match);
    switch (scorer) {
        case by_f1: return 2 * m / (a + b);
        case by_pprob:
            // Integers are rounded once, so that equal values stay equal. Products of small shares
            // might underflow.
            if constexpr (std::is_integral_v<Amount>) return m * m / (a * b);
            else return (m / a) * (m / b);
        default: return m;
    }
}

constexpr double kRounding =
    1e-12;  // relative difference of sums of weights and shares that counts as equal

// Exactly half is not more than half, in spite of rounding.
inline bool is_over_half(double part, double whole) { return 2 * part > whole * (1 + kRounding); }

}  // namespace accord
