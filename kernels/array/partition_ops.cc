// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Slices that are dealt out and put together: DynamicPartition, DynamicStitch; and where elements
// are: InvertPermutation, UnravelIndex.
#include <algorithm>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

bool StartsWith(const TensorShape& shape, const TensorShape& start) {
  if (start.dims() > shape.dims()) return false;
  return std::equal(start.sizes().begin(), start.sizes().end(), shape.sizes().begin());
}

// What is left of a shape behind the first `dims` dimensions.
TensorShape SliceShapeOf(const TensorShape& shape, int dims) {
  return TensorShape(shape.sizes().subspan(static_cast<size_t>(dims)));
}

class DynamicPartitionOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const Tensor& partitions = ctx->input(1);
    OP_REQUIRES(ctx, StartsWith(data.shape(), partitions.shape()),
                absl::InvalidArgumentError(
                    absl::StrCat("data.shape must start with partitions.shape, got data.shape = ",
                                 data.shape().DebugString(),
                                 ", partitions.shape = ", partitions.shape().DebugString())));
    std::vector<int64_t> counts(static_cast<size_t>(ctx->num_outputs()), 0);
    OP_REQUIRES_OK(ctx, Count(partitions, &counts));
    const TensorShape slice = SliceShapeOf(data.shape(), partitions.dims());
    std::vector<char*> to;
    for (int i = 0; i < ctx->num_outputs(); ++i) {
      TensorShape shape({counts[static_cast<size_t>(i)]});
      OP_REQUIRES_OK(ctx, shape.AppendShapeWithStatus(slice));
      Tensor* output = nullptr;
      OP_REQUIRES_OK(ctx, ctx->allocate_output(i, shape, &output));
      to.push_back(static_cast<char*>(output->data()));
    }
    if (data.NumElements() > 0) Deal(data, partitions, slice.num_elements(), &to);
  }

 private:
  static absl::Status Count(const Tensor& partitions, std::vector<int64_t>* counts) {
    const auto outputs = static_cast<int64_t>(counts->size());
    for (int64_t i = 0; i < partitions.NumElements(); ++i) {
      const int64_t partition = IndexAt(partitions, i);
      if (partition < 0 || partition >= outputs) {
        return absl::InvalidArgumentError(
            absl::StrCat("partitions[", i, "] = ", partition, " is not in [0, ", outputs, ")"));
      }
      ++(*counts)[static_cast<size_t>(partition)];
    }
    return absl::OkStatus();
  }

  // Moves the pointers in `*to` behind what has been written.
  static void Deal(const Tensor& data, const Tensor& partitions, int64_t slice,
                   std::vector<char*>* to) {
    WithRuns(data.dtype(), slice, [&](auto elements, int64_t length) {
      using E = decltype(elements);
      const int64_t bytes = length * E::kSize;
      const char* from = static_cast<const char*>(data.data());
      for (int64_t i = 0; i < partitions.NumElements(); ++i, from += bytes) {
        char*& place = (*to)[static_cast<size_t>(IndexAt(partitions, i))];
        length == 1 ? E::CopyOne(from, place) : E::CopyRun(from, place, length);
        place += bytes;
      }
    });
  }
};

// DynamicStitch and ParallelDynamicStitch. The indices stand before the data.
class DynamicStitchOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const int n = ctx->num_inputs() / 2;
    TensorShape slice;
    int64_t rows = 0;
    OP_REQUIRES_OK(ctx, Check(ctx, n, &slice, &rows));
    TensorShape shape({rows});
    OP_REQUIRES_OK(ctx, shape.AppendShapeWithStatus(slice));
    Tensor* merged = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &merged));
    ClearElements(merged->dtype(), merged->data(), merged->NumElements());
    for (int i = 0; i < n && shape.num_elements() > 0; ++i)
      Put(ctx->input(i), ctx->input(n + i), slice.num_elements(), merged);
  }

 private:
  static absl::Status Check(OpKernelContext* ctx, int n, TensorShape* slice, int64_t* rows) {
    for (int i = 0; i < n; ++i) {
      const Tensor& indices = ctx->input(i);
      const Tensor& data = ctx->input(n + i);
      if (!StartsWith(data.shape(), indices.shape())) {
        return absl::InvalidArgumentError(absl::StrCat(
            "data[", i, "].shape = ", data.shape().DebugString(), " does not start with indices[",
            i, "].shape = ", indices.shape().DebugString()));
      }
      const TensorShape own = SliceShapeOf(data.shape(), indices.dims());
      if (i == 0) *slice = own;
      if (own != *slice) {
        return absl::InvalidArgumentError(
            absl::StrCat("Need slices of one shape, but those of data[0] have ",
                         slice->DebugString(), " and those of data[", i, "] ", own.DebugString()));
      }
      for (int64_t j = 0; j < indices.NumElements(); ++j) {
        const int64_t index = IndexAt(indices, j);
        if (index < 0) {
          return absl::InvalidArgumentError(
              absl::StrCat("indices[", i, "] is out of range: ", index, " is negative"));
        }
        *rows = std::max(*rows, index + 1);
      }
    }
    return absl::OkStatus();
  }

  static void Put(const Tensor& indices, const Tensor& data, int64_t slice, Tensor* merged) {
    WithRuns(data.dtype(), slice, [&](auto elements, int64_t length) {
      using E = decltype(elements);
      const int64_t bytes = length * E::kSize;
      const char* from = static_cast<const char*>(data.data());
      char* const to = static_cast<char*>(merged->data());
      for (int64_t i = 0; i < indices.NumElements(); ++i, from += bytes) {
        char* const place = to + IndexAt(indices, i) * bytes;
        length == 1 ? E::CopyOne(from, place) : E::CopyRun(from, place, length);
      }
    });
  }
};

template <typename T>
class InvertPermutationOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& x = ctx->input(0);
    OP_REQUIRES(ctx, x.dims() == 1,
                absl::InvalidArgumentError("invert_permutation expects a 1D vector."));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, x.shape(), &y));
    auto inverse = y->vec<T>();
    const int64_t n = x.NumElements();
    std::fill_n(inverse.data(), n, T{-1});
    for (int64_t i = 0; i < n; ++i) {
      const int64_t d = IndexAt(x, i);
      OP_REQUIRES(ctx, d >= 0 && d < n,
                  absl::InvalidArgumentError(absl::StrCat(d, " is not between 0 and ", n)));
      OP_REQUIRES(ctx, inverse(d) == -1,
                  absl::InvalidArgumentError(absl::StrCat(d, " is duplicated in the input.")));
      inverse(d) = static_cast<T>(i);
    }
  }
};

template <typename T>
class UnravelIndexOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& indices = ctx->input(0);
    const Tensor& dims = ctx->input(1);
    int64_t elements = 1;
    OP_REQUIRES_OK(ctx, Check(indices, dims, &elements));
    const int64_t rank = dims.NumElements(), n = indices.NumElements();
    TensorShape shape({rank});
    if (indices.dims() == 1) shape.AddDim(n);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    T* const to = static_cast<T*>(output->data());
    for (int64_t i = 0; i < n; ++i) {
      int64_t rest = IndexAt(indices, i);
      OP_REQUIRES(
          ctx, rest < elements,
          absl::InvalidArgumentError(absl::StrCat("index is out of bound as with dims: indices[", i,
                                                  "] = ", rest, " of ", elements, " elements")));
      for (int64_t d = rank; d-- > 0;) {
        to[d * n + i] = static_cast<T>(rest % IndexAt(dims, d));
        rest /= IndexAt(dims, d);
      }
    }
  }

 private:
  static absl::Status Check(const Tensor& indices, const Tensor& dims, int64_t* elements) {
    if (indices.dims() > 1) {
      return absl::InvalidArgumentError(absl::StrCat(
          "The indices can only be scalar or vector, got ", indices.shape().DebugString()));
    }
    // As TensorFlow has it.
    if (indices.NumElements() == 0) return absl::InvalidArgumentError("indices must not be empty");
    if (dims.dims() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("The dims can only be 1-D, got ", dims.shape().DebugString()));
    }
    for (int64_t d = 0; d < dims.NumElements(); ++d) {
      const int64_t size = IndexAt(dims, d);
      if (size <= 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("Input dims must be positive, but dim at index ", d, " is ", size));
      }
      if (__builtin_mul_overflow(*elements, size, elements) ||
          *elements > static_cast<int64_t>(std::numeric_limits<T>::max())) {
        return absl::InvalidArgumentError("Input dims product is causing integer overflow");
      }
    }
    return absl::OkStatus();
  }
};

REGISTER_KERNEL_BUILDER(Name("DynamicPartition").Device(DEVICE_CPU), DynamicPartitionOp);
REGISTER_KERNEL_BUILDER(Name("DynamicStitch").Device(DEVICE_CPU), DynamicStitchOp);
REGISTER_KERNEL_BUILDER(Name("ParallelDynamicStitch").Device(DEVICE_CPU), DynamicStitchOp);

#define REGISTER_PLACES(T)                                                                     \
  REGISTER_KERNEL_BUILDER(Name("InvertPermutation").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          InvertPermutationOp<T>);                                             \
  REGISTER_KERNEL_BUILDER(Name("UnravelIndex").Device(DEVICE_CPU).TypeConstraint<T>("Tidx"),   \
                          UnravelIndexOp<T>)
REGISTER_PLACES(int32_t);
REGISTER_PLACES(int64_t);
#undef REGISTER_PLACES

}  // namespace
}  // namespace opgraft_internal
