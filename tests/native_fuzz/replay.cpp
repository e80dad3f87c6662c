// Runs a target on every file of some folders, and on changed copies of them, always the same ones.
//
//   replay TARGET MUTATIONS FOLDER...
//
// Whatever goes wrong ends in a signal; the input is then in `failed-TARGET` in the current folder.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include "targets.hpp"

using namespace accord::fuzz;

// Sanitizers read their settings from these.
extern "C" const char* __asan_default_options() { return "abort_on_error=1"; }
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }
extern "C" const char* __tsan_default_options() { return "abort_on_error=1:halt_on_error=1"; }

namespace {

constexpr unsigned kLongestRun = 300;         // seconds for one input: beyond that, it never ends
constexpr size_t kLargestToMutate = 1 << 14;  // larger ones take too long

const std::map<std::string, void (*)(std::string_view)> kTargets = {
    {"cluster_lists", cluster_lists},
    {"tables", tables},
    {"labels", labels},
    {"words", words},
    {"chunks", chunks},
    {"planted_faults", planted_faults},
};

std::string current, failed_path;

void save_input(int signal) {
    std::signal(signal, SIG_DFL);
    const int file = open(failed_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    for (size_t at = 0; file >= 0 && at < current.size();) {
        const ssize_t put = write(file, current.data() + at, current.size() - at);
        if (put < 0) break;
        at += size_t(put);
    }
    raise(signal);
}

std::vector<std::string> read_files(int count, char** folders) {
    std::vector<std::filesystem::path> paths;
    for (int i = 0; i < count; ++i)
        for (const auto& entry : std::filesystem::directory_iterator(folders[i]))
            paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<std::string> inputs;
    for (const auto& path : paths) {
        std::ifstream file(path, std::ios::binary);
        inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return inputs;
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 4 || !kTargets.contains(arguments[1])) {
        std::fprintf(stderr, "usage: replay TARGET MUTATIONS FOLDER...\n");
        return 2;
    }
    const auto target = kTargets.at(arguments[1]);
    const size_t mutations = std::strtoull(arguments[2], nullptr, 10);
    failed_path = std::string("failed-") + arguments[1];
    for (const int signal : {SIGABRT, SIGSEGV, SIGALRM}) std::signal(signal, save_input);
    const auto run = [&](std::string input) {
        current = std::move(input);
        alarm(kLongestRun);
        target(current);
    };
    const std::vector<std::string> inputs = read_files(count - 3, arguments + 3);
    std::vector<std::string> small;
    for (const std::string& input : inputs) {
        run(input);
        if (input.size() <= kLargestToMutate) small.push_back(input);
    }
    if (small.empty()) {
        std::fprintf(stderr, "there are no files that are small enough to change\n");
        return 2;
    }
    for (size_t i = 0; i < mutations; ++i)
        run(mutate(small[i % small.size()], i));
    std::printf("%s: %zu files and %zu changed copies\n", arguments[1], inputs.size(), mutations);
    return 0;
}
