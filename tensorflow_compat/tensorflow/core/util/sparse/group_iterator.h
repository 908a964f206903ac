// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_GROUP_ITERATOR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_GROUP_ITERATOR_H_

#include <vector>

#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace sparse {

class GroupIterable;

// Rows [start, end) of a sparse tensor: those that have the same indices in the dimensions that
// they are grouped by. Borrows the iterable.
class Group {
 public:
  Group(GroupIterable* iterable, int64_t start, int64_t end)
      : iterable_(iterable), start_(start), end_(end) {}
  Group(GroupIterable* iterable, const Tensor& indices, const Tensor& values, int64_t start,
        int64_t end)
      : Group(iterable, start, end) {
    (void)indices;
    (void)values;
  }

  // The indices of the group in those dimensions.
  std::vector<int64_t> group() const;
  int64_t group_at(size_t index) const;
  TTypes<int64_t>::UnalignedConstMatrix indices() const;
  template <typename T>
  typename TTypes<T>::UnalignedVec values() const;

 private:
  GroupIterable* iterable_;
  int64_t start_;
  int64_t end_;
};

// The rows of a sparse tensor group by group, for a range-for. REQUIRES: they are in the order of
// the dimensions `group_dims`. Shares the tensors' buffers.
//
// Example: `for (const auto& g : tensor.group({0})) { const int64_t row = g.group()[0]; ... }`
class GroupIterable {
 public:
  using VarDimArray = gtl::ArraySlice<int64_t>;

  GroupIterable(Tensor indices, Tensor values, int dims, const VarDimArray& group_dims)
      : indices_(std::move(indices)),
        values_(std::move(values)),
        dims_(dims),
        group_dims_(group_dims.begin(), group_dims.end()) {}

  class IteratorStep {
   public:
    IteratorStep(GroupIterable* iterable, int64_t start) : iterable_(iterable), start_(start) {
      end_ = iterable->EndOfGroup(start);
    }
    bool operator!=(const IteratorStep& other) const { return start_ != other.start_; }
    bool operator==(const IteratorStep& other) const { return start_ == other.start_; }
    IteratorStep& operator++() {
      start_ = end_;
      end_ = iterable_->EndOfGroup(start_);
      return *this;
    }
    IteratorStep operator++(int) {
      const IteratorStep before = *this;
      ++*this;
      return before;
    }
    Group operator*() const { return Group(iterable_, start_, end_); }
    int64_t loc() const { return start_; }

   private:
    GroupIterable* iterable_;
    int64_t start_;
    int64_t end_;
  };

  IteratorStep begin() { return IteratorStep(this, 0); }
  IteratorStep end() { return IteratorStep(this, rows()); }
  IteratorStep at(int64_t row) { return IteratorStep(this, row); }

 private:
  friend class Group;
  int64_t rows() const { return indices_.dim_size(0); }
  int64_t EndOfGroup(int64_t start) const {
    const auto indices = indices_.matrix<int64_t>();
    const auto same = [&](int64_t row) {
      for (const int64_t d : group_dims_) {
        if (indices(row, d) != indices(start, d)) return false;
      }
      return true;
    };
    int64_t end = start;
    while (end < rows() && same(end)) ++end;
    return end;
  }

  Tensor indices_;
  Tensor values_;
  const int dims_;
  const std::vector<int64_t> group_dims_;
};

inline int64_t Group::group_at(size_t index) const {
  return iterable_->indices_.matrix<int64_t>()(start_, iterable_->group_dims_[index]);
}
inline std::vector<int64_t> Group::group() const {
  std::vector<int64_t> result(iterable_->group_dims_.size());
  for (size_t i = 0; i < result.size(); ++i) result[i] = group_at(i);
  return result;
}
inline TTypes<int64_t>::UnalignedConstMatrix Group::indices() const {
  return TTypes<int64_t>::UnalignedConstMatrix(
      iterable_->indices_.flat<int64_t>().data() + start_ * iterable_->dims_, end_ - start_,
      iterable_->dims_);
}
template <typename T>
typename TTypes<T>::UnalignedVec Group::values() const {
  return
      typename TTypes<T>::UnalignedVec(iterable_->values_.flat<T>().data() + start_, end_ - start_);
}

}  // namespace sparse
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_SPARSE_GROUP_ITERATOR_H_
