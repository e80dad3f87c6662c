// Values of several computations in parallel, as many as fit into a cache line, added and
// multiplied as one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

namespace accord {

// Four vectors that every machine has registers for; compilers do not vectorize loops over lanes.
template <class Real>
class alignas(64) Line {
public:
    static constexpr size_t kLanes = 64 / sizeof(Real);
    using Lanes = std::array<Real, kLanes>;

    Line() : a_{}, b_{}, c_{}, d_{} {}
    explicit Line(const Lanes& lanes) : Line(std::bit_cast<Line>(lanes)) {}
    Lanes lanes() const { return std::bit_cast<Lanes>(*this); }
    Real operator[](size_t lane) const { return reinterpret_cast<const Real*>(this)[lane]; }
    Real& operator[](size_t lane) { return reinterpret_cast<Real*>(this)[lane]; }

    Line& operator+=(const Line& x) { return *this = *this + x; }
    Line& operator-=(const Line& x) { return *this = *this - x; }
    friend Line operator+(const Line& x, const Line& y) {
        return {x.a_ + y.a_, x.b_ + y.b_, x.c_ + y.c_, x.d_ + y.d_};
    }
    friend Line operator-(const Line& x, const Line& y) {
        return {x.a_ - y.a_, x.b_ - y.b_, x.c_ - y.c_, x.d_ - y.d_};
    }
    friend Line operator*(const Line& x, const Line& y) {
        return {x.a_ * y.a_, x.b_ * y.b_, x.c_ * y.c_, x.d_ * y.d_};
    }
    friend Line operator*(Real f, const Line& x) {
        return {f * x.a_, f * x.b_, f * x.c_, f * x.d_};
    }
    friend Line abs(const Line& x) { return {abs(x.a_), abs(x.b_), abs(x.c_), abs(x.d_)}; }

private:
    typedef Real Vector __attribute__((vector_size(16)));
    Line(Vector a, Vector b, Vector c, Vector d) : a_(a), b_(b), c_(c), d_(d) {}
    static Vector abs(Vector x) { return x < 0 ? -x : x; }

    Vector a_, b_, c_, d_;
};

}  // namespace accord
