// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/reorder.h"

#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

using CopyDims = absl::InlinedVector<CopyDim, 6>;

// A copy of a whole tensor, dimension by dimension.
CopyDims WholeOf(const TensorShape& shape) {
  const auto steps = RowMajorSteps(shape.sizes());
  CopyDims dims;
  for (size_t d = 0; d < steps.size(); ++d) dims.push_back({shape.sizes()[d], steps[d], steps[d]});
  return dims;
}

// Rolls a tensor. A dimension that moves falls into two parts, so all of them into boxes, each of
// which is copied as a whole. There are no more boxes than elements.
//
//     a b c d e      shifts = {1, 2}      i j f g h
//     f g h i j      --------------->     d e a b c      four boxes: abc, de, fgh, ij
class BoxRoll {
 public:
  BoxRoll(const Tensor& input, absl::Span<const int64_t> shifts, Tensor* output, DeviceBase* device)
      : input_(input),
        shifts_(shifts),
        output_(output),
        device_(device),
        dims_(WholeOf(input.shape())) {}

  void Run() { CopyFrom(0, 0, 0); }

 private:
  // The boxes that differ in dimensions from `d` on; `from` and `to` are where they begin.
  void CopyFrom(size_t d, int64_t from, int64_t to) {
    while (d < shifts_.size() && shifts_[d] == 0) ++d;
    if (d == shifts_.size()) {
      StridedCopy(dims_).Run(input_.dtype(), ElementAt(input_, from), ElementAt(output_, to),
                             device_);
      return;
    }
    const CopyDim whole = dims_[d];
    const int64_t shift = shifts_[d], rest = whole.size - shift;
    dims_[d].size = rest;
    CopyFrom(d + 1, from, to + shift * whole.to_step);
    dims_[d].size = shift;
    CopyFrom(d + 1, from + rest * whole.from_step, to);
    dims_[d] = whole;
  }

  const Tensor& input_;
  const absl::Span<const int64_t> shifts_;
  Tensor* const output_;
  DeviceBase* const device_;
  CopyDims dims_;
};

}  // namespace

absl::Status ReverseInto(OpKernelContext* ctx, const Tensor& input,
                         const std::vector<bool>& reversed) {
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, input.shape(), &output));
  if (input.NumElements() == 0) return absl::OkStatus();
  CopyDims dims = WholeOf(input.shape());
  int64_t offset = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (!reversed[d]) continue;
    offset += (dims[d].size - 1) * dims[d].from_step;
    dims[d].from_step = -dims[d].from_step;
  }
  StridedCopy(dims).Run(input.dtype(), ElementAt(input, offset), output->data(), ctx->device());
  return absl::OkStatus();
}

absl::Status ReversePrefixesInto(OpKernelContext* ctx, const Tensor& input, size_t seq_dim,
                                 size_t batch_dim, absl::Span<const int64_t> lengths) {
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, input.shape(), &output));
  if (input.NumElements() == 0) return absl::OkStatus();
  CopyDims dims = WholeOf(input.shape());
  const int64_t batch_step = dims[batch_dim].from_step;
  const int64_t seq_step = dims[seq_dim].from_step;
  const int64_t size = dims[seq_dim].size;
  dims[batch_dim].size = 1;
  for (size_t b = 0; b < lengths.size(); ++b) {
    const int64_t first = static_cast<int64_t>(b) * batch_step;
    const auto copy = [&](int64_t rows, int64_t step, int64_t from, int64_t to) {
      if (rows == 0) return;
      dims[seq_dim] = {rows, step, seq_step};
      StridedCopy(dims).Run(input.dtype(), ElementAt(input, first + from * seq_step),
                            ElementAt(output, first + to * seq_step), ctx->device());
    };
    copy(lengths[b], -seq_step, lengths[b] - 1, 0);
    copy(size - lengths[b], seq_step, lengths[b], lengths[b]);
  }
  return absl::OkStatus();
}

absl::Status RollInto(OpKernelContext* ctx, const Tensor& input, absl::Span<const int64_t> shifts) {
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, input.shape(), &output));
  if (input.NumElements() == 0) return absl::OkStatus();
  BoxRoll(input, shifts, output, ctx->device()).Run();
  return absl::OkStatus();
}

}  // namespace opgraft_internal
