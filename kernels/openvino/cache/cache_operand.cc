// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/cache/cache_operand.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/integer_input.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

constexpr int kHeadDim = 2;  // behind the heads, before it is joined with them

// What a tensor of `sizes` is broadcast to; `sizes` get ones in front where the target has more.
absl::Status BroadcastSizes(const Tensor& target, bool is_bidirectional, Integers* sizes,
                            Integers* out) {
  *out = IntegersOf(target);
  const size_t rank = is_bidirectional ? std::max(sizes->size(), out->size()) : out->size();
  bool fits = rank >= sizes->size() && rank <= TensorShape::kMaxDims;
  if (fits) {
    out->insert(out->begin(), rank - out->size(), 1);
    sizes->insert(sizes->begin(), rank - sizes->size(), 1);
  }
  for (size_t d = 0; fits && d < rank; ++d) {
    if (is_bidirectional && (*out)[d] == 1) (*out)[d] = (*sizes)[d];
    fits = (*out)[d] >= 0 && ((*sizes)[d] == 1 || (*sizes)[d] == (*out)[d]);
  }
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("cannot broadcast a cache of shape [",
                                                 absl::StrJoin(*sizes, ","), "] to [",
                                                 absl::StrJoin(IntegersOf(target), ","), "]"));
}

// [0, heads, -1, depth] of these sizes.
absl::Status JoinHeads(const Integers& sizes, const HeadSharing& sharing, int64_t depth,
                       TensorShape* shape) {
  TensorShape all;
  OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(sizes, &all));
  const int64_t batch = sizes.empty() ? 0 : sizes[0], fixed = batch * sharing.heads * depth;
  const int64_t rows = fixed == 0 ? 0 : all.num_elements() / fixed;
  OPGRAFT_RETURN_IF_ERROR(
      TensorShape::BuildTensorShape({batch, sharing.heads, rows, depth}, shape));
  if (shape->num_elements() == all.num_elements()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("cannot reshape ", all.DebugString(), " to [0,",
                                                 sharing.heads, ",-1,", depth, "]"));
}

}  // namespace

Integers WithHeadDim(const TensorShape& shape) {
  Integers sizes(shape.sizes().begin(), shape.sizes().end());
  sizes.insert(sizes.begin() + kHeadDim, 1);
  return sizes;
}

absl::Status ReadCache(const GrowingTensor& cache, CacheOperand* operand) {
  operand->shape = cache.shape();
  const int dims = cache.shape().dims();
  operand->rows_apart = dims < 2 ? 0 : cache.shape().dim_size(dims - 2);
  if (dims >= 2 && cache.axis() == dims - 2) {
    operand->rows_apart = cache.rows_apart();
    operand->data = cache.data();
    return absl::OkStatus();
  }
  OPGRAFT_ASSIGN_OR_RETURN(operand->copy, cache.ToTensor());
  operand->data = static_cast<const char*>(operand->copy.data());
  return absl::OkStatus();
}

absl::Status SplitHeads(int64_t shared, TensorShape* shape) {
  if (shape->dims() < 3) return absl::OkStatus();
  Integers sizes(shape->sizes().begin(), shape->sizes().end());
  const size_t heads = sizes.size() - 3;
  const int64_t inner = sizes[heads] == 1 ? 1 : shared;
  if (sizes[heads] % inner != 0) {
    return absl::InvalidArgumentError(absl::StrCat(shape->DebugString(), " does not have ", shared,
                                                   " heads for each of a cache"));
  }
  sizes[heads] /= inner;
  sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(heads) + 1, inner);
  return TensorShape::BuildTensorShape(sizes, shape);
}

int64_t HeadsShared(const GrowingTensor& cache, const Tensor& target, const HeadSharing& sharing) {
  if (cache.shape().dims() != 4 || target.NumElements() != 5) return 0;
  Integers sizes = WithHeadDim(cache.shape()), out;
  const Integers own = sizes;
  if (!BroadcastSizes(target, sharing.is_bidirectional, &sizes, &out).ok()) return 0;
  const int64_t shared = out[kHeadDim];
  out[kHeadDim] = 1;
  return out == own && shared * own[1] == sharing.heads && cache.shape().num_elements() > 0 ? shared
                                                                                            : 0;
}

absl::Status ExpandCache(OpKernelContext* context, const GrowingTensor& cache, const Tensor& target,
                         const HeadSharing& sharing, CacheOperand* operand) {
  if (cache.shape().dims() != 4) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a cache whose heads are shared has 4 dimensions, not ", cache.shape().DebugString()));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const Tensor dense, cache.ToTensor());
  Integers sizes = WithHeadDim(cache.shape()), out;
  OPGRAFT_RETURN_IF_ERROR(BroadcastSizes(target, sharing.is_bidirectional, &sizes, &out));
  OPGRAFT_RETURN_IF_ERROR(JoinHeads(out, sharing, cache.shape().dim_size(3), &operand->shape));
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(cache.dtype(), operand->shape, &operand->copy));
  const auto from_steps = RowMajorSteps(sizes), to_steps = RowMajorSteps(out);
  absl::InlinedVector<CopyDim, 8> dims;
  for (size_t d = 0; d < out.size(); ++d)
    dims.push_back({out[d], sizes[d] == 1 ? 0 : from_steps[d], to_steps[d]});
  if (operand->shape.num_elements() > 0)
    StridedCopy(dims).Run(cache.dtype(), dense.data(), operand->copy.data());
  operand->data = static_cast<const char*>(operand->copy.data());
  operand->rows_apart = operand->shape.dim_size(2);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
