// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPS_ARRAY_GATHERED_SLICES_H_
#define OPS_ARRAY_GATHERED_SLICES_H_

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Output 0 is indices[:-1] + params[indices.shape[-1]:], where input 1 are the indices: the slices
// of `params` that their rows name. INVALID_ARGUMENT if rows are longer than its rank.
//
// Example: indices [7, 2] into params [3, 4, 5] give [7, 5]. Unknown where the rank of params or
// the length of rows is not known.
inline absl::Status SetGatheredSlices(opgraft::shape_inference::InferenceContext* c,
                                      opgraft::shape_inference::ShapeHandle params) {
  opgraft::shape_inference::ShapeHandle indices, rows, slice, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), 1, &indices));
  const auto depth = c->Dim(indices, -1);
  if (!c->RankKnown(params) || !c->ValueKnown(depth))
    return opgraft::shape_inference::UnknownShape(c);
  if (c->Value(depth) > c->Rank(params)) {
    return absl::InvalidArgumentError(
        absl::StrCat("indices.shape[-1] must be <= params.rank, but saw indices shape: ",
                     c->DebugString(indices), " and params shape: ", c->DebugString(params)));
  }
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, 0, -1, &rows));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(params, c->Value(depth), &slice));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(rows, slice, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace opgraft_internal

#endif  // OPS_ARRAY_GATHERED_SLICES_H_
