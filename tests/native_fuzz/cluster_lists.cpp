// Cluster lists: read the same in all ways, and the same again after they were written.
#include <algorithm>

#include "reading.hpp"
#include "text_rows.hpp"
#include "text_writer.hpp"

namespace accord::fuzz {
namespace {

void add_rows(const TextRows& read, Record& record) {
    record.add(read.integers);
    record.add(read.rows.offsets.span());
    record.add(read.rows.members.span());
    record.add(read.rows.shares.span());
    record.add(read.integer_labels.span());
    record.add(read.texts.offsets.span());
    record.add(read.texts.bytes.span());
    record.add(std::span<const int64_t>(read.names.offsets));
    record.add(read.names.bytes);
    record.add(read.keys.span());
}

void check_rows(const TextRows& read) {
    const RowsView rows = read.rows.view();
    const size_t nodes = read.integers ? read.integer_labels.size() : read.texts.labels().size();
    require(rows.offsets.front() == 0 && size_t(rows.offsets.back()) == rows.members.size(),
            "rows hold all members");
    for (size_t row = 0; row < rows.size(); ++row) {
        const auto members = rows[row];
        require(std::ranges::adjacent_find(members, std::greater_equal()) == members.end(),
                "members ascend");
        require(members.empty() || members.back() < nodes, "members have labels");
    }
    require(read.names.size() == 0 || read.names.size() == rows.size(), "all rows have names");
}

// Whether a line that starts with it would be read as something else.
bool misleads(std::string_view word) {
    return word.empty() || word.starts_with('#') || word.starts_with(kByteOrderMark) ||
           word.find('>') != std::string_view::npos;
}

bool any_misleads(TextsView words) {
    for (size_t i = 0; i < words.size(); ++i)
        if (misleads(words[i])) return true;
    return false;
}

void check_round_trip(const TextRows& read, bool shares) {
    if (any_misleads(read.names)) return;
    if (!read.integers && any_misleads(read.texts.labels())) return;
    LineStyle style;
    if (read.integers) style.members = read.integer_labels.span();
    else style.members = read.texts.labels();
    if (read.names.size()) {
        style.keys = TextsView(read.names);
        style.key_end = "> ";
    }
    const std::string text = format_rows(read.rows.view(), style, 0, read.rows.size(), Team{1, {}});
    const TextRows again = read_rows(MemorySource(text), read.integers ? Ids::integer : Ids::text,
                                     shares, false, Team{1, {}}, 64);
    Record before, after;
    add_rows(read, before);
    add_rows(again, after);
    require(before == after && again.rows.repeated == 0, "what is written is read again");
}

}  // namespace

void cluster_lists(std::string_view input) {
    Options options(input);
    const auto ids = Ids(options.below(3));
    const bool shares = options.flag(), keyed = options.flag();
    read_in_all_ways(options.rest(), [&](const TextSource& source, size_t block_size,
                                         const Team& team, Record& record) {
        const TextRows read = read_rows(source, ids, shares, keyed, team, block_size);
        add_rows(read, record);
        record.add(read.rows.repeated);
        check_rows(read);
        if (!keyed && block_size == kTextBlock && team.threads == 1) check_round_trip(read, shares);
    });
}

}  // namespace accord::fuzz
