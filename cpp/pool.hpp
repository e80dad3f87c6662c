// Work space that is costly to make, handed from chunk to chunk: as many as work at once, each used by one at a time.
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

    // Comes back to the pool by itself.
    auto borrow() {
        const auto give_back = [this](Space* space) {
            const std::lock_guard hold(lock_);
            idle_.emplace_back(space);
        };
        const std::lock_guard hold(lock_);
        if (idle_.empty()) return std::unique_ptr<Space, decltype(give_back)>(new Space(make_()), give_back);
        std::unique_ptr<Space, decltype(give_back)> space(idle_.back().release(), give_back);
        idle_.pop_back();
        return space;
    }

    // When all have come back.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const auto& space : idle_) visit(*space);
    }

private:
    std::function<Space()> make_;
    std::vector<std::unique_ptr<Space>> idle_;
    std::mutex lock_;
};

}  // namespace accord
