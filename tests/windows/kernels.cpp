// A part of each kind of kernel, called without Python: tools/windows.py builds and runs it.
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "expected_information.hpp"
#include "matching.hpp"
#include "pair_counts.hpp"
#include "shuffle.hpp"
#include "text_rows.hpp"
#include "text_source.hpp"

using namespace accord;

namespace {

int failures = 0;

void check(bool holds, const char* what) {
    std::printf("%s: %s\n", holds ? "passed" : "FAILED", what);
    failures += !holds;
}

void read_a_file(const Team& team) {
    const std::string name = "kern\xC3\xA9l.cnl";  // UTF-8
    std::string text = "# Clusters: 20000\n";
    for (int i = 0; i < 20000; ++i)
        text +=
            std::to_string(i) + " " + std::to_string(i + 1) + " " + std::to_string(i + 2) + "\n";
    std::ofstream(std::filesystem::path(std::u8string(name.begin(), name.end())), std::ios::binary)
        << text;
    for (const size_t block : {size_t{100}, kTextBlock}) {
        const FileSource source(name);
        const TextRows read = read_rows(source, Ids::automatic, false, false, team, block);
        check(read.integers && read.rows.size() == 20000 && read.integer_labels.size() == 20002 &&
                  read.rows.members.size() == 60000,
              "a file is read by several threads");
    }
    try {
        const FileSource missing("missing.cnl");
        check(false, "a missing file is an error");
    } catch (const std::system_error& error) {
        check(error.code().value() == ENOENT, "a missing file is an error");
    }
}

void match(const Team& team) {
    // Truth 0 likes found 0 (3) and 1 (2), truth 1 only found 0 (2): together 2 + 2 is the most.
    const int64_t offsets[] = {0, 2, 3};
    const uint32_t found[] = {0, 1, 0};
    const double weights[] = {3, 2, 2};
    const auto edges = match_one_to_one({offsets, found, weights, 2}, team);
    check(edges[0] == 1 && edges[1] == 2, "the heaviest matching");
}

void count_pairs_of_one_side(const Team& team) {
    // Three nodes in cluster 0 and two of another type in clusters 0 and 1: of 10 pairs, one
    // shares both clusters.
    const int64_t offsets[] = {0, 1, 3};
    const uint32_t clusters[] = {0, 0, 1};
    const int64_t weights[] = {3, 2};
    const auto pairs =
        count_side_pairs({offsets, clusters, {}}, 2, weights, PairMethod::automatic, 1e6, team)
            .pairs;
    check(pairs.at({1, 1}) == 9 && pairs.at({2, 1}) == 1, "node pairs by shared clusters");
}

void expect_information(const Team& team) {
    // Two nodes in one cluster each on both sides: they always agree, with log 2.
    const int64_t sizes[] = {1}, times[] = {2};
    const double nats = expected_information({sizes, times}, {sizes, times}, 2, team);
    check(std::abs(nats - std::log(2.0)) < 1e-12, "information expected by chance");
}

void shuffle_numbers() {
    // The order of another system: results do not depend on it.
    const auto order = shuffle(10, 1, 0);
    std::string text;
    for (const uint32_t number : order) text += std::to_string(number);
    std::printf("shuffled: %s\n", text.c_str());
}

}  // namespace

int main() {
    for (const int threads : {1, 3}) {
        const Team team{threads, {}};
        read_a_file(team);
        match(team);
        count_pairs_of_one_side(team);
        expect_information(team);
    }
    shuffle_numbers();
    return failures != 0;
}
