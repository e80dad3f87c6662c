// Where text comes from: a regular file, read in pieces by several threads, or bytes in memory.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "system.hpp"

namespace accord {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Bytes that are parsed at once; they fit the second-level cache. Readers take another number to be
// tested: what they read does not depend on it.
inline constexpr size_t kTextBlock = 1 << 18;

// How far behind a block its last word or line usually ends.
constexpr size_t first_lookahead(size_t block_size) {
    return block_size < 64 ? 1 : block_size / 64;
}

class TextSource {
public:
    virtual ~TextSource() = default;
    virtual size_t size() const = 0;
    // The bytes [begin, end), valid until `buffer` changes. Safe to call from several threads at
    // once.
    virtual std::string_view read(size_t begin, size_t end, std::vector<char>& buffer) const = 0;
};

class MemorySource final : public TextSource {
public:
    explicit MemorySource(std::string_view text) : text_(text) {}
    size_t size() const override { return text_.size(); }
    std::string_view read(size_t begin, size_t end, std::vector<char>&) const override {
        return text_.substr(begin, end - begin);
    }

private:
    std::string_view text_;
};

struct FileChanged : std::runtime_error {
    FileChanged() : std::runtime_error("the file changed while it was being read") {}
};

// Throws std::system_error if the file cannot be opened or read.
class FileSource final : public TextSource {
public:
    explicit FileSource(const std::string& path) : file_(path) {}
    size_t size() const override { return file_.size(); }
    std::string_view read(size_t begin, size_t end, std::vector<char>& buffer) const override;

private:
    ReadFile file_;
};

struct TextPosition {
    size_t line, column;  // both from 1; columns count characters, not bytes
};
TextPosition locate(const TextSource& source, size_t offset);

}  // namespace accord
