// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/internal_namespace.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

absl::Status CheckPrefix(const TensorShape& inputs, const TensorShape& ids) {
  if (ids.dims() == 0) return absl::InvalidArgumentError("Segment_id cannot have rank 0");
  if (ids.dims() > inputs.dims()) {
    return absl::InvalidArgumentError(absl::StrCat("Invalid segment_id rank ", ids.dims(),
                                                   " for input with ", inputs.dims(),
                                                   " dimension(s)"));
  }
  for (int d = 0; d < ids.dims(); ++d) {
    if (ids.dim_size(d) == inputs.dim_size(d)) continue;
    return absl::InvalidArgumentError(absl::StrCat("Segment dimension is ", ids.dim_size(d),
                                                   " while input dimension is ", inputs.dim_size(d),
                                                   " in rank ", d));
  }
  return absl::OkStatus();
}

// Joins the strings, or the rows, of each segment in their order.
template <typename Index, typename Count>
class UnsortedSegmentJoinOp : public OpKernel {
 public:
  explicit UnsortedSegmentJoinOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("separator", &separator_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& inputs = context->input(0);
    const Tensor& ids = context->input(1);
    const Tensor& count = context->input(2);
    OP_REQUIRES(context, count.dims() == 0,
                absl::InvalidArgumentError("Number of segments must be a scalar"));
    const int64_t num_segments = *static_cast<const Count*>(count.data());
    OP_REQUIRES(context, num_segments >= 0,
                absl::InvalidArgumentError(absl::StrCat(
                    "Number of segments must be non-negative but got ", num_segments)));
    OP_REQUIRES_OK(context, CheckPrefix(inputs.shape(), ids.shape()));
    OP_REQUIRES_OK(context, CheckInputs(inputs, ids, num_segments));
    TensorShape shape({num_segments});
    for (int d = ids.dims(); d < inputs.dims(); ++d) shape.AddDim(inputs.dim_size(d));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    Join(inputs, ids, output);
  }

 private:
  absl::Status CheckInputs(const Tensor& inputs, const Tensor& ids, int64_t num_segments) const {
    const auto* const id = static_cast<const Index*>(ids.data());
    const bool are_right = std::all_of(id, id + ids.NumElements(),
                                       [&](Index i) { return i >= 0 && i < num_segments; });
    if (!are_right) {
      return absl::InvalidArgumentError(
          "segment_ids are not allowed to exceed num_segments or to have negative values.");
    }
    const auto* const texts = static_cast<const tstring*>(inputs.data());
    TextBudget budget;
    budget.Add(static_cast<int64_t>(separator_.size()), inputs.NumElements());
    for (int64_t i = 0; i < inputs.NumElements(); ++i)
      budget.Add(static_cast<int64_t>(texts[i].size()));
    return budget.Check();
  }

  // What is empty so far needs no separator, as TensorFlow has it.
  void Join(const Tensor& inputs, const Tensor& ids, Tensor* output) const {
    const auto* const id = static_cast<const Index*>(ids.data());
    const auto* text = static_cast<const tstring*>(inputs.data());
    auto* const joined = static_cast<tstring*>(output->data());
    const int64_t num_ids = ids.NumElements();
    const int64_t row = num_ids == 0 ? 0 : inputs.NumElements() / num_ids;
    for (int64_t i = 0; i < output->NumElements(); ++i) joined[i].clear();
    for (int64_t i = 0; i < num_ids; ++i) {
      tstring* const to = joined + id[i] * row;
      for (int64_t j = 0; j < row; ++j) {
        if (!to[j].empty()) to[j].append(separator_);
        to[j].append(*text++);
      }
    }
  }

  std::string separator_;
};

#define REGISTER_SEGMENT_JOIN(Index, Count)                           \
  REGISTER_KERNEL_BUILDER(Name("UnsortedSegmentJoin")                 \
                              .Device(DEVICE_CPU)                     \
                              .TypeConstraint<Index>("Tindices")      \
                              .TypeConstraint<Count>("Tnumsegments"), \
                          UnsortedSegmentJoinOp<Index, Count>)
REGISTER_SEGMENT_JOIN(int32_t, int32_t);
REGISTER_SEGMENT_JOIN(int32_t, int64_t);
REGISTER_SEGMENT_JOIN(int64_t, int32_t);
REGISTER_SEGMENT_JOIN(int64_t, int64_t);
#undef REGISTER_SEGMENT_JOIN

}  // namespace
}  // namespace opgraft_internal
