// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What several layers of a language model do together, each row while it is in the cache; its norms
// are in decoder_norm_ops.cc.
#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/curve_loops.h"

namespace opgraft_internal {
namespace {

using loops::BinaryFunction;
using loops::BinaryLoops;

constexpr double kRowNs = 20;
constexpr double kElementNs = 0.5;

class RotaryEmbeddingOp : public OpKernel {
 public:
  explicit RotaryEmbeddingOp(OpKernelConstruction* context)
      : OpKernel(context),
        size_(DataTypeSize(input_type(0))),
        multiply_(loops::FindBinaryLoops(BinaryFunction::kMul, input_type(0))),
        add_(loops::FindBinaryLoops(BinaryFunction::kAdd, input_type(0))),
        subtract_(loops::FindBinaryLoops(BinaryFunction::kSub, input_type(0))) {
    OP_REQUIRES_OK(context, context->GetAttr("of_pairs", &of_pairs_));
  }

  void Compute(OpKernelContext* context) override {
    Broadcast rows;  // the dimensions in front of them
    int64_t length = 0;
    OP_REQUIRES_OK(context, MeetRows(context, &rows, &length));
    TensorShape shape = rows.output_shape();
    OP_REQUIRES_OK(context, shape.AddDimWithStatus(length));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    const int64_t bytes = length * size_;
    const double row_ns = kRowNs + kElementNs * static_cast<double>(length);
    ShardElements(context, rows.num_runs(), row_ns * static_cast<double>(rows.run_length()),
                  [&](int64_t begin, int64_t end) {
                    rows.ForEachRun(begin, end, [&](int64_t first, const int64_t* offsets) {
                      RunRows(context, rows, offsets, length,
                              static_cast<char*>(out->data()) + first * bytes);
                    });
                  });
  }

 private:
  static constexpr int64_t kBlock = 256;  // elements

  absl::Status MeetRows(OpKernelContext* context, Broadcast* rows, int64_t* length) const {
    TensorShape shapes[3];
    for (int i = 0; i < 3; ++i) {
      shapes[i] = context->input(i).shape();
      const int last = shapes[i].dims() - 1;
      if (last >= 0 && i == 0) *length = shapes[i].dim_size(last);
      if (last < 0 || shapes[i].dim_size(last) != *length || *length % 2 != 0) {
        return absl::InvalidArgumentError(absl::StrCat(
            "x, cos and sin must have rows of one even length, not ",
            context->input(0).shape().DebugString(), " and ", shapes[i].DebugString()));
      }
      shapes[i].RemoveLastDims(1);
    }
    if (rows->Init({&shapes[0], &shapes[1], &shapes[2]}) && rows->output_shape().IsValid())
      return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "x, cos and sin do not fit each other: ", context->input(0).shape().DebugString(), ", ",
        context->input(1).shape().DebugString(), ", ", context->input(2).shape().DebugString()));
  }

  void RunRows(OpKernelContext* context, const Broadcast& rows, const int64_t* offsets,
               int64_t length, char* out) const {
    const int64_t bytes = length * size_;
    for (int64_t row = 0; row < rows.run_length(); ++row, out += bytes) {
      const char* from[3];
      for (int i = 0; i < 3; ++i) {
        from[i] = static_cast<const char*>(context->input(i).data()) +
                  (offsets[i] + (rows.moves(i) ? row : 0)) * bytes;
      }
      if (!of_pairs_) {
        RunRow(from[0], from[1], from[2], length / 2, out);
      } else if (input_type(0) == DT_FLOAT) {
        RunPairs<float>(from, length, out);
      } else {
        RunPairs<double>(from, length, out);
      }
    }
  }

  // a cos - b sin and b cos + a sin, with each half's own cos and sin.
  void RunRow(const char* x, const char* cos, const char* sin, int64_t half, char* out) const {
    double room[kBlock];
    const int64_t b = half * size_;
    for (int64_t i = 0; i < half; i += kBlock) {
      const int64_t n = std::min(kBlock, half - i), a = i * size_;
      const auto run = [&](const BinaryLoops& loop, const void* left, const void* right, void* to) {
        loop[loops::kVectorVector](left, right, to, n);
      };
      run(multiply_, x + a, cos + a, out + a);
      run(multiply_, x + b + a, sin + a, room);
      run(subtract_, out + a, room, out + a);
      run(multiply_, x + b + a, cos + b + a, out + b + a);
      run(multiply_, x + a, sin + b + a, room);
      run(add_, out + b + a, room, out + b + a);
    }
  }

  // `from`: x, cos, sin.
  template <typename T>
  static void RunPairs(const char* const* from, int64_t length, char* out) {
    const T* const x = reinterpret_cast<const T*>(from[0]);
    const T* const cos = reinterpret_cast<const T*>(from[1]);
    const T* const sin = reinterpret_cast<const T*>(from[2]);
    T* const y = reinterpret_cast<T*>(out);
    for (int64_t a = 0, b = 1; b < length; a += 2, b += 2) {
      y[a] = x[a] * cos[a] - x[b] * sin[a];
      y[b] = x[b] * cos[b] + x[a] * sin[b];
    }
  }

  bool of_pairs_ = false;
  const int64_t size_;
  const BinaryLoops multiply_;
  const BinaryLoops add_;
  const BinaryLoops subtract_;
};

class SwiGluOp : public OpKernel {
 public:
  explicit SwiGluOp(OpKernelConstruction* context)
      : OpKernel(context),
        swish_(loops::FindCurveLoop(loops::Curve::kSwish, input_type(0))),
        multiply_(loops::FindBinaryLoops(BinaryFunction::kMul, input_type(0))) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    const TensorShape shape = in.shape();
    OP_REQUIRES(context, shape == context->input(1).shape(),
                absl::InvalidArgumentError(absl::StrCat("gate and x must be of one shape, not ",
                                                        shape.DebugString(), " and ",
                                                        context->input(1).shape().DebugString())));
    const char* const gate = static_cast<const char*>(in.data());
    const char* const x = static_cast<const char*>(context->input(1).data());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, shape, &out));
    char* const y = static_cast<char*>(out->data());
    ShardElements(context, out->NumElements(), kSwishNs, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; i += kBlock) Run(gate, x, i, std::min(kBlock, end - i), y);
    });
  }

 private:
  static constexpr int64_t kBlock = 1024;  // elements
  static constexpr double kSwishNs = 1;

  void Run(const char* gate, const char* x, int64_t first, int64_t n, char* y) const {
    static constexpr double kParameters[2] = {1, 0};
    const int64_t at = first * DataTypeSize(input_type(0));
    swish_(gate + at, kParameters, y + at, n);
    multiply_[loops::kVectorVector](y + at, x + at, y + at, n);
  }

  const loops::CurveLoop swish_;
  const BinaryLoops multiply_;
};

#define REGISTER(T)                                                               \
  REGISTER_KERNEL_BUILDER(                                                        \
      Name("OpenVINO>RotaryEmbedding").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
      RotaryEmbeddingOp);                                                         \
  REGISTER_KERNEL_BUILDER(                                                        \
      Name("OpenVINO>SwiGLU").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), SwiGluOp);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
