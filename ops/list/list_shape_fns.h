// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPS_LIST_LIST_SHAPE_FNS_H_
#define OPS_LIST_LIST_SHAPE_FNS_H_

#include "framework/op/common_shape_fns.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

using opgraft::shape_inference::InferenceContext;
using opgraft::shape_inference::ShapeHandle;

// What is known of the elements of a list, the handle in input `input`: their shape, merged with
// that of `*shape`. INVALID_ARGUMENT if they cannot be of attr element_dtype.
//
// Lists carry the shape and type of their elements as the shape of their handle, so that ops that
// read elements know them.
absl::Status MergeElementShape(InferenceContext* c, int input, ShapeHandle* shape);
// Makes output 0 a list of elements of `shape`.
absl::Status SetList(InferenceContext* c, ShapeHandle shape);
// Output 0 is the list in input 0.
absl::Status SameList(InferenceContext* c);
// A list of elements of the shape that input 0 spells.
absl::Status NewList(InferenceContext* c);
// `*rows` becomes the shape of tensors like the one in input `input` without its first dimension.
//
// Example: [5, 2, 3] has rows of [2, 3]. INVALID_ARGUMENT for a scalar.
absl::Status RowsOf(InferenceContext* c, int input, ShapeHandle* rows);

}  // namespace opgraft_internal

#endif  // OPS_LIST_LIST_SHAPE_FNS_H_
