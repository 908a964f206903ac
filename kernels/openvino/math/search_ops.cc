// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Bucketize and SearchSorted: where values belong among sorted ones.
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// Rows of sorted values, and how many of the values that are looked up belong to each.
struct SearchRows {
  int64_t sorted;     // in a row
  int64_t values;     // of a row
  bool many = false;  // else all values belong to the one row
};

// Of two inputs `sorted_input` is sorted, the other has the values.
class SearchOpBase : public OpKernel {
 public:
  SearchOpBase(OpKernelConstruction* context, int sorted_input)
      : OpKernel(context), sorted_input_(sorted_input) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& sorted = context->input(sorted_input_);
    const Tensor& values = context->input(1 - sorted_input_);
    SearchRows rows;
    OP_REQUIRES_OK(context, FindRows(sorted.shape(), values.shape(), &rows));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, values.shape(), &out));
    if (out->NumElements() == 0) return;
    VisitType(sorted.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr ((std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) ||
                    std::is_same_v<T, half> || std::is_same_v<T, bfloat16>) {
        Search(context, rows, static_cast<const T*>(sorted.data()),
               static_cast<const T*>(values.data()), out);
      }
    });
  }

 protected:
  virtual absl::Status FindRows(const TensorShape& sorted, const TensorShape& values,
                                SearchRows* rows) const = 0;

  bool after_equals_ = false;  // a value comes behind those that are equal to it

 private:
  template <typename T>
  void Search(OpKernelContext* context, const SearchRows& rows, const T* sorted, const T* values,
              Tensor* out) const {
    ShardElements(context, out->NumElements(), 20, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* const first = sorted + (rows.many ? i / rows.values * rows.sorted : 0);
        const T* const last = first + rows.sorted;
        const T* const found = after_equals_ ? std::upper_bound(first, last, values[i])
                                             : std::lower_bound(first, last, values[i]);
        if (out->dtype() == DT_INT32) {
          static_cast<int32_t*>(out->data())[i] = static_cast<int32_t>(found - first);
        } else {
          static_cast<int64_t*>(out->data())[i] = found - first;
        }
      }
    });
  }

  const int sorted_input_;
};

// Inputs data, buckets.
class BucketizeOp : public SearchOpBase {
 public:
  explicit BucketizeOp(OpKernelConstruction* context) : SearchOpBase(context, 1) {
    bool with_right_bound = true;
    OP_REQUIRES_OK(context, context->GetAttr("with_right_bound", &with_right_bound));
    after_equals_ = !with_right_bound;
  }

 protected:
  absl::Status FindRows(const TensorShape& sorted, const TensorShape& values,
                        SearchRows* rows) const override {
    if (sorted.dims() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("buckets must be a vector, not ", sorted.DebugString()));
    }
    *rows = {sorted.dim_size(0), values.num_elements()};
    return absl::OkStatus();
  }
};

// Inputs sorted, values.
class SearchSortedOp : public SearchOpBase {
 public:
  explicit SearchSortedOp(OpKernelConstruction* context) : SearchOpBase(context, 0) {
    OP_REQUIRES_OK(context, context->GetAttr("right_mode", &after_equals_));
  }

 protected:
  absl::Status FindRows(const TensorShape& sorted, const TensorShape& values,
                        SearchRows* rows) const override {
    const int last = sorted.dims() - 1;
    if (last == 0) {
      *rows = {sorted.dim_size(0), values.num_elements()};
      return absl::OkStatus();
    }
    bool fits = last > 0 && values.dims() == sorted.dims();
    for (int d = 0; fits && d < last; ++d) fits = values.dim_size(d) == sorted.dim_size(d);
    if (!fits) {
      return absl::InvalidArgumentError(absl::StrCat("sorted ", sorted.DebugString(),
                                                     " must be a vector, or have the rows of ",
                                                     "the values ", values.DebugString()));
    }
    *rows = {sorted.dim_size(last), values.dim_size(last), true};
    return absl::OkStatus();
  }
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>Bucketize").Device(DEVICE_CPU), BucketizeOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>SearchSorted").Device(DEVICE_CPU), SearchSortedOp);

}  // namespace
}  // namespace opgraft_internal
