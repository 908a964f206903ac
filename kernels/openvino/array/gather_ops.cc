// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's Gather, GatherElements, GatherND and GatherTree.
#include <algorithm>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/types/visit_type.h"
#include "kernels/data_movement/gather.h"
#include "kernels/data_movement/gather_slices.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/openvino/array/long_indices.h"

namespace opgraft_internal {
namespace {

class GatherOp : public OpKernel {
 public:
  explicit GatherOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("batch_dims", &batch_dims_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const Tensor& indices = ctx->input(1);
    int64_t axis = 0;
    int batch_rank = 0;
    OP_REQUIRES(ctx, ctx->input(2).NumElements() == 1,
                absl::InvalidArgumentError("axis must be one number"));
    OP_REQUIRES_OK(ctx, FindAxis(IntegerAt(ctx->input(2), 0), data.dims(), &axis));
    const int dim = static_cast<int>(axis);
    OP_REQUIRES_OK(ctx,
                   ResolveBatchRank(data.shape(), indices.shape(), dim, batch_dims_, &batch_rank));
    if (indices.dtype() == DT_INT32)
      return GatherAlong<int32_t, WrappingIndexRule>(ctx, data, indices, dim, batch_rank);
    Tensor longs;
    OP_REQUIRES_OK(ctx, AsLongs(ctx, indices, &longs));
    GatherAlong<int64_t, WrappingIndexRule>(ctx, data, longs, dim, batch_rank);
  }

 private:
  int64_t batch_dims_ = 0;
};

// data is [outer, choices, inner], indices and output are [outer, picks, inner].
class GatherElementsOp : public OpKernel {
 public:
  explicit GatherElementsOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const Tensor& indices = ctx->input(1);
    int64_t dim = 0;
    OP_REQUIRES_OK(ctx, FindAxis(axis_, data.dims(), &dim));
    const int axis = static_cast<int>(dim);
    OP_REQUIRES_OK(ctx, CheckShapes(data.shape(), indices.shape(), axis));
    Tensor places;
    OP_REQUIRES_OK(ctx, ResolveIndices(ctx, indices, data.dim_size(axis), true, &places));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, indices.shape(), &output));
    if (output->NumElements() == 0) return;
    const int64_t inner = ProductOf(data.shape().sizes(), axis + 1, data.dims());
    const int64_t picks = indices.dim_size(axis), choices = data.dim_size(axis);
    int64_t* const place = static_cast<int64_t*>(places.data());
    // From the index along the axis to that of the element.
    ShardElements(ctx, indices.NumElements() / inner, 2.0 * static_cast<double>(inner),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t row = begin; row < end; ++row) {
                      const int64_t first = row / picks * choices;
                      for (int64_t i = 0; i < inner; ++i) {
                        int64_t& index = place[row * inner + i];
                        index = (first + index) * inner + i;
                      }
                    }
                  });
    OP_REQUIRES_OK(ctx, GatherSlices(ctx, data, places, 1, output));
  }

 private:
  static absl::Status CheckShapes(const TensorShape& data, const TensorShape& indices, int axis) {
    bool fits = data.dims() == indices.dims();
    for (int d = 0; fits && d < data.dims(); ++d)
      fits = d == axis || data.dim_size(d) == indices.dim_size(d);
    if (fits) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("data ", data.DebugString(), " and indices ", indices.DebugString(),
                     " must have the same sizes but along axis ", axis));
  }

  int64_t axis_ = 0;
};

class GatherNdOp : public OpKernel {
 public:
  explicit GatherNdOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    int64_t opset = 8;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("batch_dims", &batch_dims_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("opset", &opset));
    joins_batch_ = opset < 8;
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const Tensor& indices = ctx->input(1);
    int batch = 0;
    OP_REQUIRES_OK(ctx, ReadBatch(data.shape(), indices.shape(), &batch));
    const auto depth = static_cast<int>(indices.dim_size(indices.dims() - 1));
    const absl::Span<const int64_t> sizes = data.shape().sizes();
    TensorShape shape;
    const int64_t batches = ProductOf(sizes, 0, batch);
    if (joins_batch_ && batch > 1) shape.AddDim(batches);
    for (int d = joins_batch_ && batch > 1 ? batch : 0; d + 1 < indices.dims(); ++d)
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(indices.dim_size(d)));
    for (int d = batch + depth; d < data.dims(); ++d)
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(data.dim_size(d)));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (shape.num_elements() == 0) return;
    Tensor parts;
    OP_REQUIRES_OK(ctx,
                   FindParts(ctx, indices,
                             sizes.subspan(static_cast<size_t>(batch), static_cast<size_t>(depth)),
                             batches, &parts));
    OP_REQUIRES_OK(
        ctx, GatherSlices(ctx, data, parts, ProductOf(sizes, batch + depth, data.dims()), output));
  }

 private:
  absl::Status ReadBatch(const TensorShape& data, const TensorShape& indices, int* batch) const {
    const int64_t wanted = batch_dims_ < 0 ? batch_dims_ + indices.dims() : batch_dims_;
    bool fits = wanted >= 0 && wanted < data.dims() && wanted < indices.dims();
    *batch = static_cast<int>(fits ? wanted : 0);
    for (int d = 0; fits && d < *batch; ++d) fits = data.dim_size(d) == indices.dim_size(d);
    fits = fits && indices.dim_size(indices.dims() - 1) <= data.dims() - *batch;
    if (fits) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("indices of shape ", indices.DebugString(),
                                                   " do not name parts of ", data.DebugString(),
                                                   " with batch_dims ", batch_dims_));
  }

  int64_t batch_dims_ = 0;
  bool joins_batch_ = false;
};

// How many of `time` steps a sequence of length `length` has, which may be any number.
inline int64_t StepsOf(double length, int64_t time) {
  if (length >= static_cast<double>(time)) return time;
  return length > 0 ? static_cast<int64_t>(length) : 0;
}

// Makes all tokens after the first end token end tokens. Those of a sequence are `row` apart.
template <typename T>
void EndSequence(T end_token, int64_t steps, int64_t row, T* tokens) {
  bool ended = false;
  for (int64_t t = 0; t < steps; ++t) {
    T& value = tokens[t * row];
    if (ended) value = end_token;
    ended = ended || value == end_token;
  }
}

// The sequences that a beam search ends in. A beam of the last step is followed back through its
// parents; what comes after the first end token is made end tokens.
//
//     beam       t = 0   1   2      parents      t = 1   2
//     0              a   b   c                   1   0          beam 0 at t = 2 came from beam 0,
//     1              d   e   f                   0   1          which came from beam 1: d b c
template <typename T>
void FollowBeams(const Tensor& tokens, const Tensor& parents, const Tensor& lengths, T end_token,
                 bool* parent_is_bad, Tensor* output) {
  const int64_t time = tokens.dim_size(0), batch = tokens.dim_size(1), beams = tokens.dim_size(2);
  const T* const token = static_cast<const T*>(tokens.data());
  const T* const parent = static_cast<const T*>(parents.data());
  T* const to = static_cast<T*>(output->data());
  std::fill_n(to, output->NumElements(), end_token);
  for (int64_t b = 0; b < batch; ++b) {
    const double length = static_cast<double>(static_cast<const T*>(lengths.data())[b]);
    const int64_t steps = StepsOf(length, time);
    for (int64_t beam = 0; beam < beams; ++beam) {
      int64_t at = beam;
      for (int64_t t = steps; t-- > 0;) {
        const int64_t row = (t * batch + b) * beams;
        to[row + beam] = token[row + at];
        const double next = static_cast<double>(parent[row + at]);
        if (t > 0 && !(next >= 0 && next < static_cast<double>(beams))) {
          *parent_is_bad = true;
          return;
        }
        at = t > 0 ? static_cast<int64_t>(next) : at;
      }
      EndSequence(end_token, steps, batch * beams, to + b * beams + beam);
    }
  }
}

class GatherTreeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& tokens = ctx->input(0);
    const Tensor& end_token = ctx->input(3);
    OP_REQUIRES(ctx,
                tokens.dims() == 3 && ctx->input(1).shape() == tokens.shape() &&
                    ctx->input(2).shape() == TensorShape({tokens.dim_size(1)}) &&
                    end_token.dims() == 0,
                absl::InvalidArgumentError("step_ids and parent_idx must be [time, batch, beam], "
                                           "max_seq_len [batch], and end_token a scalar"));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, tokens.shape(), &output));
    bool parent_is_bad = false;
    VisitType(tokens.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, half> ||
                    std::is_same_v<T, bfloat16>) {
        FollowBeams<T>(tokens, ctx->input(1), ctx->input(2), end_token.scalar<T>()(),
                       &parent_is_bad, output);
      }
    });
    OP_REQUIRES(ctx, !parent_is_bad,
                absl::InvalidArgumentError("parent_idx names a beam that is not there"));
  }
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>Gather").Device(DEVICE_CPU), GatherOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>GatherElements").Device(DEVICE_CPU), GatherElementsOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>GatherND").Device(DEVICE_CPU), GatherNdOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>GatherTree").Device(DEVICE_CPU), GatherTreeOp);

}  // namespace
}  // namespace opgraft_internal
