// A heap array that is not filled with zeros, so that the thread that writes a page first also
// faults it in.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

#include "system.hpp"

namespace accord {

template <class T>
class Array {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Array() = default;
    explicit Array(size_t size) : data_(static_cast<T*>(allocate(size * sizeof(T)))), size_(size) {}

    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](size_t i) { return data_[i]; }
    const T& operator[](size_t i) const { return data_[i]; }
    T* begin() { return data(); }
    T* end() { return data() + size_; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + size_; }
    std::span<const T> span() const { return {data(), size_}; }

    // Keeps the first `size` items; the memory stays allocated.
    void shrink(size_t size) { size_ = size; }
    // The memory, which the caller frees with deallocate().
    T* release() { return data_.release(); }

private:
    struct Free {
        void operator()(T* memory) const { deallocate(memory); }
    };
    std::unique_ptr<T[], Free> data_;
    size_t size_ = 0;
};

}  // namespace accord
