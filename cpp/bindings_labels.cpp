// Labels of nodes and their indices.
#include "bindings.hpp"

#include "label_index.hpp"

namespace accord {

inline auto to_python(IndexedIntegers indexed) { return arrays(indexed.labels, indexed.members); }

inline auto to_python(MergedIntegers merged) {
    return arrays(merged.labels, merged.first_map, merged.second_map);
}

inline std::tuple<PyTexts, Out<uint32_t>> to_python(IndexedTexts indexed) {
    return {labels_to_python(indexed), to_python(std::move(indexed.members))};
}

inline std::tuple<PyTexts, Out<uint32_t>, Out<uint32_t>> to_python(JoinedTexts joined) {
    return {labels_to_python(joined.both), to_python(std::move(joined.map)),
            to_python(joined.added)};
}

namespace {

IndexedIntegers index_values(std::span<const int64_t> values, const Team& team) {
    return index_integers({&values, 1}, team);
}

IndexedTexts index_labels(TextsView texts, const Team& team) { return index_texts(texts, team); }

}  // namespace

void bind_labels(nb::module_& m) {
    def(m, "index_integers", index_values, "values"_a,
        "The distinct values, ascending, and for each value its index among them.");
    def(m, "merge_integers", merge_integers, "first"_a, "second"_a,
        "Two ascending lists merged, and the index of each item of both.");
    def(m, "index_texts", index_labels, "texts"_a,
        "The distinct texts, in order of appearance, and for each text its index among them.");
    def(m, "join_texts", join_texts, "first"_a, "second"_a,
        "The texts of both lists, the index of each text of the second, and which of them are "
        "new.");
}

}  // namespace accord
