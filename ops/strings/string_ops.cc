// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops on strings of bytes.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// A matrix of unknown size, sparse: of input 0, a vector, and a scalar.
absl::Status StringSplitShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  c->set_output(0, c->Matrix(InferenceContext::kUnknownDim, 2));
  c->set_output(1, c->Vector(InferenceContext::kUnknownDim));
  c->set_output(2, c->Vector(2));
  return absl::OkStatus();
}

absl::Status SubstrShape(InferenceContext* c) {
  ShapeHandle part;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(1), c->input(2), &part));
  return shape_inference::BroadcastBinaryOpShapeFn(c);
}

}  // namespace

REGISTER_OP("DecodeBase64")
    .Input("input: string")
    .Output("output: string")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Reads each string as base64 in the alphabet that is safe in URLs, with or without padding.

input: Texts of letters, digits, "-" and "_"; another character is an error.
output: The bytes that each stands for; of the shape of `input`.
)doc");

REGISTER_OP("EncodeBase64")
    .Input("input: string")
    .Output("output: string")
    .Attr("pad: bool = false")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Writes the bytes of each string as base64 in the alphabet that is safe in URLs.

input: Any bytes, in any shape.
output: Of the shape of `input`.
pad: Ends texts with "=" to a multiple of four characters.
)doc");

REGISTER_OP("StringLength")
    .Input("input: string")
    .Output("output: int32")
    .Attr("unit: {'BYTE', 'UTF8_CHAR'} = 'BYTE'")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
The length of each string.

input: The texts, of any shape.
unit: Counts bytes, or characters of UTF-8; the latter right for well-formed texts only.
output: Of the shape of `input`.
)doc");

REGISTER_OP("StringLower")
    .Input("input: string")
    .Output("output: string")
    .Attr("encoding: string = ''")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Writes each string in lower case.

input: The texts, of any shape.
encoding: `utf-8` for all letters of Unicode, or empty for those of ASCII.
output: Of the shape of `input`.
)doc");

REGISTER_OP("StringSplit")
    .Input("input: string")
    .Input("delimiter: string")
    .Output("indices: int64")
    .Output("values: string")
    .Output("shape: int64")
    .Attr("skip_empty: bool = true")
    .SetShapeFn(StringSplitShape)
    .Doc(R"doc(
Splits each string at certain bytes, into a row of a sparse matrix.

input: The texts, a vector.
delimiter: Each byte of this scalar ends a part; none at all makes each byte of a text a part.
skip_empty: Leaves empty parts out.
indices: Row and column of each part.
values: The parts.
shape: The number of texts, and of the parts of the one that has most.
)doc");

REGISTER_OP("StringSplitV2")
    .Input("input: string")
    .Input("sep: string")
    .Output("indices: int64")
    .Output("values: string")
    .Output("shape: int64")
    .Attr("maxsplit: int = -1")
    .SetShapeFn(StringSplitShape)
    .Doc(R"doc(
Splits each string as Python's `str.split` does, into a row of a sparse matrix.

input: The texts, a vector.
sep: What stands between parts, a scalar. If it is empty, runs of white space do.
maxsplit: After so many splits the rest is one part; negative for no limit.
indices: Row and column of each part.
values: The parts.
shape: The number of texts, and of the parts of the one that has most.
)doc");

REGISTER_OP("StringStrip")
    .Input("input: string")
    .Output("output: string")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Strips white space from both ends of each string.

input: The texts, of any shape.
output: Of the shape of `input`.
)doc");

REGISTER_OP("StringToHashBucket")
    .Input("string_tensor: string")
    .Output("output: int64")
    .Attr("num_buckets: int >= 1")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Puts each string into one of some buckets, by a hash. `StringToHashBucketFast` has a better one.

string_tensor: The texts, of any shape.
num_buckets: How many there are.
output: From 0 to `num_buckets - 1`, of the shape of `string_tensor`.
)doc");

REGISTER_OP("StringToHashBucketFast")
    .Input("input: string")
    .Output("output: int64")
    .Attr("num_buckets: int >= 1")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Puts each string into one of some buckets, by FarmHash's fingerprint. Who wants to can find many
strings of one bucket.

input: The texts, of any shape.
num_buckets: How many there are.
output: From 0 to `num_buckets - 1`, of the shape of `input`.
)doc");

REGISTER_OP("StringToHashBucketStrong")
    .Input("input: string")
    .Output("output: int64")
    .Attr("num_buckets: int >= 1")
    .Attr("key: list(int)")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Puts each string into one of some buckets, by SipHash with a key: without it nobody can find many
strings of one bucket.

input: The texts, of any shape.
num_buckets: How many there are.
key: Two numbers.
output: From 0 to `num_buckets - 1`, of the shape of `input`.
)doc");

REGISTER_OP("StringToNumber")
    .Input("string_tensor: string")
    .Output("output: out_type")
    .Attr("out_type: {float, double, int32, int64, uint32, uint64} = DT_FLOAT")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Parses each string as a number. One that is not a number, or out of range, is an error.

string_tensor: The texts, of any shape.
output: Of the shape of `string_tensor`.
out_type: Of the numbers.
)doc");

REGISTER_OP("StringUpper")
    .Input("input: string")
    .Output("output: string")
    .Attr("encoding: string = ''")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Writes each string in upper case.

input: The texts, of any shape.
encoding: `utf-8` for all letters of Unicode, or empty for those of ASCII.
output: Of the shape of `input`.
)doc");

REGISTER_OP("Substr")
    .Input("input: string")
    .Input("pos: T")
    .Input("len: T")
    .Output("output: string")
    .Attr("T: {int32, int64}")
    .Attr("unit: {'BYTE', 'UTF8_CHAR'} = 'BYTE'")
    .SetShapeFn(SubstrShape)
    .Doc(R"doc(
A substring of each string.

input: The texts. Their shape and that of `pos` are broadcast.
pos: Where parts begin, from 0 on; a negative one counts from the end. Outside of the text it is an
  error.
len: How long they are at most; of the shape of `pos`.
unit: Counts bytes, or characters of UTF-8.
output: The parts.
)doc");

}  // namespace opgraft
