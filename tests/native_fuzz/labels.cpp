// Labels to indices, beside the plainest way to do it.
#include <algorithm>
#include <map>
#include <set>

#include "label_index.hpp"
#include "targets.hpp"
#include "text_index.hpp"

namespace accord::fuzz {
namespace {

const Team kTeams[] = {{1, {}}, {7, {}}};

std::vector<int64_t> take_integers(Options& options) {
    const size_t width = size_t{1} << options.below(4);  // bytes of each: small and large ranges
    const std::string_view text = options.rest();
    std::vector<int64_t> values;
    for (size_t at = 0; at + width <= text.size(); at += width) {
        uint64_t bits = 0;
        for (size_t b = 0; b < width; ++b)
            bits = bits << 8 | static_cast<unsigned char>(text[at + b]);
        values.push_back(int64_t(bits << (64 - 8 * width)) >> (64 - 8 * width));
    }
    return values;
}

void check_integers(Options options) {
    const size_t piece = 1 + options.below(200);
    const std::vector<int64_t> values = take_integers(options);
    std::vector<std::span<const int64_t>> pieces;
    for (size_t at = 0; at < values.size(); at += piece)
        pieces.emplace_back(values.data() + at, std::min(piece, values.size() - at));
    const std::set<int64_t> distinct(values.begin(), values.end());
    for (const Team& team : kTeams) {
        const IndexedIntegers indexed = index_integers(pieces, team);
        require(std::ranges::equal(indexed.labels, distinct), "labels are the distinct values");
        require(indexed.members.size() == values.size(), "each value has an index");
        for (size_t i = 0; i < values.size(); ++i)
            require(indexed.labels[indexed.members[i]] == values[i], "indices are of the values");
    }
}

void check_merged(Options options) {
    const size_t tenths = options.below(11);
    const std::vector<int64_t> values = take_integers(options);
    const auto middle = values.begin() + ptrdiff_t(values.size() * tenths / 10);
    const std::set<int64_t> a(values.begin(), middle), b(middle, values.end());
    std::set<int64_t> both(a);
    both.insert(b.begin(), b.end());
    const std::vector<int64_t> first(a.begin(), a.end()), second(b.begin(), b.end());
    const MergedIntegers merged = merge_integers(first, second);
    require(std::ranges::equal(merged.labels, both), "merged labels are those of both");
    for (size_t i = 0; i < first.size(); ++i)
        require(merged.labels[merged.first_map[i]] == first[i], "the first map is right");
    for (size_t i = 0; i < second.size(); ++i)
        require(merged.labels[merged.second_map[i]] == second[i], "the second map is right");
}

PackedTexts take_texts(std::string_view text) {
    PackedTexts texts;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        texts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return texts;
}

// The distinct texts in order of appearance, and the index of each text among them.
struct PlainIndex {
    std::vector<std::string> labels;
    std::vector<uint32_t> members;
    std::map<std::string, uint32_t, std::less<>> known;

    explicit PlainIndex(TextsView texts) {
        for (size_t i = 0; i < texts.size(); ++i) {
            const auto [at, added] = known.try_emplace(std::string(texts[i]), labels.size());
            if (added) labels.emplace_back(texts[i]);
            members.push_back(at->second);
        }
    }
};

void check_same(TextsView labels, const std::vector<std::string>& wanted) {
    require(labels.size() == wanted.size(), "labels are the distinct texts");
    for (size_t i = 0; i < wanted.size(); ++i) require(labels[i] == wanted[i], "in their order");
}

void check_texts(Options options) {
    const size_t bits = options.below(4), piece = 1 + options.below(200);
    const PackedTexts texts = take_texts(options.rest());
    const TextsView view = texts;
    const PlainIndex plain(view);
    for (const Team& team : kTeams) {
        std::vector<TextChunk> chunks;
        std::vector<uint64_t> hashes;
        for (size_t begin = 0; begin < texts.size(); begin += piece) {
            std::vector<uint32_t> begins, lengths;
            for (size_t i = begin; i < std::min(begin + piece, texts.size()); ++i) {
                begins.push_back(uint32_t(view.offsets[i]));
                lengths.push_back(uint32_t(view[i].size()));
            }
            chunks.emplace_back(view.bytes, std::move(begins), lengths, bits, hashes);
        }
        for (const IndexedTexts& indexed :
             {index_texts(std::move(chunks), bits, team), index_texts(view, team)}) {
            check_same(indexed.labels(), plain.labels);
            require(std::ranges::equal(indexed.members, plain.members), "indices are of the texts");
        }
    }
}

void check_joined(Options options) {
    const size_t tenths = options.below(11);
    const std::string_view text = options.rest();
    const size_t cut = text.size() * tenths / 10;
    const auto distinct = [](std::string_view part) {
        PackedTexts packed;
        for (const std::string& label : PlainIndex(take_texts(part)).labels)
            packed.push_back(label);
        return packed;
    };
    const PackedTexts first = distinct(text.substr(0, cut)), second = distinct(text.substr(cut));
    PackedTexts all = first;
    for (size_t i = 0; i < second.size(); ++i) all.push_back(TextsView(second)[i]);
    const PlainIndex plain(all);
    for (const Team& team : kTeams) {
        const JoinedTexts joined = join_texts(first, second, team);
        check_same(joined.both.labels(), plain.labels);
        const auto map = std::span(plain.members).subspan(first.size());
        require(std::ranges::equal(joined.map, map), "the map is right");
        std::vector<uint32_t> added;
        for (uint32_t i = 0; i < map.size(); ++i)
            if (map[i] >= first.size()) added.push_back(i);
        require(joined.added == added, "the added labels are the new ones");
    }
}

}  // namespace

void labels(std::string_view input) {
    Options options(input);
    switch (options.below(4)) {
        case 0: return check_integers(options);
        case 1: return check_merged(options);
        case 2: return check_texts(options);
        default: return check_joined(options);
    }
}

}  // namespace accord::fuzz
