// A heap array that is not filled with zeros first, so that the thread that writes a page also faults it in.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace accord {

template <class T>
class Array {
public:
    Array() = default;
    explicit Array(size_t size) : data_(new T[size]), size_(size) {}

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

    // Gives up the memory beyond `size` in name only; the buffer stays as it is.
    void shrink(size_t size) { size_ = size; }
    T* release() { return data_.release(); }

private:
    std::unique_ptr<T[]> data_;
    size_t size_ = 0;
};

}  // namespace accord
