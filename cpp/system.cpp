#include "system.hpp"

#include <new>
#include <system_error>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <malloc.h>
#include <windows.h>

#include <algorithm>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#endif

namespace accord {

#ifdef _WIN32

void* allocate(size_t bytes) {
    void* memory = _aligned_malloc(bytes ? bytes : 1, 64);
    if (!memory) throw std::bad_alloc();
    return memory;
}

void deallocate(void* memory) noexcept { _aligned_free(memory); }

namespace {

[[noreturn]] void fail(const std::string& path) {
    // As an errno, which Python turns into its exceptions.
    const std::error_code reason(int(GetLastError()), std::system_category());
    throw std::system_error(reason.default_error_condition().value(), std::generic_category(),
                            path);
}

std::wstring wide(const std::string& text) {
    const int bytes = int(text.size());
    std::wstring out(size_t(MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, nullptr, 0)), 0);
    MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, out.data(), int(out.size()));
    return out;
}

}  // namespace

ReadFile::ReadFile(const std::string& path)
    : file_(CreateFileW(wide(path).c_str(), GENERIC_READ,
                        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                        OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)) {
    LARGE_INTEGER size;
    if (file_ == INVALID_HANDLE_VALUE) fail(path);
    if (!GetFileSizeEx(file_, &size)) {
        CloseHandle(file_);
        fail(path);
    }
    size_ = size_t(size.QuadPart);
}

ReadFile::~ReadFile() { CloseHandle(file_); }

size_t ReadFile::read(char* to, size_t bytes, size_t offset) const {
    constexpr size_t kMost = size_t{1} << 30;
    OVERLAPPED at{};
    at.Offset = DWORD(offset);
    at.OffsetHigh = DWORD(offset >> 32);
    DWORD got = 0;
    if (!::ReadFile(file_, to, DWORD(std::min(bytes, kMost)), &got, &at)) {
        if (GetLastError() == ERROR_HANDLE_EOF) return 0;
        fail({});
    }
    return got;
}

#else

// Large arrays use huge pages if the system has them: a page fault for every 2 MiB, not for
// every 4 KiB.
void* allocate(size_t bytes) {
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

void deallocate(void* memory) noexcept { std::free(memory); }

ReadFile::ReadFile(const std::string& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat facts;
    if (file_ < 0 || fstat(file_, &facts) != 0) {
        const int reason = errno;
        if (file_ >= 0) close(file_);
        throw std::system_error(reason, std::generic_category(), path);
    }
    size_ = size_t(facts.st_size);
}

ReadFile::~ReadFile() { close(file_); }

size_t ReadFile::read(char* to, size_t bytes, size_t offset) const {
    for (;;) {
        const ssize_t got = pread(file_, to, bytes, off_t(offset));
        if (got >= 0) return size_t(got);
        if (errno != EINTR) throw std::system_error(errno, std::generic_category());
    }
}

#endif

}  // namespace accord
