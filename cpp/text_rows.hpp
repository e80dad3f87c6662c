// Reader of cluster lists: one cluster per line, members separated by blanks.
//
//   # Clusters: 2, Nodes: 4, Fuzzy: 1, Numbered: 1   a line with '#' or '%' first: a comment
//   c1> 1:0.5 2 3                                    a name before '>', then members, each with
//                                                    an optional share
//   c2> 3 4
#pragma once

#include "label_index.hpp"
#include "rows.hpp"
#include "text_blocks.hpp"
#include "text_index.hpp"
#include "text_source.hpp"

namespace accord {

enum class Ids { automatic, integer, text };

struct TextRows {
    Rows rows;
    bool integers = true;           // which of the two label lists is filled
    Array<int64_t> integer_labels;  // ascending
    IndexedTexts texts;             // labels in order of appearance
    PackedTexts
        names;  // one per cluster, "" for those without; no entry at all where no cluster has one
    Array<uint32_t> keys;  // of keyed rows: for each row the label that is its key
};

// `shares`: a member may be `node:share`. `automatic` ids are of the kind the first member is.
// `keyed`: the first word of a line is its key, and the members are behind it; such rows may have
// no members.
TextRows read_rows(const TextSource& source, Ids ids, bool shares, bool keyed, const Team& team,
                   size_t block_size = kTextBlock);

}  // namespace accord
