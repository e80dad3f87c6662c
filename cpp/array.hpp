// A heap array that is not filled with zeros, so that the thread that writes a page first also
// faults it in.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace accord {

// Large arrays use huge pages if the system has them: a page fault for every 2 MiB, not for
// every 4 KiB.
inline void* allocate(size_t bytes) {
    constexpr size_t kHugePage = size_t{1} << 21, kCacheLine = 64;
    void* memory = nullptr;
    if (bytes >= 2 * kHugePage) {
        memory = std::aligned_alloc(kHugePage, (bytes + kHugePage - 1) / kHugePage * kHugePage);
#ifdef MADV_HUGEPAGE
        if (memory) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    } else {
        memory = std::aligned_alloc(kCacheLine, (bytes / kCacheLine + 1) * kCacheLine);
    }
    if (!memory) throw std::bad_alloc();
    return memory;
}

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
    // The memory, which the caller frees with std::free.
    T* release() { return data_.release(); }

private:
    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };
    std::unique_ptr<T[], Free> data_;
    size_t size_ = 0;
};

}  // namespace accord
