// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that read tensors out of bytes and texts.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Each string becomes a row.
absl::Status RowsShape(InferenceContext* c, DimensionHandle row) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->input(0), c->Vector(row), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status DecodeRawShape(InferenceContext* c) { return RowsShape(c, c->UnknownDim()); }

absl::Status DecodePaddedRawShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  const Tensor* const length = c->input_tensor(1);
  if (length == nullptr) return RowsShape(c, c->UnknownDim());
  int64_t bytes = 0;
  OPGRAFT_RETURN_IF_ERROR(InferenceContext::GetScalarFromTensor(length, &bytes));
  DataType type = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("out_type", &type));
  if (bytes <= 0 || bytes % DataTypeSize(type) != 0) {
    return absl::InvalidArgumentError(
        "fixed_length must be greater than zero and a multiple of the size of out_type");
  }
  return RowsShape(c, c->MakeDim(bytes / DataTypeSize(type)));
}

// A default for each field: a scalar, or a vector of one element or none.
absl::Status DecodeCSVShape(InferenceContext* c) {
  for (int i = 1; i < c->num_inputs(); ++i) {
    ShapeHandle value;
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(i), 1, &value));
    if (c->Rank(value) == 1 && c->Value(c->Dim(value, 0)) > 1) {
      return absl::InvalidArgumentError(
          "Shape of a default must be a length-0 or length-1 vector, or a scalar.");
    }
  }
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, c->input(0));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("DecodeCSV")
    .Input("records: string")
    .Input("record_defaults: OUT_TYPE")
    .Output("output: OUT_TYPE")
    .Attr("OUT_TYPE: list({float, double, int32, int64, string}) >= 1")
    .Attr("field_delim: string = ','")
    .Attr("use_quote_delim: bool = true")
    .Attr("na_value: string = ''")
    .Attr("select_cols: list(int) = []")
    .SetShapeFn(DecodeCSVShape)
    .Doc(R"doc(
Reads records of comma-separated values, a tensor for each column.

records: A record each, of any shape.
record_defaults: What stands for an empty field of each column; one without elements means that the
  field must not be empty.
field_delim: The character between fields.
use_quote_delim: Fields may stand in double quotes, a quote in them doubled.
na_value: A field that is just so counts as empty.
select_cols: The columns to read, in growing order; empty for all.
output: Of the shape of `records`, one for each column.
)doc");

REGISTER_OP("DecodeCompressed")
    .Input("bytes: string")
    .Output("output: string")
    .Attr("compression_type: string = ''")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Decompresses strings. One that is cut off gives what can be read of it; a damaged one is an error.

bytes: Of any shape.
output: Of the same shape.
compression_type: ZLIB, GZIP, or '', which leaves the strings as they are.
)doc");

REGISTER_OP("DecodePaddedRaw")
    .Input("input_bytes: string")
    .Input("fixed_length: int32")
    .Output("output: out_type")
    .Attr("out_type: {half, float, double, int32, uint16, uint8, int16, int8, int64, bfloat16}")
    .Attr("little_endian: bool = true")
    .SetShapeFn(DecodePaddedRawShape)
    .Doc(R"doc(
Takes the bytes of each string for numbers; short strings are filled up with zeros, long ones cut.

input_bytes: Of any shape.
fixed_length: How many bytes of each, a scalar.
output: A row for each string.
out_type: Of the numbers.
little_endian: The order of the bytes of a number.
)doc");

REGISTER_OP("DecodeRaw")
    .Input("bytes: string")
    .Output("output: out_type")
    .Attr(
        "out_type: {half, float, double, int32, uint16, uint8, int16, int8, int64, complex64, "
        "complex128, bool, bfloat16}")
    .Attr("little_endian: bool = true")
    .SetShapeFn(DecodeRawShape)
    .Doc(R"doc(
Takes the bytes of each string for numbers.

bytes: Of any shape, all of one length.
output: A row for each string.
out_type: Of the numbers.
little_endian: The order of the bytes of a number.
)doc");

REGISTER_OP("ParseTensor")
    .Input("serialized: string")
    .Output("output: out_type")
    .Attr("out_type: type")
    .SetShapeFn(shape_inference::UnknownShape)
    .Doc(R"doc(
Reads a TensorProto.

serialized: Its bytes, a scalar.
out_type: What the message must be of.
output: The tensor.
)doc");

REGISTER_OP("SerializeTensor")
    .Input("tensor: T")
    .Output("serialized: string")
    .Attr("T: type")
    .SetShapeFn(shape_inference::ScalarShape)
    .Doc(R"doc(
Writes a tensor as TensorProto.

tensor: Of any type and shape.
serialized: Its bytes, a scalar.
)doc");

}  // namespace opgraft
