// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's Pad: elements are put around a tensor, or cut off.
#include <algorithm>
#include <array>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

enum class PadMode { kConstant, kEdge, kReflect, kSymmetric };

// A run of a dimension of the output, and where along the input its elements come from.
struct Piece {
  int64_t to = 0;
  int64_t size = 0;
  int64_t from = 0;
  int64_t step = 0;          // from one element to the next
  bool is_constant = false;  // they come from nowhere: the pad value
};

// Of each dimension what lies before the input, the input, and what lies behind; some are empty.
using Pieces = std::array<Piece, 3>;

// Where the pieces before and behind the input, which has `size` elements, come from.
void ExtendBy(PadMode mode, int64_t size, int64_t before, Pieces* pieces) {
  Piece& front = (*pieces)[0];
  Piece& back = (*pieces)[2];
  const int64_t behind = back.to - before;  // the first element behind the input
  switch (mode) {
    case PadMode::kConstant:
      front.is_constant = back.is_constant = true;
      break;
    case PadMode::kEdge:
      back.from = size - 1;
      break;
    case PadMode::kReflect:
      front.from = before;
      back.from = 2 * (size - 1) - behind;
      front.step = back.step = -1;
      break;
    case PadMode::kSymmetric:
      front.from = before - 1;
      back.from = 2 * size - 1 - behind;
      front.step = back.step = -1;
      break;
  }
}

// How a dimension of `size` with so much before and behind it is made. Element i of the output is
// element i - before of the input, extended in both directions as the mode says.
absl::Status CutUp(PadMode mode, int64_t size, int64_t before, int64_t after, Pieces* pieces,
                   int64_t* out) {
  // Sums of larger numbers could overflow.
  constexpr int64_t kMax = int64_t{1} << 60;
  const bool small = before > -kMax && before < kMax && after > -kMax && after < kMax;
  const int64_t pads = std::max<int64_t>({before, after, 0});
  const bool there =
      mode == PadMode::kConstant || pads == 0 || (mode == PadMode::kEdge && size > 0) ||
      (mode == PadMode::kReflect && pads < size) || (mode == PadMode::kSymmetric && pads <= size);
  *out = small ? size + before + after : -1;
  if (*out < 0 || !there) {
    return absl::InvalidArgumentError(absl::StrCat(
        "pads of ", before, " and ", after, " do not fit a dimension of ", size, " in this mode"));
  }
  const int64_t first = std::max<int64_t>(-before, 0), end = std::min(size, *out - before);
  Piece& front = (*pieces)[0];
  Piece& center = (*pieces)[1];
  Piece& back = (*pieces)[2];
  front.size = std::clamp<int64_t>(before, 0, *out);
  center = {front.size, std::max<int64_t>(end - first, 0), first, 1};
  back.to = front.size + center.size;
  back.size = *out - back.to;
  ExtendBy(mode, size, before, pieces);
  return absl::OkStatus();
}

// Writes the output box by box: each is made of one piece of every dimension.
class BoxWriter {
 public:
  BoxWriter(const Tensor& input, const void* value, absl::Span<const Pieces> pieces, Tensor* output,
            DeviceBase* device)
      : input_(input),
        value_(value),
        pieces_(pieces),
        output_(output),
        device_(device),
        from_steps_(RowMajorSteps(input.shape().sizes())),
        to_steps_(RowMajorSteps(output->shape().sizes())) {}

  // Writes all that is made of the pieces chosen so far and any of the dimensions from d on.
  void Write(size_t d, int64_t from, int64_t to) {
    if (d == pieces_.size()) {
      StridedCopy(dims_).Run(input_.dtype(), ElementAt(input_, from), ElementAt(output_, to),
                             device_);
      return;
    }
    for (const Piece& piece : pieces_[d]) {
      if (piece.size == 0) continue;
      const int64_t at = to + piece.to * to_steps_[d];
      if (piece.is_constant) {
        Fill(d, piece.size, at);
        continue;
      }
      dims_.push_back({piece.size, piece.step * from_steps_[d], to_steps_[d]});
      Write(d + 1, from + piece.from * from_steps_[d], at);
      dims_.pop_back();
    }
  }

 private:
  // Whatever lies in the dimensions behind d is the value too.
  void Fill(size_t d, int64_t size, int64_t to) const {
    absl::InlinedVector<CopyDim, 6> dims = dims_;
    for (CopyDim& dim : dims) dim.from_step = 0;
    dims.push_back({size, 0, to_steps_[d]});
    for (size_t e = d + 1; e < pieces_.size(); ++e)
      dims.push_back({output_->shape().sizes()[e], 0, to_steps_[e]});
    StridedCopy(dims).Run(input_.dtype(), value_, ElementAt(output_, to), device_);
  }

  const Tensor& input_;
  const void* const value_;
  const absl::Span<const Pieces> pieces_;
  Tensor* const output_;
  DeviceBase* const device_;
  const absl::InlinedVector<int64_t, 6> from_steps_;
  const absl::InlinedVector<int64_t, 6> to_steps_;
  absl::InlinedVector<CopyDim, 6> dims_;
};

// An upper bound of how long the strings of the output are.
absl::Status CheckPaddedText(const Tensor& data, const Tensor& value, int64_t elements) {
  TextBudget budget;
  if (data.dtype() != DT_STRING) return budget.Check();
  size_t longest = value.scalar<tstring>()().size();
  for (int64_t i = 0; i < data.NumElements(); ++i)
    longest = std::max(longest, static_cast<const tstring*>(data.data())[i].size());
  budget.Add(static_cast<int64_t>(longest), elements);
  return budget.Check();
}

class PadOp : public OpKernel {
 public:
  explicit PadOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string mode;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("pad_mode", &mode));
    if (mode == "edge") mode_ = PadMode::kEdge;
    if (mode == "reflect") mode_ = PadMode::kReflect;
    if (mode == "symmetric") mode_ = PadMode::kSymmetric;
    OP_REQUIRES(ctx, num_inputs() < 4 || input_type(3) == input_type(0),
                absl::InvalidArgumentError(absl::StrCat(
                    "pad_value must be of the type of data, ", DataTypeString(input_type(0)),
                    ", but is ", DataTypeString(input_type(num_inputs() - 1)))));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const TensorShape wanted({data.dims()});
    OP_REQUIRES(ctx, ctx->input(1).shape() == wanted && ctx->input(2).shape() == wanted,
                absl::InvalidArgumentError(
                    absl::StrCat("pads_begin and pads_end must have a number for each of the ",
                                 data.dims(), " dimensions")));
    absl::InlinedVector<Pieces, 4> pieces(static_cast<size_t>(data.dims()));
    TensorShape shape;
    for (int d = 0; d < data.dims(); ++d) {
      int64_t size = 0;
      OP_REQUIRES_OK(ctx,
                     CutUp(mode_, data.dim_size(d), IntegerAt(ctx->input(1), d),
                           IntegerAt(ctx->input(2), d), &pieces[static_cast<size_t>(d)], &size));
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(size));
    }
    Tensor value;
    OP_REQUIRES_OK(ctx, ReadValue(ctx, &value));
    OP_REQUIRES_OK(ctx, CheckPaddedText(data, value, shape.num_elements()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (shape.num_elements() == 0) return;
    BoxWriter(data, value.data(), pieces, output, ctx->device()).Write(0, 0, 0);
  }

 private:
  static absl::Status ReadValue(OpKernelContext* ctx, Tensor* value) {
    if (ctx->num_inputs() > 3) {
      *value = ctx->input(3);
      if (value->dims() == 0) return absl::OkStatus();
      return absl::InvalidArgumentError("pad_value must be a scalar");
    }
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(ctx->input_dtype(0), TensorShape(), value));
    ClearElements(value->dtype(), value->data(), 1);
    return absl::OkStatus();
  }

  PadMode mode_ = PadMode::kConstant;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>Pad").Device(DEVICE_CPU), PadOp);

}  // namespace
}  // namespace opgraft_internal
