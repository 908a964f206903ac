// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Checkpoints: what they hold is read and written by name.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The prefix is a scalar, the names and slices are vectors of one length.
absl::Status CheckNames(InferenceContext* c) {
  ShapeHandle names;
  ShapeHandle slices;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &names));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &names));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &slices));
  return c->Merge(names, slices, &names);
}

absl::Status RestoreShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckNames(c));
  return shape_inference::UnknownShape(c);
}

absl::Status MergeShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &unused));
  return c->WithRank(c->input(1), 0, &unused);
}

absl::Status AllScalars(InferenceContext* c) {
  ShapeHandle unused;
  for (int i = 0; i < c->num_inputs(); ++i)
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &unused));
  return shape_inference::ScalarShape(c);
}

}  // namespace

REGISTER_OP("RestoreV2")
    .Input("prefix: string")
    .Input("tensor_names: string")
    .Input("shape_and_slices: string")
    .Output("tensors: dtypes")
    .Attr("dtypes: list(type) >= 1")
    .SetIsStateful()
    .SetShapeFn(RestoreShape)
    .Doc(R"doc(
Reads tensors from a checkpoint.

The run must be allowed to read its files: see RunOptions::allow_files.

prefix: What the names of its files begin with: PREFIX.index.
tensor_names: Which tensors.
shape_and_slices: For each an empty string: the whole tensor; or a slice of it, "10 20 0,5:-": the
  sizes of the whole, and of each dimension START,LENGTH or -, all of it.
tensors: Their values, in that order.
dtypes: Their types.
)doc");

REGISTER_OP("SaveV2")
    .Input("prefix: string")
    .Input("tensor_names: string")
    .Input("shape_and_slices: string")
    .Input("tensors: dtypes")
    .Attr("dtypes: list(type) >= 1")
    .SetIsStateful()
    .SetShapeFn(CheckNames)
    .Doc(R"doc(
Writes tensors into a checkpoint.

The run must be allowed to write its files: see RunOptions::allow_files.

prefix: What the names of its files begin with.
tensor_names: A name for each tensor.
shape_and_slices: For each an empty string: the whole tensor; or a slice of it, "10 20 0,5:-": the
  sizes of the whole, and of each dimension START,LENGTH or -, all of it.
tensors: What is written.
dtypes: Their types.
)doc");

REGISTER_OP("MergeV2Checkpoints")
    .Input("checkpoint_prefixes: string")
    .Input("destination_prefix: string")
    .Attr("delete_old_dirs: bool = true")
    .Attr("allow_missing_files: bool = false")
    .SetIsStateful()
    .SetShapeFn(MergeShape)
    .Doc(R"doc(
Makes one checkpoint of several that have different tensors. Their files are moved.

checkpoint_prefixes: What the names of their files begin with.
destination_prefix: What those of the new one begin with.
delete_old_dirs: Folders stay here in any case.
allow_missing_files: True: a checkpoint that is not there is left out.
)doc");

REGISTER_OP("ShardedFilename")
    .Input("basename: string")
    .Input("shard: int32")
    .Input("num_shards: int32")
    .Output("filename: string")
    .SetShapeFn(AllScalars)
    .Doc(R"doc(
The name of one of several files: "NAME-00001-of-00003".

basename: NAME.
shard: Which of them.
num_shards: How many there are.
filename: The name.
)doc");

REGISTER_OP("ShardedFilespec")
    .Input("basename: string")
    .Input("num_shards: int32")
    .Output("filename: string")
    .SetShapeFn(AllScalars)
    .Doc(R"doc(
A pattern for the names of several files: "NAME-?????-of-00003".

basename: NAME.
num_shards: How many there are.
filename: The pattern.
)doc");

}  // namespace opgraft
