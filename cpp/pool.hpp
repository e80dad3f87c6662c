// Work space that is expensive to make and is reused: there are as many as threads that work at
// once.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace accord {

template <class Space>
class Pool {
public:
    explicit Pool(std::function<Space()> make) : make_(std::move(make)) {}

    // Returns to the pool when the pointer goes out of scope.
    auto borrow() {
        const auto give_back = [this](Space* space) {
            const std::lock_guard hold(lock_);
            idle_.emplace_back(space);
        };
        const std::lock_guard hold(lock_);
        if (idle_.empty()) {
            idle_.reserve(made_ + 1);  // so that giving back needs no memory
            idle_.push_back(std::make_unique<Space>(make_()));
            ++made_;
        }
        std::unique_ptr<Space, decltype(give_back)> space(idle_.back().release(), give_back);
        idle_.pop_back();
        return space;
    }

    // To be called when all have been returned.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const auto& space : idle_) visit(*space);
    }

private:
    std::function<Space()> make_;
    std::vector<std::unique_ptr<Space>> idle_;
    size_t made_ = 0;
    std::mutex lock_;
};

}  // namespace accord
