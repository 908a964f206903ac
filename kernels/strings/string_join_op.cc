// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

// Joins the strings at one place of all inputs; scalars are taken for every place.
class StringJoinOp : public OpKernel {
 public:
  explicit StringJoinOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("separator", &separator_));
  }

  void Compute(OpKernelContext* ctx) override {
    TensorShape shape;
    OP_REQUIRES_OK(ctx, CommonShape(*ctx, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    Sources sources;
    for (int k = 0; k < ctx->num_inputs(); ++k) {
      sources.push_back(
          {static_cast<const tstring*>(ctx->input(k).data()), ctx->input(k).dims() == 0 ? 0 : 1});
    }
    const int64_t count = shape.num_elements();
    OP_REQUIRES_OK(ctx, CheckLength(sources, count));
    tstring* const joined = static_cast<tstring*>(output->data());
    absl::InlinedVector<absl::string_view, 8> parts(sources.size());
    for (int64_t i = 0; i < count; ++i) {
      for (size_t k = 0; k < sources.size(); ++k) parts[k] = sources[k].texts[i * sources[k].step];
      joined[i] = absl::StrJoin(parts, separator_);
    }
  }

 private:
  struct Source {
    const tstring* texts;
    int64_t step;  // 0 for a scalar
  };
  using Sources = absl::InlinedVector<Source, 8>;

  absl::Status CheckLength(const Sources& sources, int64_t count) const {
    TextBudget budget;
    for (const Source& source : sources) {
      budget.Add(static_cast<int64_t>(separator_.size()), count);
      if (source.step == 0) budget.Add(static_cast<int64_t>(source.texts->size()), count);
      for (int64_t i = 0; source.step == 1 && i < count; ++i)
        budget.Add(static_cast<int64_t>(source.texts[i].size()));
    }
    return budget.Check();
  }

  static absl::Status CommonShape(const OpKernelContext& ctx, TensorShape* shape) {
    for (int k = 0; k < ctx.num_inputs(); ++k) {
      const TensorShape& input = ctx.input(k).shape();
      if (input.dims() == 0) continue;
      if (shape->dims() == 0) {
        *shape = input;
      } else if (input != *shape) {
        return absl::InvalidArgumentError(absl::StrCat(
            "Input shapes do not match: ", shape->DebugString(), " vs. ", input.DebugString()));
      }
    }
    return absl::OkStatus();
  }

  std::string separator_;
};

REGISTER_KERNEL_BUILDER(Name("StringJoin").Device(DEVICE_CPU), StringJoinOp);

}  // namespace
}  // namespace opgraft_internal
