// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Softmax and cross entropy at once: the loss of each row of scores, and its gradient.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

// Of rows of float or double.
template <typename T>
class RowLoss {
 public:
  RowLoss()
      : max_(loops::FindReduceLoops(loops::Reduction::kMax, DataTypeToEnum<T>::v())),
        sum_(loops::FindReduceLoops(loops::Reduction::kSum, DataTypeToEnum<T>::v())),
        exp_(loops::FindBinaryLoops(loops::BinaryFunction::kExpOfDifference,
                                    DataTypeToEnum<T>::v())[loops::kVectorScalar]),
        div_(loops::FindBinaryLoops(loops::BinaryFunction::kDiv,
                                    DataTypeToEnum<T>::v())[loops::kVectorScalar]) {}

  // Puts softmax(scores) into `softmax`. score - max - log_sum is a score's log-softmax.
  void Run(const T* scores, int64_t n, T* softmax, T* max, T* log_sum) const {
    *max = -std::numeric_limits<T>::infinity();
    max_.run(scores, n, max);
    exp_(scores, max, softmax, n);
    double total = 0;
    sum_.run(softmax, n, &total);
    const T sum = static_cast<T>(total);
    div_(softmax, &sum, softmax, n);
    *log_sum = std::log(sum);
  }

 private:
  const loops::ReduceLoops max_;
  const loops::ReduceLoops sum_;
  const loops::BinaryLoop exp_;
  const loops::BinaryLoop div_;
};

// Calls run(T{}) with the type that computes.
template <typename Run>
void WithFloat(DataType type, const Run& run) {
  type == DT_DOUBLE ? run(double{}) : run(float{});
}

constexpr double RowNs(int64_t n) { return 30 + 3 * static_cast<double>(n); }

// --- Labels are probabilities ---

// An operand whose dimensions of 1 are repeated.
struct RepeatedMatrix {
  explicit RepeatedMatrix(const Tensor& tensor)
      : data(tensor.data()),
        row_step(tensor.dims() == 2 && tensor.dim_size(0) != 1 ? tensor.dim_size(1) : 0),
        column_step(tensor.dims() > 0 && tensor.dim_size(tensor.dims() - 1) != 1 ? 1 : 0) {}

  template <typename T>
  T At(int64_t row, int64_t column) const {
    return static_cast<const T*>(data)[row * row_step + column * column_step];
  }

  const void* data;
  int64_t row_step;
  int64_t column_step;
};

class SoftmaxCrossEntropyOp : public OpKernel {
 public:
  explicit SoftmaxCrossEntropyOp(OpKernelConstruction* context)
      : OpKernel(context), view_(input_type(0)) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& features = context->input(0);
    const Tensor& labels = context->input(1);
    Broadcast broadcast;
    OP_REQUIRES(
        context, broadcast.Init({&features.shape(), &labels.shape()}),
        absl::InvalidArgumentError(absl::StrCat(
            "logits and labels must be broadcastable: logits_size=", features.shape().DebugString(),
            " labels_size=", labels.shape().DebugString())));
    const TensorShape& shape = broadcast.output_shape();
    OP_REQUIRES(context, shape.IsValid() && shape.dims() == 2,
                absl::InvalidArgumentError("logits and labels must be either 2-dimensional, or "
                                           "broadcasted to be 2-dimensional"));
    Tensor* loss = nullptr;
    Tensor* gradient = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({shape.dim_size(0)}), &loss));
    OP_REQUIRES_OK(context, context->allocate_output(1, shape, &gradient));
    if (loss->NumElements() == 0) return;
    if (shape.dim_size(1) == 0) {
      std::memset(loss->data(), 0, loss->TotalBytes());
      return;
    }
    OP_REQUIRES_OK(context, Run(context, features, labels, loss, gradient));
  }

 private:
  absl::Status Run(OpKernelContext* context, const Tensor& features, const Tensor& labels,
                   Tensor* loss, Tensor* gradient) const {
    Tensor scores, wanted, loss_room, gradient_room;
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, features, false, &scores));
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, labels, false, &wanted));
    OPGRAFT_RETURN_IF_ERROR(view_.Room(context, *loss, false, &loss_room));
    OPGRAFT_RETURN_IF_ERROR(view_.Room(context, *gradient, false, &gradient_room));
    const int64_t n = gradient->dim_size(1);
    WithFloat(view_.type(), [&](auto zero) {
      using T = decltype(zero);
      const RowLoss<T> row_loss;
      ShardElements(context, gradient->dim_size(0), RowNs(n), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          static_cast<T*>(loss_room.data())[row] =
              RunRow<T>(row_loss, RepeatedMatrix(scores), RepeatedMatrix(wanted), row, n,
                        static_cast<T*>(gradient_room.data()) + row * n);
        }
      });
    });
    OPGRAFT_RETURN_IF_ERROR(view_.Write(context, loss_room, false, loss));
    return view_.Write(context, gradient_room, false, gradient);
  }

  template <typename T>
  static T RunRow(const RowLoss<T>& row_loss, const RepeatedMatrix& scores,
                  const RepeatedMatrix& labels, int64_t row, int64_t n, T* gradient) {
    absl::InlinedVector<T, 512> line(static_cast<size_t>(n));
    for (int64_t i = 0; i < n; ++i) line[static_cast<size_t>(i)] = scores.At<T>(row, i);
    T max, log_sum;
    row_loss.Run(line.data(), n, gradient, &max, &log_sum);
    double loss = 0;
    for (int64_t i = 0; i < n; ++i) {
      const T label = labels.At<T>(row, i);
      loss += static_cast<double>(label * (log_sum - (line[static_cast<size_t>(i)] - max)));
      gradient[i] -= label;
    }
    return static_cast<T>(loss);
  }

  const LoopView view_;
};

// --- Labels are numbers of classes ---

class SparseSoftmaxCrossEntropyOp : public OpKernel {
 public:
  explicit SparseSoftmaxCrossEntropyOp(OpKernelConstruction* context)
      : OpKernel(context), view_(input_type(0)) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& features = context->input(0);
    const Tensor& labels = context->input(1);
    OP_REQUIRES_OK(context, CheckInputs(features, labels));
    Tensor* loss = nullptr;
    Tensor* gradient = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, labels.shape(), &loss));
    OP_REQUIRES_OK(context, context->allocate_output(1, features.shape(), &gradient));
    if (loss->NumElements() == 0) return;
    OP_REQUIRES_OK(context, Run(context, features, labels, loss, gradient));
  }

 private:
  static absl::Status CheckInputs(const Tensor& features, const Tensor& labels) {
    const std::string shape = features.shape().DebugString();
    if (features.dims() != 2)
      return absl::InvalidArgumentError(absl::StrCat("logits must be 2-D, but got shape ", shape));
    if (labels.dims() != 1 || labels.dim_size(0) != features.dim_size(0)) {
      return absl::InvalidArgumentError(
          absl::StrCat("logits and labels must have the same first dimension, got logits shape ",
                       shape, " and labels shape ", labels.shape().DebugString()));
    }
    const int64_t classes = features.dim_size(1);
    if (classes == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("Must have at least one class, but got logits shape ", shape));
    }
    for (int64_t i = 0; i < labels.NumElements(); ++i) {
      const int64_t label = IndexAt(labels, i);
      if (label >= 0 && label < classes) continue;
      return absl::InvalidArgumentError(absl::StrCat("Received a label value of ", label,
                                                     " which is outside the valid range of [0, ",
                                                     classes, ")."));
    }
    return absl::OkStatus();
  }

  absl::Status Run(OpKernelContext* context, const Tensor& features, const Tensor& labels,
                   Tensor* loss, Tensor* gradient) const {
    Tensor scores, loss_room, gradient_room;
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, features, false, &scores));
    OPGRAFT_RETURN_IF_ERROR(view_.Room(context, *loss, false, &loss_room));
    OPGRAFT_RETURN_IF_ERROR(view_.Room(context, *gradient, false, &gradient_room));
    const int64_t n = features.dim_size(1);
    WithFloat(view_.type(), [&](auto zero) {
      using T = decltype(zero);
      const RowLoss<T> row_loss;
      ShardElements(context, labels.NumElements(), RowNs(n), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          const T* line = static_cast<const T*>(scores.data()) + row * n;
          T* out = static_cast<T*>(gradient_room.data()) + row * n;
          const int64_t label = IndexAt(labels, row);
          T max, log_sum;
          row_loss.Run(line, n, out, &max, &log_sum);
          static_cast<T*>(loss_room.data())[row] = log_sum - (line[label] - max);
          out[label] -= T{1};
        }
      });
    });
    OPGRAFT_RETURN_IF_ERROR(view_.Write(context, loss_room, false, loss));
    return view_.Write(context, gradient_room, false, gradient);
  }

  const LoopView view_;
};

#define REGISTER(T)                                                                          \
  REGISTER_KERNEL_BUILDER(                                                                   \
      Name("SoftmaxCrossEntropyWithLogits").Device(DEVICE_CPU).TypeConstraint<T>("T"),       \
      SoftmaxCrossEntropyOp);                                                                \
  REGISTER_KERNEL_BUILDER(                                                                   \
      Name("SparseSoftmaxCrossEntropyWithLogits").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
      SparseSoftmaxCrossEntropyOp);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
