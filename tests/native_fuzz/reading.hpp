// The same text read in several ways, which must all give the same.
#pragma once

#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "parallel.hpp"
#include "targets.hpp"
#include "text_blocks.hpp"
#include "text_source.hpp"

namespace accord::fuzz {

// Reads into memory that ends where the text ends, so that a sanitizer sees a read beyond it.
class CopiedSource final : public TextSource {
public:
    explicit CopiedSource(std::string_view text) : text_(text) {}
    size_t size() const override { return text_.size(); }
    std::string_view read(size_t begin, size_t end, std::vector<char>& buffer) const override {
        const std::string_view part = text_.substr(begin, end - begin);
        require(part.size() == end - begin, "only what is there is read");
        std::vector<char>(part.begin(), part.end()).swap(buffer);
        return {buffer.data(), buffer.size()};
    }

private:
    std::string_view text_;
};

// Values of any kind as bytes, to compare them.
class Record {
public:
    void add(std::string_view text) {
        add(text.size());
        bytes_.append(text);
    }
    template <class Number>
    requires std::is_arithmetic_v<Number>
    void add(Number number) {
        char bytes[sizeof number];
        std::memcpy(bytes, &number, sizeof number);
        bytes_.append(bytes, sizeof number);
    }
    template <class T>
    void add(std::span<const T> values) {
        add(values.size());
        for (const T& value : values) add(value);
    }
    void add(const ParseError& error, const TextSource& source) {
        const auto [line, column] = locate(source, error.offset);
        for (const size_t number : {error.offset, error.column, line, column}) add(number);
        add(error.not_integer);
        add(std::string_view(error.what()));
        error_ = std::string(error.what()) + ", line " + std::to_string(line) + ", column " +
                 std::to_string(column);
    }
    bool operator==(const Record&) const = default;
    std::string shown() const {
        return error_.empty() ? std::to_string(bytes_.size()) + " bytes of values" : error_;
    }

private:
    std::string bytes_, error_;
};

struct Way {
    size_t block_size;
    int threads;
    bool copied;
};

inline constexpr Way kWays[] = {
    {kTextBlock, 1, false}, {64, 1, true}, {64, 7, false}, {kTextBlock, 7, true}, {7, 1, true},
};

// read(source, block_size, team, record) records what it reads, or throws a ParseError. All ways
// must give the same values, or the same error at the same place.
template <class Read>
void read_in_all_ways(std::string_view text, Read&& read) {
    const MemorySource whole(text);
    const CopiedSource copied(text);
    const auto read_once = [&](const Way& way) {
        Record record;
        const TextSource& source = way.copied ? static_cast<const TextSource&>(copied) : whole;
        try {
            read(source, way.block_size, Team{way.threads, {}}, record);
        } catch (const ParseError& error) {
            record = Record();
            record.add(error, source);
        }
        return record;
    };
    const Record first = read_once(kWays[0]);
    for (const Way& way : std::span(kWays).subspan(1)) {
        const Record other = read_once(way);
        require(other == first, "blocks of " + std::to_string(way.block_size) + " bytes and " +
                                    std::to_string(way.threads) + " threads give " + other.shown() +
                                    "; one block and one thread give " + first.shown());
    }
}

}  // namespace accord::fuzz
