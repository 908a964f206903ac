// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Variables that grow in place: what the reader makes of a cache of keys or values, whose layers
// are ReadValue, Gather by beams, Concat and Assign, and of a window over the last rows, where a
// Slice is among them. See docs/design.md, OpenVINO.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"
#include "framework/types/status_macros.h"
#include "ops/type_lists.h"

namespace opgraft {

using opgraft_internal::ValueContext;

namespace {

using shape_inference::InferenceContext;
using shape_inference::ScalarShape;

absl::Status ShapeOfCacheShape(InferenceContext* c) {
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("cache_shape", &shape));
  const int64_t rank = shape.unknown_rank() ? InferenceContext::kUnknownDim : shape.dims();
  c->set_output(0, c->Vector(rank));
  return absl::OkStatus();
}

void ShapeOfCacheValue(ValueContext* c) {
  PartialTensorShape shape;
  if (GetNodeAttr(c->attrs(), "cache_shape", &shape).ok() && !shape.unknown_rank())
    c->set_output(0, {shape.ranges().begin(), shape.ranges().end()});
}

}  // namespace

// Elements that are copied as bytes.
#define OPGRAFT_CACHE_TYPES                                                                    \
  "{half, bfloat16, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, " \
  "bool}"

REGISTER_OP("OpenVINO>ReadCache")
    .Input("init_value: N * variant")
    .Output("cache: variant")
    .Attr("N: int >= 0 = 0")
    .Attr("variable_id: string")
    .Attr("variable_type: " OPGRAFT_CACHE_TYPES)
    .Attr("variable_shape: shape = { unknown_rank: true }")
    .SetIsStateful()
    .SetRole(OpRole::kRead)
    .SetShapeFn(ScalarShape)
    .Doc(R"doc(
The value that a variable had before this run, as it lies in memory, with room to grow.

init_value: One: the value of a variable that was never set or was reset. Runs only when it is needed.
cache: The whole run reads one value, as from ReadValue.
variable_id: Names the variable. Not empty.
variable_type: The type of its elements.
variable_shape: What shapes the variable may have.
)doc");

REGISTER_OP("OpenVINO>ToCache")
    .Input("value: T")
    .Output("cache: variant")
    .Attr("T: " OPGRAFT_CACHE_TYPES)
    .Attr("shape: shape = { unknown_rank: true }")
    .SetShapeFn(ScalarShape)
    .Doc(R"doc(
A tensor as a cache, without room yet.

value: What `shape` admits.
cache: Its values.
shape: What shapes the cache may have.
)doc");

REGISTER_OP("OpenVINO>FromCache")
    .Input("cache: variant")
    .Output("value: T")
    .Attr("T: " OPGRAFT_CACHE_TYPES)
    .Attr("shape: shape = { unknown_rank: true }")
    .SetShapeFn(shape_inference::ExplicitShape)
    .Doc(R"doc(
A cache's values, for who needs them without room between them: a copy, unless they lie so.

cache: Of any rank.
value: The values.
T: Of the values. A cache of another type is an error.
shape: What shapes the cache may have.
)doc");

REGISTER_OP("OpenVINO>ShapeOfCache")
    .Input("cache: variant")
    .Output("shape: out_type")
    .Attr("out_type: {int32, int64} = DT_INT64")
    .Attr("cache_shape: shape = { unknown_rank: true }")
    .SetShapeFn(ShapeOfCacheShape)
    .SetValueFn(ShapeOfCacheValue)
    .Doc(R"doc(
The shape of a cache's values.

cache: Of any rank.
shape: A vector of its sizes.
out_type: Of the sizes.
cache_shape: What shapes the cache may have.
)doc");

REGISTER_OP("OpenVINO>PickFromCache")
    .Input("cache: variant")
    .Input("parts: Tparts")
    .Output("picked: variant")
    .Attr("Tparts: {int32, int64}")
    .SetShapeFn(ScalarShape)
    .Doc(R"doc(
Parts of a cache along dimension 0, as beams of a search choose them. All of them in order cost nothing.

cache: Not a scalar.
parts: A vector; negative numbers count from the last part, and what is not there is of zeros.
picked: As many parts as there are numbers.
)doc");

REGISTER_OP("OpenVINO>AppendToCache")
    .Input("cache: variant")
    .Input("rows: T")
    .Output("joined: variant")
    .Attr("T: " OPGRAFT_CACHE_TYPES)
    .Attr("axis: int >= 0")
    .Attr("shape: shape = { unknown_rank: true }")
    .SetShapeFn(ScalarShape)
    .Doc(R"doc(
A cache with rows behind its own. They are written into its room; where that ends, all is copied, with room for half as
many rows again.

cache: Of the rows' type, and of their shape but along the axis.
rows: What is appended.
joined: All rows. The cache that was appended to keeps its value.
axis: Along which it grows.
shape: What shapes it may have: those of its variable.
)doc");

REGISTER_OP("OpenVINO>RowsOfCache")
    .Input("cache: variant")
    .Output("rows: variant")
    .Attr("T: " OPGRAFT_CACHE_TYPES)
    .Attr("axis: int >= 0")
    .Attr("begin: int")
    .Attr("end: int = 9223372036854775807")
    .Attr("shape: shape = { unknown_rank: true }")
    .SetShapeFn(ScalarShape)
    .Doc(R"doc(
Some of a cache's rows, as a slice has them: without the first ones it is a window that slides as rows are appended.
Costs nothing; the rows of a window are copied once for as many that are forgotten, when they are appended to.

cache: Of any rank that has the axis.
rows: These rows. The cache keeps its value.
T: Of the values. A cache of another type is an error.
axis: Along which it is cut.
begin: The first row; a negative number counts from behind. One beyond an end means the end.
end: The first row behind them that is left out, likewise.
shape: What shapes the result may have.
)doc");

// --- What reads a cache where it lies ---

REGISTER_OP("OpenVINO>CacheMatMul")
    .Input("x: T")
    .Input("cache: variant")
    .Input("targets: Ttargets")
    .Output("product: T")
    .Attr("T: {float, double}")
    .Attr("Ttargets: list({int32, int64}) >= 0")
    .Attr("transpose: bool = false")
    .Attr("order: list(int) = []")
    .Attr("heads: int >= 0 = 0")
    .Attr("bidirectional: bool = true")
    .Attr("shape: shape = { unknown_rank: true }")
    .SetShapeFn(shape_inference::ExplicitShape)
    .Doc(R"doc(
Matrices times those of a cache, as BatchMatMulV2 multiplies. With a target, heads of x share those of the cache, as in
OpenVINO>CacheAttention.

x: [..., rows, inner].
cache: [..., inner, columns], in the order of `order`.
targets: None, or a shape that the cache is broadcast to, with a dimension of 1 behind its heads.
product: [..., rows, columns].
transpose: The cache's matrices are [columns, inner].
order: Of the cache's dimensions, as Transpose has it; empty: as they are. The last one is of the matrices.
heads: What dimension 1 of the cache is after the target is applied.
bidirectional: The broadcast may keep dimensions that are larger than the target's.
shape: Known of the product.
)doc");

REGISTER_OP("OpenVINO>SliceOfCache")
    .Input("cache: variant")
    .Input("start: Tstart")
    .Input("stop: Tstop")
    .Input("step: Tstep")
    .Input("axes: Taxes")
    .Output("output: T")
    .Attr("T: " OPGRAFT_CACHE_TYPES)
    .Attr("Tstart: " OPGRAFT_INTEGERS)
    .Attr("Tstop: " OPGRAFT_INTEGERS)
    .Attr("Tstep: " OPGRAFT_INTEGERS)
    .Attr("Taxes: list(" OPGRAFT_INTEGERS ") >= 0")
    .Attr("shape: shape = { unknown_rank: true }")
    .SetShapeFn(shape_inference::ExplicitShape)
    .Doc(R"doc(
OpenVINO>Slice of what a cache holds: only what is taken is copied.

cache: Of any rank.
start: Where each begins; negative ones count from the end, and what is beyond is the end.
stop: The first that is not taken.
step: The steps; not 0. A negative one goes backwards.
axes: The dimensions; absent: the first ones.
output: The slice.
T: Of the values. A cache of another type is an error.
shape: Known of the slice.
)doc");

REGISTER_OP("OpenVINO>StridedSliceOfCache")
    .Input("cache: variant")
    .Input("begin: Tbegin")
    .Input("end: Tend")
    .Input("stride: Tstride")
    .Output("output: T")
    .Attr("begin_mask: list(int) >= 0 = []")
    .Attr("end_mask: list(int) >= 0 = []")
    .Attr("new_axis_mask: list(int) >= 0 = []")
    .Attr("shrink_axis_mask: list(int) >= 0 = []")
    .Attr("ellipsis_mask: list(int) >= 0 = []")
    .Attr("T: " OPGRAFT_CACHE_TYPES)
    .Attr("Tbegin: " OPGRAFT_INTEGERS)
    .Attr("Tend: " OPGRAFT_INTEGERS)
    .Attr("Tstride: list(" OPGRAFT_INTEGERS ") >= 0")
    .Attr("shape: shape = { unknown_rank: true }")
    .SetShapeFn(shape_inference::ExplicitShape)
    .Doc(R"doc(
OpenVINO>StridedSlice of what a cache holds: only what is taken is copied.

cache: Of any rank.
begin: Where each item begins, a vector.
end: Where it ends: the first index that is not taken.
stride: The steps, a vector; absent: 1.
output: The slice.
begin_mask: 1 where an item has no begin.
end_mask: 1 where an item has no end.
new_axis_mask: 1 where an item is a dimension of 1 that the cache does not have.
shrink_axis_mask: 1 where an item is one index, whose dimension goes.
ellipsis_mask: 1 where an item stands for all dimensions that no item is for.
T: Of the values. A cache of another type is an error.
shape: Known of the slice.
)doc");

REGISTER_OP("OpenVINO>GatherFromCache")
    .Input("cache: variant")
    .Input("indices: Tindices")
    .Output("output: T")
    .Attr("T: " OPGRAFT_CACHE_TYPES)
    .Attr("Tindices: " OPGRAFT_INTEGERS)
    .Attr("axis: int")
    .Attr("shape: shape = { unknown_rank: true }")
    .SetShapeFn(shape_inference::ExplicitShape)
    .Doc(R"doc(
OpenVINO>Gather from what a cache holds: only what is taken is copied.

cache: Of any rank that has the axis.
indices: What is taken; negative ones count from the end, and what is not there is of zeros.
output: cache[:axis] + indices + cache[axis + 1:] are its dimensions.
T: Of the values. A cache of another type is an error.
axis: Along which it is taken; a negative one counts from the end.
shape: Known of the output.
)doc");

REGISTER_OP("OpenVINO>ConcatWithCaches")
    .Input("values: Tvalues")
    .Output("output: T")
    .Attr("T: " OPGRAFT_CACHE_TYPES)
    .Attr("Tvalues: list(type) >= 1")
    .Attr("axis: int")
    .Attr("shape: shape = { unknown_rank: true }")
    .SetShapeFn(shape_inference::ExplicitShape)
    .Doc(R"doc(
Tensors and what caches hold, joined: each is copied once.

values: Tensors of T and caches of them, alike but along the axis.
output: All of them along the axis, in order.
T: Of the values. A cache of another type is an error.
axis: Along which they are joined; a negative one counts from the end.
shape: Known of the output.
)doc");

#undef OPGRAFT_CACHE_TYPES

}  // namespace opgraft
