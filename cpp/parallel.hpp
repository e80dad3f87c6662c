// Work split into chunks that do not depend on the number of threads, so that neither do the
// results.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <thread>
#include <vector>

namespace accord {

// Called from time to time on the calling thread with the fraction of the work that is done. Throws
// to stop the work.
using Watch = std::function<void(double)>;

// The calling thread and `threads - 1` others, which live as long as one call (so forks are safe).
struct Team {
    int threads = 1;
    Watch watch;

    void report(double done) const {
        if (watch) watch(done);
    }
};

// For work that takes seconds between reports: each thread asks from time to time whether to go on.
class LongWatch {
public:
    explicit LongWatch(const Team& team) : team_(team) {}

    // The team to work with, for the thread that made this.
    Team team() {
        return {team_.threads, [this](double done) { report(done); }};
    }
    // False once the work has been stopped. The thread that made this then throws, here or when it
    // waits for the others.
    bool go_on() {
        if (std::this_thread::get_id() == maker_) report(done_);
        return !stopped_;
    }

private:
    void report(double done) {
        done_ = done;
        try {
            team_.report(done);
        } catch (...) {
            stopped_ = true;
            throw;
        }
    }

    const Team& team_;
    const std::thread::id maker_ = std::this_thread::get_id();
    double done_ = 0;
    std::atomic<bool> stopped_{false};
};

// A function of a chunk, which must live as long as this.
class ChunkWork {
public:
    template <class Work>
    explicit ChunkWork(Work& work)
        : work_(const_cast<void*>(static_cast<const void*>(&work))),
          call_([](void* of, size_t chunk) { (*static_cast<Work*>(of))(chunk); }) {}

    void operator()(size_t chunk) const { call_(work_, chunk); }

private:
    void* work_;
    void (*call_)(void*, size_t);
};

// Calls work(chunk) for every chunk in [0, chunks), in any order, from `team.threads` threads.
// Rethrows the exception of the first chunk that fails, once every thread has stopped: chunks are
// started in their order, so it is the same for any number of threads.
void run_chunks(size_t chunks, const Team& team, const ChunkWork& work);

template <class Work>
void parallel_for(size_t chunks, const Team& team, Work&& work) {
    run_chunks(chunks, team, ChunkWork(work));
}

// First rows of consecutive chunks with about `memberships` members each, and the number of rows at
// the end.
inline std::vector<size_t> chunk_rows(std::span<const int64_t> offsets,
                                      int64_t memberships = 1 << 15) {
    std::vector<size_t> first{0};
    const size_t rows = offsets.size() - 1;
    int64_t begin = offsets[0];
    for (size_t row = 1; row < rows; ++row) {
        // Rows without members cost something too.
        if (offsets[row] - begin + int64_t(row - first.back()) >= memberships) {
            first.push_back(row);
            begin = offsets[row];
        }
    }
    first.push_back(rows);
    return first;
}

// parallel_for over the rows of packed rows: work(first, last) for row ranges of similar size.
template <class Work>
void parallel_rows(std::span<const int64_t> offsets, const Team& team, Work&& work) {
    const auto first = chunk_rows(offsets);
    parallel_for(first.size() - 1, team,
                 [&](size_t chunk) { work(first[chunk], first[chunk + 1]); });
}

// parallel_for over [0, count) in ranges of `step`: work(begin, end).
template <class Work>
void parallel_ranges(size_t count, size_t step, const Team& team, Work&& work) {
    parallel_for((count + step - 1) / step, team,
                 [&](size_t chunk) { work(chunk * step, std::min(count, (chunk + 1) * step)); });
}

}  // namespace accord
