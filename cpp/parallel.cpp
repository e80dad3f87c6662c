#include "parallel.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>

namespace accord {

void run_chunks(size_t chunks, const Team& team, const ChunkWork& work) {
    std::atomic<size_t> next{0};
    std::atomic<bool> stop{false};
    std::exception_ptr failure;
    size_t failed = chunks;  // the first chunk that has failed
    size_t at_work = 0;      // other threads that have not ended
    std::condition_variable ended;
    std::mutex lock;  // for the failure and the threads at work

    const auto keep_failure = [&](size_t chunk) {
        const std::lock_guard hold(lock);
        if (!failure || chunk < failed) failure = std::current_exception();
        failed = std::min(failed, chunk);
        stop = true;
    };
    const auto run = [&](bool watching) {
        size_t chunk = 0;
        try {
            while (!stop.load(std::memory_order_relaxed)) {
                chunk = next.fetch_add(1, std::memory_order_relaxed);
                if (chunk >= chunks) return;
                work(chunk);
                if (watching) team.report(double(chunk + 1) / double(chunks));
            }
        } catch (...) {
            keep_failure(chunk);
        }
    };

    const size_t wanted = std::min<size_t>(size_t(std::max(team.threads, 1)), chunks);
    std::vector<std::thread> others;
    others.reserve(wanted);
    const auto count_at_work = [&](size_t change) {
        const std::lock_guard hold(lock);
        at_work += change;
        ended.notify_one();
    };
    for (size_t i = 1; i < wanted; ++i) {
        count_at_work(1);
        try {
            others.emplace_back([&] {
                run(false);
                count_at_work(size_t(-1));
            });
        } catch (const std::exception&) {
            count_at_work(size_t(-1));
            break;  // no more threads available: go on with these
        }
    }
    run(true);
    // While others are still at work, keep reporting, which may stop them.
    const auto wait = [&] {
        constexpr auto kPause = std::chrono::milliseconds(20);
        std::unique_lock hold(lock);
        return !ended.wait_for(hold, kPause, [&] { return at_work == 0; });
    };
    while (!stop && wait()) {
        try {
            team.report(double(std::min(next.load(), chunks)) / double(chunks));
        } catch (...) {
            keep_failure(chunks);
        }
    }
    for (auto& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace accord
