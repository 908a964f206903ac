// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/repeat.h"

#include "absl/strings/str_cat.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

using CopyDims = absl::InlinedVector<CopyDim, 6>;

// How long the strings are, where each is repeated as often.
absl::Status CheckRepeatedText(const Tensor& input, const TensorShape& output) {
  if (input.dtype() != DT_STRING || input.NumElements() == 0) return absl::OkStatus();
  const int64_t times = output.num_elements() / input.NumElements();
  TextBudget budget;
  const auto* const texts = static_cast<const tstring*>(input.data());
  for (int64_t i = 0; i < input.NumElements(); ++i)
    budget.Add(static_cast<int64_t>(texts[i].size()), times);
  return budget.Check();
}

// Output 0 is the input, or a copy of it of `shape`, by the dimensions that `dims_of` makes of the
// output's steps.
template <typename DimsOf>
absl::Status CopyRepeated(OpKernelContext* ctx, const Tensor& input, const TensorShape& shape,
                          const DimsOf& dims_of) {
  if (shape == input.shape()) {
    ctx->set_output(0, input);
    return absl::OkStatus();
  }
  OPGRAFT_RETURN_IF_ERROR(CheckRepeatedText(input, shape));
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &output));
  if (shape.num_elements() == 0) return absl::OkStatus();
  StridedCopy(dims_of(RowMajorSteps(shape.sizes())))
      .Run(input.dtype(), input.data(), output->data(), ctx->device());
  return absl::OkStatus();
}

}  // namespace

absl::Status BroadcastInto(OpKernelContext* ctx, const Tensor& input, const TensorShape& shape,
                           absl::Span<const int> sources) {
  return CopyRepeated(ctx, input, shape, [&](const auto& output_steps) {
    const auto input_steps = RowMajorSteps(input.shape().sizes());
    CopyDims dims;
    for (int d = 0; d < shape.dims(); ++d) {
      const int source = sources[static_cast<size_t>(d)];
      const bool repeats = source < 0 || input.dim_size(source) == 1;
      dims.push_back({shape.dim_size(d), repeats ? 0 : input_steps[static_cast<size_t>(source)],
                      output_steps[static_cast<size_t>(d)]});
    }
    return dims;
  });
}

absl::Status TileInto(OpKernelContext* ctx, const Tensor& input, absl::Span<const int64_t> sizes,
                      absl::Span<const int64_t> multiples) {
  TensorShape shape;
  for (size_t d = 0; d < sizes.size(); ++d) {
    int64_t size = 0;
    if (__builtin_mul_overflow(sizes[d], multiples[d], &size)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "multiples[", d, "] = ", multiples[d], " makes dimension ", d, " larger than can be"));
    }
    OPGRAFT_RETURN_IF_ERROR(shape.AddDimWithStatus(size));
  }
  return CopyRepeated(ctx, input, shape, [&](const auto& output_steps) {
    const auto input_steps = RowMajorSteps(sizes);
    CopyDims dims;
    for (size_t d = 0; d < sizes.size(); ++d) {
      dims.push_back({multiples[d], 0, sizes[d] * output_steps[d]});
      dims.push_back({sizes[d], input_steps[d], output_steps[d]});
    }
    return dims;
  });
}

}  // namespace opgraft_internal
