// The GIL, and calls of Python, on a thread that Python may want to end.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <exception>
#include <thread>

namespace accord {

// What call() returns, where it runs Python code or waits for the GIL. While Python shuts down, it
// ends other threads at these places by unwinding their stack, as if by an exception, which would
// free what a team is working with and leave functions that must not throw. Instead, such a thread
// waits here for the end of the process, as Python 3.14 has it.
template <class Call>
decltype(auto) call_python(Call&& call) {
    try {
        return call();
    } catch (const std::exception&) {
        throw;
    } catch (...) {
        for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
    }
}

// Gives up the GIL for as long as this lives.
class ReleasedGil {
public:
    ReleasedGil() : thread_(PyEval_SaveThread()) {}
    ~ReleasedGil() { take(); }
    ReleasedGil(const ReleasedGil&) = delete;
    ReleasedGil& operator=(const ReleasedGil&) = delete;

    // What call() returns with the GIL, on the thread that made this.
    template <class Call>
    auto hold(Call&& call) {
        take();
        const GiveBack at_end{thread_};
        return call_python(call);
    }

private:
    struct GiveBack {
        PyThreadState*& thread;
        ~GiveBack() { thread = PyEval_SaveThread(); }
    };
    void take() {
        call_python([&] { PyEval_RestoreThread(thread_); });
    }

    PyThreadState* thread_;
};

}  // namespace accord
