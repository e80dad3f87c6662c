// Allocations of the compiled core that fail when a test says so, and a count of those not freed.
//
// The linker replaces calls of the functions below, in the objects of the core alone.
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_set>

namespace {

std::atomic<long> left{0};  // allocations up to the one that fails; 0 or less: none fails
std::atomic<bool> counting{false};
std::mutex lock;

// Allocated while counting, and not freed.
std::unordered_set<void*>& live() {
    static auto* set = new std::unordered_set<void*>;  // never destroyed
    return *set;
}

thread_local bool inside = false;  // the set allocates, too

bool fails() { return !inside && left.load() > 0 && left.fetch_sub(1) == 1; }

void* keep(void* memory) {
    if (!memory || inside || !counting) return memory;
    inside = true;
    {
        const std::lock_guard hold(lock);
        live().insert(memory);
    }
    inside = false;
    return memory;
}

void drop(void* memory) {
    if (!memory || inside || !counting) return;
    inside = true;
    {
        const std::lock_guard hold(lock);
        live().erase(memory);
    }
    inside = false;
}

void* checked(void* memory) {
    if (!memory) throw std::bad_alloc();
    return keep(memory);
}

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

// The n-th allocation from now on fails; none for 0.
EXPORT void fail_allocation(long n) {
    left = n;
    counting = true;
}
// Whether the allocation that was to fail has not been reached.
EXPORT int is_pending() { return left.load() > 0; }
EXPORT size_t count_live() {
    const std::lock_guard hold(lock);
    return live().size();
}

extern "C" {

void* __real_aligned_alloc(size_t, size_t);
void __real_free(void*);

void* __wrap_aligned_alloc(size_t alignment, size_t size) {
    return fails() ? nullptr : keep(__real_aligned_alloc(alignment, size));
}
void __wrap_free(void* memory) {
    drop(memory);
    __real_free(memory);
}
// operator new, new[] and both with an alignment.
void* __wrap__Znwm(size_t size) { return checked(fails() ? nullptr : std::malloc(size)); }
void* __wrap__Znam(size_t size) { return __wrap__Znwm(size); }
void* __wrap__ZnwmSt11align_val_t(size_t size, size_t alignment) {
    const size_t whole = (size + alignment - 1) / alignment * alignment;
    return checked(fails() ? nullptr : __real_aligned_alloc(alignment, whole));
}
// operator delete in all its forms.
void __wrap__ZdlPv(void* memory) { __wrap_free(memory); }
void __wrap__ZdaPv(void* memory) { __wrap_free(memory); }
void __wrap__ZdlPvm(void* memory, size_t) { __wrap_free(memory); }
void __wrap__ZdaPvm(void* memory, size_t) { __wrap_free(memory); }
void __wrap__ZdlPvSt11align_val_t(void* memory, size_t) { __wrap_free(memory); }
void __wrap__ZdlPvmSt11align_val_t(void* memory, size_t, size_t) { __wrap_free(memory); }
}
