// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/op/index_tensor.h"
#include "framework/types/data_type_info.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/arg_max_loops.h"
#include "kernels/math/loop_type.h"
#include "kernels/math/lowest_value.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kBlock = 256;

// The input seen as [outer, axis, inner].
struct ArgMaxDims {
  int64_t outer = 1;
  int64_t axis = 1;
  int64_t inner = 1;
  TensorShape output_shape;
};

// ArgMax, or ArgMin: what is said of the largest then holds for the smallest.
template <bool kSmallest>
class ArgMaxOp : public OpKernel {
 public:
  explicit ArgMaxOp(OpKernelConstruction* context)
      : OpKernel(context),
        loop_type_(LoopTypeOf(input_type(0))),
        loops_(kSmallest ? loops::FindArgMinLoops(loop_type_) : loops::FindArgMaxLoops(loop_type_)),
        to_loop_(input_type(0), loop_type_),
        from_index_(DT_INT64, output_type(0)),
        in_size_(DataTypeSize(input_type(0))),
        out_size_(DataTypeSize(output_type(0))) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    ArgMaxDims dims;
    OP_REQUIRES_OK(context, ReadDims(in.shape(), context->input(1), &dims));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, dims.output_shape, &out));
    const char* from = static_cast<const char*>(in.data());
    char* to = static_cast<char*>(out->data());
    if (out->NumElements() == 0) return;
    const double run_ns = 5 + 0.5 * static_cast<double>(dims.axis);
    if (dims.inner == 1) {
      ShardElements(context, dims.outer, run_ns,
                    [&](int64_t begin, int64_t end) { RunRows(dims, from, to, begin, end); });
      return;
    }
    const int64_t blocks = (dims.inner - 1) / kBlock + 1;
    ShardElements(context, dims.outer * blocks,
                  run_ns * static_cast<double>(std::min(kBlock, dims.inner)),
                  [&](int64_t begin, int64_t end) { RunColumns(dims, from, to, begin, end); });
  }

 private:
  static absl::Status ReadDims(const TensorShape& shape, const Tensor& dimension,
                               ArgMaxDims* dims) {
    if (dimension.dims() != 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "dim must be a scalar, but received tensor of shape: ", dimension.shape().DebugString()));
    }
    const int rank = shape.dims();
    const int64_t given = IndexAt(dimension, 0);
    if (given < -rank || given >= rank) {
      return absl::InvalidArgumentError(absl::StrCat("Expected dimension in the range [", -rank,
                                                     ", ", rank, "), but got ", given));
    }
    const int axis = static_cast<int>(given < 0 ? given + rank : given);
    dims->output_shape = shape;
    dims->output_shape.RemoveDim(axis);
    dims->axis = shape.dim_size(axis);
    if (dims->axis == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("Reduction axis ", given, " is empty in shape ", shape.DebugString()));
    }
    for (int d = 0; d < axis; ++d) dims->outer *= shape.dim_size(d);
    for (int d = axis + 1; d < rank; ++d) dims->inner *= shape.dim_size(d);
    return absl::OkStatus();
  }

  void FillWithWorst(void* best, int64_t n) const {
    kSmallest ? FillWithHighest(loop_type_, best, n) : FillWithLowest(loop_type_, best, n);
  }

  // The index of the largest of n elements that follow each other.
  int64_t IndexOfLargest(const char* in, int64_t n) const {
    alignas(16) char best[16];
    FillWithWorst(best, 1);
    if (loop_type_ == input_type(0)) return std::max<int64_t>(0, loops_.run(in, n, best));
    int64_t index = 0;
    alignas(16) char block[kBlock * sizeof(float)];
    for (int64_t i = 0; i < n; i += kBlock) {
      const int64_t size = std::min(kBlock, n - i);
      to_loop_.Run(in + i * in_size_, block, size);
      const int64_t found = loops_.run(block, size, best);
      if (found >= 0) index = i + found;
    }
    return index;
  }

  void RunRows(const ArgMaxDims& dims, const char* in, char* out, int64_t begin,
               int64_t end) const {
    int64_t indices[kBlock];
    for (int64_t i = begin; i < end; i += kBlock) {
      const int64_t count = std::min(kBlock, end - i);
      for (int64_t c = 0; c < count; ++c)
        indices[c] = IndexOfLargest(in + (i + c) * dims.axis * in_size_, dims.axis);
      from_index_.Run(indices, out + i * out_size_, count);
    }
  }

  // Blocks [begin, end) of at most kBlock outputs that follow each other.
  void RunColumns(const ArgMaxDims& dims, const char* in, char* out, int64_t begin,
                  int64_t end) const {
    const int64_t blocks = (dims.inner - 1) / kBlock + 1;
    int64_t indices[kBlock];
    alignas(16) char best[kBlock * sizeof(uint64_t)];
    alignas(16) char converted[kBlock * sizeof(float)];
    for (int64_t i = begin; i < end; ++i) {
      const int64_t column = i % blocks * kBlock;
      const int64_t count = std::min(kBlock, dims.inner - column);
      std::fill_n(indices, count, 0);
      FillWithWorst(best, count);
      for (int64_t row = 0; row < dims.axis; ++row) {
        const void* line = in + ((i / blocks * dims.axis + row) * dims.inner + column) * in_size_;
        if (loop_type_ != input_type(0)) {
          to_loop_.Run(line, converted, count);
          line = converted;
        }
        loops_.row(line, row, count, best, indices);
      }
      from_index_.Run(indices, out + (i / blocks * dims.inner + column) * out_size_, count);
    }
  }

  const DataType loop_type_;
  const loops::ArgMaxLoops loops_;
  const CastFunction to_loop_;
  const CastFunction from_index_;
  const int64_t in_size_;
  const int64_t out_size_;
};

#define REGISTER_ARG(op, T, smallest)                                             \
  REGISTER_KERNEL_BUILDER(                                                        \
      Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T").HostMemory("dimension"), \
      ArgMaxOp<smallest>);
#define REGISTER(T)                \
  REGISTER_ARG("ArgMax", T, false) \
  REGISTER_ARG("ArgMin", T, true)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
TF_CALL_bool(REGISTER);
TF_CALL_QUANTIZED_TYPES(REGISTER);
TF_CALL_qint16(REGISTER);
TF_CALL_quint16(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
