// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/gather_nd.h"

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/gather_slices.h"
#include "kernels/data_movement/slice_targets.h"

namespace opgraft_internal {
namespace {

// `*shape` = indices[:-1] + params[depth:]; `*slice` = params[depth:].
absl::Status FindShapes(const TensorShape& params, const TensorShape& indices, TensorShape* shape,
                        TensorShape* slice) {
  if (params.dims() == 0) return absl::InvalidArgumentError("params must be at least a vector");
  if (indices.dims() == 0) return absl::InvalidArgumentError("indices must be at least a vector");
  const int64_t depth = indices.dim_size(indices.dims() - 1);
  if (depth > params.dims()) {
    return absl::InvalidArgumentError(
        absl::StrCat("index innermost dimension length must be <= params rank; saw: ", depth,
                     " vs. ", params.dims()));
  }
  *slice = TensorShape(params.sizes().subspan(static_cast<size_t>(depth)));
  *shape = TensorShape(indices.sizes().first(static_cast<size_t>(indices.dims() - 1)));
  return shape->AppendShapeWithStatus(*slice);
}

}  // namespace

absl::Status GatherNd(OpKernelContext* ctx, const Tensor& params, const Tensor& indices,
                      bool ignores_bad) {
  TensorShape shape, slice;
  OPGRAFT_RETURN_IF_ERROR(FindShapes(params.shape(), indices.shape(), &shape, &slice));
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &output));
  if (params.NumElements() == 0 && indices.NumElements() > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("Requested more than 0 entries, but params is empty.  Params shape: ",
                     params.shape().DebugString()));
  }
  if (shape.num_elements() == 0) return absl::OkStatus();
  const auto depth = static_cast<size_t>(indices.dim_size(indices.dims() - 1));
  Tensor targets;
  OPGRAFT_RETURN_IF_ERROR(
      FindSliceTargets(ctx, indices, params.shape().sizes().first(depth), ignores_bad, &targets));
  return GatherSlices(ctx, params, targets, slice.num_elements(), output);
}

}  // namespace opgraft_internal
