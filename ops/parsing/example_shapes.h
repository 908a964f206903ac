// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Parts of the shape functions of ops that read Examples. `batch` is the shape of the Examples, a
// vector's or a scalar's; each sets some outputs, from `*output` on.
#ifndef OPS_PARSING_EXAMPLE_SHAPES_H_
#define OPS_PARSING_EXAMPLE_SHAPES_H_

#include "framework/op/common_shape_fns.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

using opgraft::shape_inference::InferenceContext;
using opgraft::shape_inference::ShapeHandle;

// How many types an attr lists.
absl::Status LengthOf(InferenceContext* c, absl::string_view attr, int* length);

// Indices, values and shapes of `num_sparse` sparse tensors, which have `more_dims` dimensions
// beside those of the batch.
//
// `*output` is the first output to set, and afterwards the one behind the last.
void SparseShape(InferenceContext* c, int num_sparse, ShapeHandle batch, int more_dims,
                 int* output);
// The same of one more dimension, then a dense tensor for each shape in the attr. INVALID_ARGUMENT
// if more than the first dimension of one is open.
absl::Status ExampleShape(InferenceContext* c, int num_sparse, absl::string_view dense_shapes_attr,
                          ShapeHandle batch, int* output);
// Values and row splits of `num_ragged` ragged matrices, a row an Example.
//
// How many values there are depends on the bytes, so it is unknown.
absl::Status RaggedExampleShape(InferenceContext* c, int num_ragged, ShapeHandle batch,
                                int* output);
// Their row splits: one more than there are Examples; a single Example has none.
absl::Status SplitsShape(InferenceContext* c, int num_ragged, ShapeHandle batch, int* output);

}  // namespace opgraft_internal

#endif  // OPS_PARSING_EXAMPLE_SHAPES_H_
