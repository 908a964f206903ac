// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops on the characters of Unicode.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Row splits of all texts, then vectors of one element a character.
absl::Status UnicodeDecodeShape(InferenceContext* c) {
  DimensionHandle num_splits;
  OPGRAFT_RETURN_IF_ERROR(c->Add(c->NumElements(c->input(0)), 1, &num_splits));
  c->set_output(0, c->Vector(num_splits));
  const DimensionHandle num_chars = c->UnknownDim();
  for (int i = 1; i < c->num_outputs(); ++i) c->set_output(i, c->Vector(num_chars));
  return absl::OkStatus();
}

absl::Status UnicodeEncodeShape(InferenceContext* c) {
  ShapeHandle values;
  ShapeHandle splits;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &values));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &splits));
  DimensionHandle num_texts;
  OPGRAFT_RETURN_IF_ERROR(c->Subtract(c->Dim(splits, 0), 1, &num_texts));
  c->set_output(0, c->Vector(num_texts));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("UnicodeDecode")
    .Input("input: string")
    .Output("row_splits: Tsplits")
    .Output("char_values: int32")
    .Attr("input_encoding: string")
    .Attr("errors: {'strict', 'replace', 'ignore'} = 'replace'")
    .Attr("replacement_char: int = 65533")
    .Attr("replace_control_characters: bool = false")
    .Attr("Tsplits: {int32, int64} = DT_INT64")
    .SetShapeFn(UnicodeDecodeShape)
    .Doc(R"doc(
Decodes each string into code points, as a ragged tensor.

input: The texts, of any shape.
input_encoding: Of the texts: UTF-8, UTF-16 or UTF-32, also with -BE or -LE, ISO-8859-1 or US-ASCII.
errors: What becomes of bytes that are no character: an error, `replacement_char`, or nothing.
replacement_char: A code point.
replace_control_characters: Treats U+0000 to U+001F as `errors` says; with "strict" they are
  replaced.
Tsplits: Of `row_splits`.
row_splits: Where in `char_values` each text begins, and the number of all characters.
char_values: Code points.
)doc");

REGISTER_OP("UnicodeDecodeWithOffsets")
    .Input("input: string")
    .Output("row_splits: Tsplits")
    .Output("char_values: int32")
    .Output("char_to_byte_starts: int64")
    .Attr("input_encoding: string")
    .Attr("errors: {'strict', 'replace', 'ignore'} = 'replace'")
    .Attr("replacement_char: int = 65533")
    .Attr("replace_control_characters: bool = false")
    .Attr("Tsplits: {int32, int64} = DT_INT64")
    .SetShapeFn(UnicodeDecodeShape)
    .Doc(R"doc(
Decodes each string into code points and their offsets, as ragged tensors.

input: The texts, of any shape.
input_encoding: Of the texts: UTF-8, UTF-16 or UTF-32, also with -BE or -LE, ISO-8859-1 or US-ASCII.
errors: What becomes of bytes that are no character: an error, `replacement_char`, or nothing.
replacement_char: A code point.
replace_control_characters: Treats U+0000 to U+001F as `errors` says; with "strict" they are
  replaced.
Tsplits: Of `row_splits`.
row_splits: Where in the others each text begins, and the number of all characters.
char_values: Code points.
char_to_byte_starts: The place of the first byte of each in its text.
)doc");

REGISTER_OP("UnicodeEncode")
    .Input("input_values: int32")
    .Input("input_splits: Tsplits")
    .Output("output: string")
    .Attr("errors: {'ignore', 'replace', 'strict'} = 'replace'")
    .Attr("output_encoding: {'UTF-8', 'UTF-16-BE', 'UTF-32-BE'}")
    .Attr("replacement_char: int = 65533")
    .Attr("Tsplits: {int32, int64} = DT_INT64")
    .SetShapeFn(UnicodeEncodeShape)
    .Doc(R"doc(
Encodes code points of a ragged tensor as strings.

input_values: Code points, a vector.
input_splits: Where in `input_values` each text begins, and the number of all of them.
errors: What becomes of a number that is no character: nothing, `replacement_char`, or an error.
output_encoding: Of the texts.
replacement_char: A code point.
output: A text a row.
)doc");

REGISTER_OP("UnicodeScript")
    .Input("input: int32")
    .Output("output: int32")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
The script of each code point.

input: Code points, of any shape.
output: Scripts by the numbers of ICU's UScriptCode; -1 for what is no code point.
)doc");

REGISTER_OP("UnicodeTranscode")
    .Input("input: string")
    .Output("output: string")
    .Attr("input_encoding: string")
    .Attr("output_encoding: {'UTF-8', 'UTF-16-BE', 'UTF-32-BE'}")
    .Attr("errors: {'strict', 'replace', 'ignore'} = 'replace'")
    .Attr("replacement_char: int = 65533")
    .Attr("replace_control_characters: bool = false")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Writes each string in another encoding, well-formed.

input: The texts, of any shape.
input_encoding: Of `input`: UTF-8, UTF-16 or UTF-32, also with -BE or -LE, ISO-8859-1 or US-ASCII.
output_encoding: Of `output`.
errors: What becomes of bytes that are no character: an error, `replacement_char`, or nothing.
replacement_char: A code point.
replace_control_characters: Treats U+0000 to U+001F as bytes that are no character.
output: Of the shape of `input`.
)doc");

}  // namespace opgraft
