// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Tensors that get a margin: Pad, PadV2, MirrorPad; and MirrorPadGrad, which takes one away.
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/data_movement/text_budget.h"
#include "kernels/elementwise/binary_element_function.h"

namespace opgraft_internal {
namespace {

using CopyDims = absl::InlinedVector<CopyDim, 6>;

// The margin of each dimension.
struct Margins {
  IndexValues before;
  IndexValues after;

  bool empty() const {
    for (size_t d = 0; d < before.size(); ++d) {
      if (before[d] != 0 || after[d] != 0) return false;
    }
    return true;
  }
};

absl::Status ReadMargins(const TensorShape& input, const Tensor& paddings, Margins* margins) {
  if (paddings.dims() != 2 || paddings.dim_size(1) != 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("paddings must be a matrix with 2 columns: ", paddings.shape().DebugString()));
  }
  if (paddings.dim_size(0) != input.dims()) {
    return absl::InvalidArgumentError(
        absl::StrCat("The first dimension of paddings must be the rank of inputs",
                     paddings.shape().DebugString(), " ", input.DebugString()));
  }
  for (int d = 0; d < input.dims(); ++d) {
    margins->before.push_back(IndexAt(paddings, 2 * d));
    margins->after.push_back(IndexAt(paddings, 2 * d + 1));
    if (margins->before.back() >= 0 && margins->after.back() >= 0) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "Paddings must be non-negative: ", margins->before.back(), " ", margins->after.back()));
  }
  return absl::OkStatus();
}

absl::Status PaddedShape(const TensorShape& input, const Margins& margins, TensorShape* shape) {
  for (int d = 0; d < input.dims(); ++d) {
    const size_t i = static_cast<size_t>(d);
    int64_t size = 0;
    if (__builtin_add_overflow(margins.before[i], margins.after[i], &size) ||
        __builtin_add_overflow(size, input.dim_size(d), &size)) {
      return absl::InvalidArgumentError(
          absl::StrCat("paddings make dimension ", d, " larger than can be"));
    }
    OPGRAFT_RETURN_IF_ERROR(shape->AddDimWithStatus(size));
  }
  return absl::OkStatus();
}

// Copies the input to its place between the margins.
void CopyCenter(const Tensor& input, const Margins& margins, Tensor* output, DeviceBase* device) {
  const auto input_steps = RowMajorSteps(input.shape().sizes());
  const auto output_steps = RowMajorSteps(output->shape().sizes());
  CopyDims dims;
  int64_t offset = 0;
  for (size_t d = 0; d < output_steps.size(); ++d) {
    dims.push_back({input.shape().sizes()[d], input_steps[d], output_steps[d]});
    offset += margins.before[d] * output_steps[d];
  }
  if (input.NumElements() == 0) return;
  StridedCopy(dims).Run(input.dtype(), input.data(), ElementAt(output, offset), device);
}

// The margin consists of two slabs for each dimension. That of dimension d lies between the margins
// of the dimensions before d, and goes over the whole of those behind it. So in a matrix the rows
// above and below are as long as the output's, and the columns left and right as high as the
// input's.
CopyDims SlabDims(const TensorShape& input, const TensorShape& output, size_t d) {
  const auto steps = RowMajorSteps(output.sizes());
  CopyDims dims;
  for (size_t e = 0; e < steps.size(); ++e)
    dims.push_back({e < d ? input.sizes()[e] : output.sizes()[e], steps[e], steps[e]});
  return dims;
}

// Where the slabs of dimension d begin, their margin left out.
int64_t SlabOffset(const TensorShape& output, const Margins& margins, size_t d) {
  const auto steps = RowMajorSteps(output.sizes());
  int64_t offset = 0;
  for (size_t e = 0; e < d; ++e) offset += margins.before[e] * steps[e];
  return offset;
}

void FillMargins(const TensorShape& input, const Margins& margins, const void* value,
                 Tensor* output, DeviceBase* device) {
  if (output->NumElements() == 0) return;
  for (size_t d = 0; d < margins.before.size(); ++d) {
    CopyDims dims = SlabDims(input, output->shape(), d);
    for (CopyDim& dim : dims) dim.from_step = 0;
    const int64_t offset = SlabOffset(output->shape(), margins, d);
    const int64_t behind = (margins.before[d] + input.sizes()[d]) * dims[d].to_step;
    dims[d].size = margins.before[d];
    StridedCopy(dims).Run(output->dtype(), value, ElementAt(output, offset), device);
    dims[d].size = margins.after[d];
    StridedCopy(dims).Run(output->dtype(), value, ElementAt(output, offset + behind), device);
  }
}

// Pad, and PadV2 with a third input.
class PadOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    Margins margins;
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ReadMargins(input.shape(), ctx->input(1), &margins));
    OP_REQUIRES_OK(ctx, PaddedShape(input.shape(), margins, &shape));
    Tensor value;
    OP_REQUIRES_OK(ctx, ReadValue(ctx, &value));
    if (margins.empty()) return ctx->set_output(0, input);
    OP_REQUIRES_OK(ctx, CheckText(value, shape.num_elements() - input.NumElements()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    CopyCenter(input, margins, output, ctx->device());
    FillMargins(input.shape(), margins, value.data(), output, ctx->device());
  }

 private:
  static absl::Status ReadValue(OpKernelContext* ctx, Tensor* value) {
    if (ctx->num_inputs() > 2) {
      *value = ctx->input(2);
      if (value->dims() == 0) return absl::OkStatus();
      return absl::InvalidArgumentError(
          absl::StrCat("constant_values must be a scalar. Found: ", value->shape().DebugString()));
    }
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(ctx->input_dtype(0), TensorShape(), value));
    ClearElements(value->dtype(), value->data(), 1);
    return absl::OkStatus();
  }

  static absl::Status CheckText(const Tensor& value, int64_t times) {
    TextBudget budget;
    if (value.dtype() == DT_STRING)
      budget.Add(static_cast<int64_t>(value.scalar<tstring>()().size()), times);
    return budget.Check();
  }
};

// How far the mirror is from the outermost element: REFLECT does not repeat it.
absl::Status ReadMode(OpKernelConstruction* ctx, int64_t* offset) {
  std::string mode;
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr("mode", &mode));
  *offset = mode == "REFLECT" ? 1 : 0;
  return absl::OkStatus();
}

// What is mirrored must be there. `input` is the shape without margins.
absl::Status CheckMirror(const TensorShape& input, const Margins& margins, int64_t offset) {
  for (int d = 0; d < input.dims(); ++d) {
    const size_t i = static_cast<size_t>(d);
    const int64_t most = input.dim_size(d) - offset;
    if (margins.before[i] <= most && margins.after[i] <= most) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("paddings must be ", offset == 1 ? "less" : "no greater",
                     " than the dimension size: ", margins.before[i], ", ", margins.after[i],
                     " for dimension ", d, " of size ", input.dim_size(d)));
  }
  return absl::OkStatus();
}

class MirrorPadOp : public OpKernel {
 public:
  explicit MirrorPadOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadMode(ctx, &offset_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    Margins margins;
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ReadMargins(input.shape(), ctx->input(1), &margins));
    OP_REQUIRES_OK(ctx, CheckMirror(input.shape(), margins, offset_));
    OP_REQUIRES_OK(ctx, PaddedShape(input.shape(), margins, &shape));
    if (margins.empty()) return ctx->set_output(0, input);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    CopyCenter(input, margins, output, ctx->device());
    // From the last dimension on, so that what a slab is mirrored from is there already.
    for (size_t d = margins.before.size(); output->NumElements() > 0 && d-- > 0;)
      MirrorSlabs(input.shape(), margins, d, output, ctx->device());
  }

 private:
  void MirrorSlabs(const TensorShape& input, const Margins& margins, size_t d, Tensor* output,
                   DeviceBase* device) const {
    CopyDims dims = SlabDims(input, output->shape(), d);
    const int64_t step = dims[d].to_step;
    const int64_t slab = SlabOffset(output->shape(), margins, d);
    const int64_t before = margins.before[d], size = input.sizes()[d];
    const auto copy = [&](int64_t rows, int64_t from, int64_t to) {
      dims[d] = {rows, -step, step};
      StridedCopy(dims).Run(output->dtype(), ElementAt(*output, slab + from * step),
                            ElementAt(output, slab + to * step), device);
    };
    if (before > 0) copy(before, 2 * before - 1 + offset_, 0);
    if (margins.after[d] > 0) copy(margins.after[d], before + size - 1 - offset_, before + size);
  }

  int64_t offset_ = 0;
};

class MirrorPadGradOp : public OpKernel {
 public:
  explicit MirrorPadGradOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), add_(loops::BinaryFunction::kAdd, input_type(0)) {
    OP_REQUIRES_OK(ctx, ReadMode(ctx, &offset_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    Margins margins;
    TensorShape shape;
    OP_REQUIRES_OK(ctx, ReadMargins(input.shape(), ctx->input(1), &margins));
    OP_REQUIRES_OK(ctx, CutShape(input.shape(), margins, &shape));
    OP_REQUIRES_OK(ctx, CheckMirror(shape, margins, offset_));
    if (margins.empty()) return ctx->set_output(0, input);
    Tensor folded;
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(input.dtype(), input.shape(), &folded));
    StridedCopy({{input.NumElements(), 1, 1}})
        .Run(input.dtype(), input.data(), folded.data(), ctx->device());
    for (size_t d = 0; folded.NumElements() > 0 && d < margins.before.size(); ++d)
      FoldMargins(margins, d, &folded);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    CopyOut(folded, margins, output, ctx->device());
  }

 private:
  static absl::Status CutShape(const TensorShape& input, const Margins& margins,
                               TensorShape* shape) {
    for (int d = 0; d < input.dims(); ++d) {
      const size_t i = static_cast<size_t>(d);
      int64_t margin = 0;
      if (__builtin_add_overflow(margins.before[i], margins.after[i], &margin) ||
          margin >= input.dim_size(d)) {
        return absl::InvalidArgumentError(absl::StrCat(
            "Total paddings must be less than the input dimension size: ", margins.before[i], " + ",
            margins.after[i], " is not less than ", input.dim_size(d)));
      }
      OPGRAFT_RETURN_IF_ERROR(shape->AddDimWithStatus(input.dim_size(d) - margin));
    }
    return absl::OkStatus();
  }

  // Adds each row of the margins of dimension d to the row that it mirrors.
  void FoldMargins(const Margins& margins, size_t d, Tensor* folded) const {
    const absl::Span<const int64_t> sizes = folded->shape().sizes();
    const int rank = folded->dims();
    const int64_t outer = ProductOf(sizes, 0, static_cast<int>(d));
    const int64_t row = ProductOf(sizes, static_cast<int>(d) + 1, rank);
    const int64_t before = margins.before[d], end = sizes[d] - margins.after[d];
    for (int64_t o = 0; o < outer; ++o) {
      const int64_t first = o * sizes[d];
      for (int64_t i = 0; i < before; ++i)
        AddRow(first + i, first + 2 * before - 1 - i + offset_, row, folded);
      for (int64_t i = end; i < sizes[d]; ++i)
        AddRow(first + i, first + 2 * end - 1 - i - offset_, row, folded);
    }
  }

  void AddRow(int64_t from, int64_t to, int64_t row, Tensor* folded) const {
    void* const sum = ElementAt(folded, to * row);
    add_.Run(loops::kVectorVector, sum, ElementAt(*folded, from * row), sum, row);
  }

  static void CopyOut(const Tensor& folded, const Margins& margins, Tensor* output,
                      DeviceBase* device) {
    const auto input_steps = RowMajorSteps(folded.shape().sizes());
    const auto output_steps = RowMajorSteps(output->shape().sizes());
    CopyDims dims;
    int64_t offset = 0;
    for (size_t d = 0; d < output_steps.size(); ++d) {
      dims.push_back({output->shape().sizes()[d], input_steps[d], output_steps[d]});
      offset += margins.before[d] * input_steps[d];
    }
    StridedCopy(dims).Run(output->dtype(), ElementAt(folded, offset), output->data(), device);
  }

  const BinaryElementFunction add_;
  int64_t offset_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("Pad").Device(DEVICE_CPU), PadOp);
REGISTER_KERNEL_BUILDER(Name("PadV2").Device(DEVICE_CPU), PadOp);
REGISTER_KERNEL_BUILDER(Name("MirrorPad").Device(DEVICE_CPU), MirrorPadOp);

#define REGISTER_MIRROR_PAD_GRAD(T)                                                        \
  REGISTER_KERNEL_BUILDER(Name("MirrorPadGrad").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          MirrorPadGradOp);
TF_CALL_NUMBER_TYPES(REGISTER_MIRROR_PAD_GRAD);
#undef REGISTER_MIRROR_PAD_GRAD

}  // namespace
}  // namespace opgraft_internal
