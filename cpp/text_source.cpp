#include "text_source.hpp"

#include <algorithm>

namespace accord {

std::string_view FileSource::read(size_t begin, size_t end, std::vector<char>& buffer) const {
    if (buffer.size() < end - begin) buffer.resize(end - begin);
    for (size_t at = begin; at < end;) {
        const size_t got = file_.read(buffer.data() + (at - begin), end - at, at);
        if (got == 0) throw FileChanged();  // the file has become shorter
        at += got;
    }
    return {buffer.data(), end - begin};
}

TextPosition locate(const TextSource& source, size_t offset) {
    constexpr size_t kPiece = 1 << 20;
    TextPosition position{1, 1};
    std::vector<char> buffer;
    char previous = 0;
    const size_t first =
        source.read(0, std::min<size_t>(3, source.size()), buffer) == kByteOrderMark ? 3 : 0;
    for (size_t begin = first; begin < offset; begin += kPiece) {
        for (const char c : source.read(begin, std::min(begin + kPiece, offset), buffer)) {
            if (c == '\r' || (c == '\n' && previous != '\r')) {
                ++position.line;
                position.column = 1;
            } else if (c != '\n' && (static_cast<unsigned char>(c) & 0xC0) != 0x80) {
                ++position.column;
            }
            previous = c;
        }
    }
    return position;
}

}  // namespace accord
