// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How often each number is among others, or the sum of its weights.
#include <algorithm>
#include <atomic>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/op/index_tensor.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// A scalar that is not negative.
absl::Status ReadSize(const Tensor& size, int64_t* out) {
  if (size.dims() != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("Shape must be rank 0 but is rank ", size.dims()));
  }
  *out = IndexAt(size, 0);
  if (*out >= 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("size (", *out, ") must be non-negative"));
}

// Counts the n numbers into the `size` bins, which are zero, by their weights (null: each is 1).
// False if one is negative; those from `size` on are left out.
template <typename Index, typename T>
bool CountInto(const Index* numbers, const T* weights, int64_t n, int64_t size, bool binary,
               T* bins) {
  bool negative = false;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t number = numbers[i];
    negative |= number < 0;
    if (number < 0 || number >= size) continue;
    if (binary) {
      bins[number] = T(1);
    } else {
      bins[number] = static_cast<T>(bins[number] + (weights == nullptr ? T(1) : weights[i]));
    }
  }
  return !negative;
}

absl::Status NegativeNumber() {
  return absl::InvalidArgumentError("Input arr must be non-negative!");
}

template <typename T>
const T* WeightsOrNull(const Tensor& weights) {
  return weights.NumElements() == 0 ? nullptr : static_cast<const T*>(weights.data());
}

template <typename T>
class BincountOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& numbers = context->input(0);
    const Tensor& weights = context->input(2);
    int64_t size = 0;
    OP_REQUIRES_OK(context, ReadSize(context->input(1), &size));
    OP_REQUIRES(context,
                weights.NumElements() == 0 || weights.NumElements() == numbers.NumElements(),
                absl::InvalidArgumentError("Input indices and weights must have the same size."));
    Tensor* bins = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({size}), &bins));
    T* to = static_cast<T*>(bins->data());
    std::fill_n(to, size, T(0));
    OP_REQUIRES(context,
                CountInto(static_cast<const int32_t*>(numbers.data()), WeightsOrNull<T>(weights),
                          numbers.NumElements(), size, false, to),
                NegativeNumber());
  }
};

// Of a vector, or of each row of a matrix.
template <typename Index, typename T>
class DenseBincountOp : public OpKernel {
 public:
  explicit DenseBincountOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("binary_output", &binary_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& numbers = context->input(0);
    int64_t size = 0;
    OP_REQUIRES_OK(context, ReadSize(context->input(1), &size));
    OP_REQUIRES_OK(context, CheckShapes(numbers.shape(), context->input(2).shape()));
    const bool matrix = numbers.dims() == 2;
    const int64_t rows = matrix ? numbers.dim_size(0) : 1;
    const int64_t columns = matrix ? numbers.dim_size(1) : numbers.NumElements();
    Tensor* bins = nullptr;
    OP_REQUIRES_OK(context,
                   context->allocate_output(
                       0, matrix ? TensorShape({rows, size}) : TensorShape({size}), &bins));
    OP_REQUIRES(context, CountRows(context, rows, columns, size, static_cast<T*>(bins->data())),
                NegativeNumber());
  }

 private:
  static absl::Status CheckShapes(const TensorShape& numbers, const TensorShape& weights) {
    if (numbers.dims() > 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("Shape must be at most rank 2 but is rank ", numbers.dims()));
    }
    const bool none = weights.dims() > 0 && weights.num_elements() == 0;
    if (none || weights == numbers) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "`weights` must be the same shape as `arr` or a length-0 `Tensor`, in which case it acts "
        "as all weights equal to 1. Received ",
        weights.DebugString()));
  }

  // False if a number is negative.
  bool CountRows(OpKernelContext* context, int64_t rows, int64_t columns, int64_t size,
                 T* bins) const {
    const Index* numbers = static_cast<const Index*>(context->input(0).data());
    const T* weights = WeightsOrNull<T>(context->input(2));
    std::atomic<bool> good{true};
    const double row_ns = 5 + static_cast<double>(columns + size);
    ShardElements(context, rows, row_ns, [&](int64_t begin, int64_t end) {
      std::fill_n(bins + begin * size, (end - begin) * size, T(0));
      for (int64_t row = begin; row < end; ++row) {
        const T* row_weights = weights == nullptr ? nullptr : weights + row * columns;
        if (!CountInto(numbers + row * columns, row_weights, columns, size, binary_,
                       bins + row * size)) {
          good = false;
        }
      }
    });
    return good;
  }

  bool binary_ = false;
};

#define REGISTER(T)                                                                  \
  REGISTER_KERNEL_BUILDER(                                                           \
      Name("Bincount").Device(DEVICE_CPU).TypeConstraint<T>("T").HostMemory("size"), \
      BincountOp<T>);                                                                \
  REGISTER_DENSE(int32_t, T)                                                         \
  REGISTER_DENSE(int64_t, T)
#define REGISTER_DENSE(Index, T)                             \
  REGISTER_KERNEL_BUILDER(Name("DenseBincount")              \
                              .Device(DEVICE_CPU)            \
                              .TypeConstraint<T>("T")        \
                              .TypeConstraint<Index>("Tidx") \
                              .HostMemory("size"),           \
                          DenseBincountOp<Index, T>);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
