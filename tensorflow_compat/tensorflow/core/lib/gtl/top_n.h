// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_TOP_N_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_TOP_N_H_

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace gtl {

// Keeps the `limit` elements that come first by `cmp`, as a heap whose root is the last of them.
// Thread-compatible.
template <class T, class Cmp = std::greater<T>>
class TopN {
 public:
  using value_type = T;
  using UnsortedIterator = typename std::vector<T>::const_iterator;

  explicit TopN(size_t limit) : TopN(limit, Cmp()) {}
  TopN(size_t limit, const Cmp& cmp) : limit_(limit), cmp_(cmp) {}

  size_t limit() const { return limit_; }
  size_t size() const { return elements_.size(); }
  bool empty() const { return elements_.empty(); }
  void reserve(size_t n) { elements_.reserve(std::min(n, limit_ + 1)); }
  // `*dropped`, if given, becomes the element that had to go.
  void push(const T& value) { push(value, nullptr); }
  void push(const T& value, T* dropped) {
    elements_.push_back(value);
    std::push_heap(elements_.begin(), elements_.end(), cmp_);
    if (elements_.size() <= limit_) return;
    std::pop_heap(elements_.begin(), elements_.end(), cmp_);
    if (dropped != nullptr) *dropped = std::move(elements_.back());
    elements_.pop_back();
  }
  // The last of those kept. REQUIRES: not empty().
  const T& peek_bottom() const { return elements_.front(); }
  // What was kept, the first one first; afterwards this is empty. The caller owns it.
  std::vector<T>* Extract() {
    std::sort(elements_.begin(), elements_.end(), cmp_);
    return ExtractUnsorted();
  }
  std::vector<T>* ExtractUnsorted() {
    auto out = std::make_unique<std::vector<T>>(std::move(elements_));
    elements_.clear();
    return out.release();
  }
  std::vector<T>* ExtractNondestructive() const {
    auto out = std::make_unique<std::vector<T>>(elements_);
    std::sort(out->begin(), out->end(), cmp_);
    return out.release();
  }
  UnsortedIterator unsorted_begin() const { return elements_.begin(); }
  UnsortedIterator unsorted_end() const { return elements_.end(); }
  void Reset() { elements_.clear(); }

 private:
  size_t limit_;
  Cmp cmp_;
  std::vector<T> elements_;
};

}  // namespace gtl
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_TOP_N_H_
