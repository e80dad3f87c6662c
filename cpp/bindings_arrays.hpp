// NumPy arrays in and out, without copying them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <variant>

#include "array.hpp"

namespace accord {

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using In = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using OptionalIn = std::optional<In<T>>;
template <class T>
using Out = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

template <class T>
std::span<const T> view(const In<T>& array) {
    return {array.data(), array.size()};
}

// No items for None.
template <class T>
std::span<const T> view(const OptionalIn<T>& array) {
    return array ? view(*array) : std::span<const T>();
}

// The array in the hands of NumPy.
template <class T>
Out<T> to_python(Array<T> array) {
    if (!array.data()) array = Array<T>(0);  // NumPy needs an address even if there are no items
    const size_t size = array.size();
    T* data = array.release();
    nb::capsule owner(data, [](void* memory) noexcept { deallocate(memory); });
    return Out<T>(data, {size}, owner);
}

template <class T, class Items>
Out<T> copy_to_python(const Items& items) {
    Array<T> array(items.size());
    std::copy(items.begin(), items.end(), array.begin());
    return to_python(std::move(array));
}

template <class T>
Out<T> to_python(const std::vector<T>& items) {
    return copy_to_python<T>(items);
}

// A tuple of arrays, in this order.
template <class... Arrays>
auto arrays(Arrays&... each) {
    return std::tuple(to_python(std::move(each))...);
}

}  // namespace accord
