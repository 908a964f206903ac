// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Local response normalisation along any dimensions. The sum over a box of neighbours is made
// dimension by dimension: sums of rows, then sums of those along the next dimension.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/unary_loops.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

class LrnOp : public OpKernel {
 public:
  explicit LrnOp(OpKernelConstruction* context)
      : OpKernel(context),
        view_(input_type(0)),
        add_(loops::FindBinaryLoops(loops::BinaryFunction::kAdd, view_.type())),
        square_(loops::FindUnaryLoop(loops::UnaryFunction::kSquare, view_.type())) {
    OP_REQUIRES_OK(context, context->GetAttr("size", &size_));
    OP_REQUIRES(context, size_ > 0,
                absl::InvalidArgumentError(absl::StrCat("size ", size_, " is not above 0")));
    OP_REQUIRES_OK(context, context->GetAttr("alpha", &alpha_));
    OP_REQUIRES_OK(context, context->GetAttr("beta", &beta_));
    OP_REQUIRES_OK(context, context->GetAttr("bias", &bias_));
  }

  void Compute(OpKernelContext* context) override {
    const TensorShape shape = context->input(0).shape();
    Tensor data, sums, room;
    OP_REQUIRES_OK(context, view_.Read(context, context->input(0), false, &data));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    OP_REQUIRES_OK(context, context->allocate_temp(view_.type(), shape, &sums));
    square_(data.data(), sums.data(), data.NumElements());
    double neighbours = 1;
    OP_REQUIRES_OK(context, SumBoxes(context, shape, &sums, &neighbours));
    OP_REQUIRES_OK(context, view_.Room(context, *out, false, &room));
    const double alpha = static_cast<double>(alpha_) / neighbours;
    view_.type() == DT_FLOAT ? Divide<float>(context, data, sums, alpha, &room)
                             : Divide<double>(context, data, sums, alpha, &room);
    OP_REQUIRES_OK(context, view_.Write(context, room, false, out));
  }

 private:
  // Along each of the axes that input 1 tells.
  absl::Status SumBoxes(OpKernelContext* context, const TensorShape& shape, Tensor* sums,
                        double* neighbours) const {
    absl::InlinedVector<bool, 8> along(static_cast<size_t>(shape.dims()), false);
    for (const int64_t axis : ReadIndices(context->input(1))) {
      int dim = 0;
      if (!ResolveAxis(axis, shape.dims(), &dim)) {
        return absl::InvalidArgumentError(
            absl::StrCat("axis ", axis, " is out of range for rank ", shape.dims()));
      }
      along[static_cast<size_t>(dim)] = true;
    }
    Tensor other;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(view_.type(), shape, &other));
    for (int d = 0; d < shape.dims(); ++d) {
      if (!along[static_cast<size_t>(d)]) continue;
      *neighbours *= static_cast<double>(size_);
      SumAlong(context, shape, d, *sums, &other);
      std::swap(*sums, other);
    }
    return absl::OkStatus();
  }

  void SumAlong(OpKernelContext* context, const TensorShape& shape, int dim, const Tensor& from,
                Tensor* to) const {
    const auto sizes = shape.dim_sizes();
    const int64_t rows = shape.dim_size(dim), bytes = DataTypeSize(view_.type());
    const int64_t inner = ProductOf(sizes, dim + 1, shape.dims());
    const int64_t reach = std::min((size_ - 1) / 2, rows);
    const char* const in = static_cast<const char*>(from.data());
    char* const out = static_cast<char*>(to->data());
    const double row_ns = 5 + 0.5 * static_cast<double>(inner * (2 * reach + 1));
    ShardElements(context, shape.num_elements() / inner, row_ns, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t first = row - row % rows;
        const int64_t low = std::max(first, row - reach);
        const int64_t high = std::min(first + rows, row + reach + 1);
        char* const sum = out + row * inner * bytes;
        std::copy_n(in + low * inner * bytes, inner * bytes, sum);
        for (int64_t i = low + 1; i < high; ++i)
          add_[loops::kVectorVector](sum, in + i * inner * bytes, sum, inner);
      }
    });
  }

  template <typename T>
  void Divide(OpKernelContext* context, const Tensor& data, const Tensor& sums, double alpha,
              Tensor* room) const {
    const T* const x = static_cast<const T*>(data.data());
    const T* const squares = static_cast<const T*>(sums.data());
    T* const y = static_cast<T*>(room->data());
    const T factor = static_cast<T>(alpha), bias = static_cast<T>(bias_);
    const T beta = static_cast<T>(beta_);
    ShardElements(context, data.NumElements(), 10, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        y[i] = x[i] / std::pow(bias + factor * squares[i], beta);
    });
  }

  const LoopView view_;
  const loops::BinaryLoops add_;
  const loops::UnaryLoop square_;
  int64_t size_ = 1;
  float alpha_ = 0;
  float beta_ = 0;
  float bias_ = 0;
};

#define REGISTER(T) \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>LRN").Device(DEVICE_CPU).TypeConstraint<T>("T"), LrnOp);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
