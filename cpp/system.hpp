// What operating systems do each in their own way: memory, and files read by several threads.
#pragma once

#include <cstddef>
#include <string>

namespace accord {

// Memory for an Array, aligned with cache lines. Throws std::bad_alloc.
void* allocate(size_t bytes);
void deallocate(void* memory) noexcept;

// A regular file that is open for reading. Throws std::system_error if the system says no.
class ReadFile {
public:
    // The path as Python's os.fsencode gives it: UTF-8 on Windows.
    explicit ReadFile(const std::string& path);
    ~ReadFile();
    ReadFile(const ReadFile&) = delete;
    ReadFile& operator=(const ReadFile&) = delete;

    size_t size() const { return size_; }
    // Reads up to `bytes` bytes from `offset` on, and returns how many; 0 at the end. Safe to call
    // from several threads at once.
    size_t read(char* to, size_t bytes, size_t offset) const;

private:
#ifdef _WIN32
    void* file_;
#else
    int file_;
#endif
    size_t size_;
};

}  // namespace accord
