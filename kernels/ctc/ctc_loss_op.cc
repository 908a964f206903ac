// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/ctc/ctc_inputs.h"
#include "kernels/ctc/ctc_sequence.h"

namespace opgraft_internal {
namespace {

// Labels as an op is asked to take them.
struct CtcLabelRule {
  bool collapses = false;       // a label that repeats the one before counts once
  bool merges = true;           // a class that repeats in time is one label
  bool ignores_longer = false;  // than there are steps: no loss
};

// Whether the label at [b, place] comes after the one before it, in row-major order.
bool IsBehind(const int64_t* index, int64_t i) {
  if (i == 0) return true;
  const int64_t* const at = index + 2 * i;
  return at[-2] < at[0] || (at[-2] == at[0] && at[-1] < at[1]);
}

// The labels of each of the batch. Those from the blank on end a sequence.
absl::Status ReadLabels(const Tensor& indices, const Tensor& values, const CtcInputs& ctc,
                        std::vector<std::vector<int32_t>>* labels) {
  if (indices.dims() != 2 || indices.dim_size(1) != 2 || values.dims() != 1 ||
      values.dim_size(0) != indices.dim_size(0)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "labels_indices must be a matrix of two columns with as many rows as labels_values has "
        "elements, got shapes ",
        indices.shape().DebugString(), " and ", values.shape().DebugString()));
  }
  labels->resize(static_cast<size_t>(ctc.batch));
  const int64_t* const index = static_cast<const int64_t*>(indices.data());
  for (int64_t i = 0; i < values.NumElements(); ++i) {
    const int64_t b = index[2 * i], place = index[2 * i + 1];
    if (b < 0 || b >= ctc.batch || place < 0 || !IsBehind(index, i)) {
      return absl::InvalidArgumentError(absl::StrCat("label SparseTensor is not valid: indices[", i,
                                                     "] = [", b, ",", place,
                                                     "] is out of order or out of bounds"));
    }
    (*labels)[static_cast<size_t>(b)].push_back(static_cast<const int32_t*>(values.data())[i]);
  }
  for (size_t b = 0; b < labels->size(); ++b) {
    if ((*labels)[b].empty())
      return absl::InvalidArgumentError(absl::StrCat("Labels length is zero in batch ", b));
  }
  return absl::OkStatus();
}

// What a path goes through: without repetitions if the rule says so, up to the first blank.
absl::Status PrepareLabels(const CtcLabelRule& rule, int64_t classes, int64_t b,
                           const std::vector<int32_t>& given, std::vector<int32_t>* labels) {
  bool finished = false;
  for (size_t i = 0; i < given.size(); ++i) {
    if (i > 0 && rule.collapses && given[i] == given[i - 1]) continue;
    if (given[i] < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("All labels must be nonnegative integers, batch: ", b, " has ", given[i]));
    }
    if (given[i] >= classes - 1) {
      finished = true;
    } else if (finished) {
      return absl::InvalidArgumentError(
          absl::StrCat("Saw a non-null label (index >= num_classes - 1) following a null label, "
                       "batch: ",
                       b));
    } else {
      labels->push_back(given[i]);
    }
  }
  return absl::OkStatus();
}

template <typename T>
class CtcLossOp : public OpKernel {
 public:
  explicit CtcLossOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("preprocess_collapse_repeated", &rule_.collapses));
    OP_REQUIRES_OK(context, context->GetAttr("ctc_merge_repeated", &rule_.merges));
    OP_REQUIRES_OK(context,
                   context->GetAttr("ignore_longer_outputs_than_inputs", &rule_.ignores_longer));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& inputs = context->input(0);
    CtcInputs ctc;
    const absl::Status read = ReadCtcInputs(inputs, context->input(3), &ctc);
    // Here TensorFlow calls a wrong number of steps by another name than in its decoders.
    OP_REQUIRES(context, read.ok(), absl::InvalidArgumentError(read.message()));
    std::vector<std::vector<int32_t>> given, labels;
    OP_REQUIRES_OK(context, ReadLabels(context->input(1), context->input(2), ctc, &given));
    OP_REQUIRES_OK(context, PrepareAll(ctc, given, &labels));
    Tensor* loss = nullptr;
    Tensor* gradient = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({ctc.batch}), &loss));
    OP_REQUIRES_OK(context, context->allocate_output(1, inputs.shape(), &gradient));
    T* const losses = static_cast<T*>(loss->data());
    T* const grads = static_cast<T*>(gradient->data());
    std::fill_n(losses, ctc.batch, T(0));
    std::fill_n(grads, gradient->NumElements(), T(0));
    for (int64_t b = 0; b < ctc.batch; ++b) {
      const size_t k = static_cast<size_t>(b);
      if (ctc.steps[b] <= 0 || static_cast<int64_t>(given[k].size()) > ctc.steps[b]) continue;
      OP_REQUIRES_OK(context, Run(context, ctc, labels[k], b, grads, &losses[b]));
    }
  }

 private:
  // Prepares the labels of each of the batch, and checks that there are steps enough for them.
  absl::Status PrepareAll(const CtcInputs& ctc, const std::vector<std::vector<int32_t>>& given,
                          std::vector<std::vector<int32_t>>* labels) const {
    labels->resize(given.size());
    for (int64_t b = 0; b < ctc.batch; ++b) {
      const size_t k = static_cast<size_t>(b);
      OPGRAFT_RETURN_IF_ERROR(PrepareLabels(rule_, ctc.classes, b, given[k], &(*labels)[k]));
      if (rule_.ignores_longer || static_cast<int64_t>(given[k].size()) <= ctc.steps[b]) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "Not enough time for target transition sequence (required: ", given[k].size(),
          ", available: ", ctc.steps[b], ") in batch ", b,
          "; ignore_longer_outputs_than_inputs leaves such sequences out"));
    }
    return absl::OkStatus();
  }

  // The loss of sequence `b`, and its part of the gradient, [steps, batch, classes].
  absl::Status Run(OpKernelContext* context, const CtcInputs& ctc,
                   const std::vector<int32_t>& labels, int64_t b, T* grads, T* loss) const {
    const int64_t steps = ctc.steps[b];
    Tensor table;
    OPGRAFT_RETURN_IF_ERROR(
        AllocateTable(context, static_cast<int64_t>(labels.size()), steps, ctc.classes, &table));
    CtcSequence<T> path(labels, steps, ctc.classes, ctc.classes - 1, rule_.merges);
    const Tensor& inputs = context->input(0);
    const auto scores = [&](size_t t) { return ctc.Scores<T>(inputs, static_cast<int64_t>(t), b); };
    const auto grad = [&](size_t t) {
      return grads + (static_cast<int64_t>(t) * ctc.batch + b) * ctc.classes;
    };
    *loss = path.Run(scores, grad, static_cast<T*>(table.data()));
    return absl::OkStatus();
  }

  static absl::Status AllocateTable(OpKernelContext* context, int64_t labels, int64_t steps,
                                    int64_t classes, Tensor* table) {
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(
        TensorShape::BuildTensorShape({steps, 2 * (2 * labels + 1) + classes}, &shape));
    return context->allocate_temp(DataTypeToEnum<T>::v(), shape, table);
  }

  CtcLabelRule rule_;
};

#define REGISTER(T) \
  REGISTER_KERNEL_BUILDER(Name("CTCLoss").Device(DEVICE_CPU).TypeConstraint<T>("T"), CtcLossOp<T>)
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
