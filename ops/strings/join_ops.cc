// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that put strings together, or make them of other types.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Scalars are repeated; all else has one shape. An input of unknown rank may be either.
absl::Status StringJoinShape(InferenceContext* c) {
  ShapeHandle out = c->UnknownShape();
  bool all_scalars = true;
  for (int i = 0; i < c->num_inputs(); ++i) {
    const ShapeHandle input = c->input(i);
    if (c->Rank(input) == 0) continue;
    all_scalars = false;
    if (c->RankKnown(input)) OPGRAFT_RETURN_IF_ERROR(c->Merge(out, input, &out));
  }
  c->set_output(0, all_scalars ? c->Scalar() : out);
  return absl::OkStatus();
}

// The first dimensions, those of the segment ids, become one.
absl::Status UnsortedSegmentJoinShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  ShapeHandle inputs;
  ShapeHandle ids;
  if (!c->RankKnown(c->input(1))) {
    c->set_output(0, c->UnknownShape());
    return absl::OkStatus();
  }
  OPGRAFT_RETURN_IF_ERROR(c->MergePrefix(c->input(0), c->input(1), &inputs, &ids));
  DimensionHandle num_segments;
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInput(2, &num_segments));
  ShapeHandle row;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(inputs, c->Rank(ids), &row));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->Vector(num_segments), row, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status StringFormatShape(InferenceContext* c) {
  std::string text;
  std::string placeholder;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("template", &text));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("placeholder", &placeholder));
  const std::vector<absl::string_view> pieces = absl::StrSplit(text, placeholder);
  if (pieces.size() != static_cast<size_t>(c->num_inputs()) + 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("num placeholders in template and num inputs must match: ", pieces.size() - 1,
                     " vs. ", c->num_inputs()));
  }
  return shape_inference::ScalarShape(c);
}

absl::Status StringNGramsShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  c->set_output(0, c->Vector(InferenceContext::kUnknownDim));
  c->set_output(1, c->input(1));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("AsString")
    .Input("input: T")
    .Output("output: string")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, "
        "uint64, complex64, complex128, bool, variant, string}")
    .Attr("precision: int = -1")
    .Attr("scientific: bool = false")
    .Attr("shortest: bool = false")
    .Attr("width: int = -1")
    .Attr("fill: string = ''")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Writes each element as printf does.

input: Of any shape.
precision: Digits behind the point of floating-point numbers; -1 for printf's.
scientific: Writes floating-point numbers with an exponent.
shortest: With or without an exponent, whatever is shorter.
width: Pads to so many characters; -1 for none.
fill: A flag of printf: "0" for leading zeros, "-" for the left margin, "+", " " or "#".
output: Of the shape of `input`.
)doc");

REGISTER_OP("ReduceJoin")
    .Input("inputs: string")
    .Input("reduction_indices: int32")
    .Output("output: string")
    .Attr("keep_dims: bool = false")
    .Attr("separator: string = ''")
    .SetShapeFn(shape_inference::ReductionShape)
    .Doc(R"doc(
Joins strings along some dimensions.

inputs: The texts, of any shape.
reduction_indices: The dimensions; negative ones count from the end. What lies along the first one
  named stands together.
keep_dims: Keeps those dimensions, of size 1.
separator: What stands between two texts.
output: The texts joined.
)doc");

REGISTER_OP("StringFormat")
    .Input("inputs: T")
    .Output("output: string")
    .Attr("T: list(type) >= 0")
    .Attr("template: string = '%s'")
    .Attr("placeholder: string = '%s'")
    .Attr("summarize: int = 3")
    .SetShapeFn(StringFormatShape)
    .Doc(R"doc(
Writes tensors into a text.

inputs: One for each placeholder, of any types and shapes.
template: The text.
placeholder: What in the text a tensor takes the place of.
summarize: So many elements at both ends of each dimension are shown; -1 for all.
output: A scalar.
)doc");

REGISTER_OP("StringJoin")
    .Input("inputs: N * string")
    .Attr("N: int >= 0")
    .Attr("separator: string = ''")
    .Output("output: string")
    .SetShapeFn(StringJoinShape)
    .Doc(R"doc(
Joins strings element by element.

output: Of the shape of the inputs.
inputs: Of one shape; scalars are repeated.
separator: What stands between two of them.
)doc");

REGISTER_OP("StringNGrams")
    .Input("data: string")
    .Input("data_splits: Tsplits")
    .Output("ngrams: string")
    .Output("ngrams_splits: Tsplits")
    .Attr("separator: string")
    .Attr("ngram_widths: list(int) >= 0")
    .Attr("left_pad: string")
    .Attr("right_pad: string")
    .Attr("pad_width: int")
    .Attr("preserve_short_sequences: bool")
    .Attr("Tsplits: {int32, int64} = DT_INT64")
    .SetShapeFn(StringNGramsShape)
    .Doc(R"doc(
Makes the n-grams of each row of a ragged tensor: all runs of so many neighbours, joined.

data: The tokens of all rows, a vector.
data_splits: Where in `data` each row begins, and the number of tokens.
separator: What stands between the tokens of an n-gram.
ngram_widths: How many tokens n-grams have; those of the first width come first.
left_pad: Is thought of before a row, `pad_width` times.
right_pad: The same behind it.
pad_width: At most one less than the width; -1 for just that.
preserve_short_sequences: Makes one n-gram of a row, with its pads, that is too short for any.
ngrams: The n-grams of all rows.
ngrams_splits: Where in `ngrams` each row begins, and the number of n-grams.
)doc");

REGISTER_OP("UnsortedSegmentJoin")
    .Input("inputs: string")
    .Input("segment_ids: Tindices")
    .Input("num_segments: Tnumsegments")
    .Output("output: string")
    .Attr("separator: string = ''")
    .Attr("Tindices: {int32, int64}")
    .Attr("Tnumsegments: {int32, int64} = DT_INT32")
    .SetShapeFn(UnsortedSegmentJoinShape)
    .Doc(R"doc(
Joins the strings of each segment in their order.

inputs: The texts.
segment_ids: The segment of each text, or of each row of them; its shape is how that of `inputs`
  begins.
num_segments: How many there are; one without texts is empty.
separator: What stands between two texts.
output: The texts joined, `num_segments` of them or rows of them.
)doc");

}  // namespace opgraft
