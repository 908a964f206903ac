// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Variables that grow in place: what the reader makes of a cache of keys or values, whose layers
// are ReadValue, Gather by beams, Concat and Assign, and of a window over the last rows, where a
// Slice is among them. See docs/design.md, OpenVINO.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ScalarShape;

absl::Status ShapeOfCacheShape(InferenceContext* c) {
  c->set_output(0, c->Vector(InferenceContext::kUnknownDim));
  return absl::OkStatus();
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
    .SetShapeFn(ShapeOfCacheShape)
    .Doc(R"doc(
The shape of a cache's values.

cache: Of any rank.
shape: A vector of its sizes.
out_type: Of the sizes.
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

REGISTER_OP("OpenVINO>LastOfCache")
    .Input("cache: variant")
    .Output("last: variant")
    .Attr("T: " OPGRAFT_CACHE_TYPES)
    .Attr("axis: int >= 0")
    .Attr("begin: int")
    .Attr("shape: shape = { unknown_rank: true }")
    .SetShapeFn(ScalarShape)
    .Doc(R"doc(
A cache without its first rows: a window that slides as rows are appended. Costs nothing; the rows that are left are
copied once for as many that are forgotten, when they are appended to.

cache: Of any rank that has the axis.
last: The other rows. The cache keeps its value.
T: Of the values. A cache of another type is an error.
axis: Along which it is cut.
begin: The first row that stays; a negative number counts from behind. One beyond an end means the end.
shape: What shapes the result may have.
)doc");

#undef OPGRAFT_CACHE_TYPES

}  // namespace opgraft
