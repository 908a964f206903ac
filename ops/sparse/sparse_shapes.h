// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPS_SPARSE_SPARSE_SHAPES_H_
#define OPS_SPARSE_SPARSE_SHAPES_H_

#include "absl/status/status.h"
#include "framework/op/shape_inference.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

// How many elements and dimensions a sparse tensor has.
//
// Example: indices [5, 3], values [5] and a shape [3] have a count of 5 and a rank of 3.
struct SparseShapes {
  shape_inference::DimensionHandle count;
  shape_inference::DimensionHandle rank;
};

// From indices [count, rank], values [count] and a shape [rank].
//
// INVALID_ARGUMENT if they do not fit each other.
inline absl::Status MergeSparseShapes(shape_inference::InferenceContext* c,
                                      shape_inference::ShapeHandle indices,
                                      shape_inference::ShapeHandle values,
                                      shape_inference::ShapeHandle shape, SparseShapes* sparse) {
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(indices, 2, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(values, 1, &values));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(shape, 1, &shape));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(indices, 0), c->Dim(values, 0), &sparse->count));
  return c->Merge(c->Dim(indices, 1), c->Dim(shape, 0), &sparse->rank);
}

// From the inputs `first` to `first + 2`.
inline absl::Status ReadSparseShapes(shape_inference::InferenceContext* c, int first,
                                     SparseShapes* sparse) {
  return MergeSparseShapes(c, c->input(first), c->input(first + 1), c->input(first + 2), sparse);
}

// The outputs `first` to `first + 2` are a sparse tensor.
inline void SetSparseOutputs(shape_inference::InferenceContext* c, int first,
                             shape_inference::DimensionHandle count,
                             shape_inference::DimensionHandle rank) {
  c->set_output(first, c->Matrix(count, rank));
  c->set_output(first + 1, c->Vector(count));
  c->set_output(first + 2, c->Vector(rank));
}

}  // namespace opgraft_internal

#endif  // OPS_SPARSE_SPARSE_SHAPES_H_
