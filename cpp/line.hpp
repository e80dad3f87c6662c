// Values of several computations side by side, as many as fit into a line of the cache, added and multiplied as one.
#pragma once

#include <cstddef>

namespace accord {

template <class Real>
class alignas(64) Line {
public:
    static constexpr size_t kLanes = 64 / sizeof(Real);

    Line() : lanes_{} {}
    Real operator[](size_t lane) const { return lanes_[lane]; }
    void set(size_t lane, Real value) { lanes_[lane] = value; }

    Line& operator+=(const Line& other) { lanes_ += other.lanes_; return *this; }
    Line& operator-=(const Line& other) { lanes_ -= other.lanes_; return *this; }
    Line& operator*=(Real factor) { lanes_ *= factor; return *this; }
    friend Line operator+(const Line& a, const Line& b) { return Line(a.lanes_ + b.lanes_); }
    friend Line operator-(const Line& a, const Line& b) { return Line(a.lanes_ - b.lanes_); }
    friend Line operator*(const Line& a, const Line& b) { return Line(a.lanes_ * b.lanes_); }
    friend Line operator*(Real factor, const Line& a) { return Line(factor * a.lanes_); }
    friend Line abs(const Line& a) { return Line(a.lanes_ < 0 ? -a.lanes_ : a.lanes_); }

private:
    typedef Real Lanes __attribute__((vector_size(64)));  // of GCC and Clang: whatever vectors the machine has
    explicit Line(const Lanes& lanes) : lanes_(lanes) {}
    Lanes lanes_;
};

}  // namespace accord
