// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's StringTensorPack and StringTensorUnpack, SparseFillEmptyRows, and the decoders of CTC.
#include <cstdint>

#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"
#include "ops/openvino/array/known_inputs.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status PackShape(InferenceContext* c) {
  ShapeHandle out, unused;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(0), c->input(1), &out));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &unused));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status UnpackShape(InferenceContext* c) {
  for (const int i : {0, 1}) c->set_output(i, c->input(0));
  c->set_output(2, c->Vector(c->UnknownDim()));
  return absl::OkStatus();
}

absl::Status FillEmptyRowsShape(InferenceContext* c) {
  ShapeHandle values, dense_shape, indices, unused;
  DimensionHandle dim;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &values));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &dense_shape));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 2, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(dense_shape, 0), 2, &dim));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(indices, 1), 2, &dim));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(values, 0), c->Dim(indices, 0), &dim));
  c->set_output(0, c->Matrix(c->UnknownDim(), 2));
  c->set_output(1, c->Vector(c->UnknownDim()));
  const auto sizes = KnownIntegers(c, 1);
  const bool known = sizes && sizes->size() == 2 && (*sizes)[0] >= 0;
  c->set_output(2, c->Vector(known ? c->MakeDim((*sizes)[0]) : c->UnknownDim()));
  return absl::OkStatus();
}

// [time, batch, classes] and the mask [time, batch], to [batch, time, 1, 1].
absl::Status GreedyDecoderShape(InferenceContext* c) {
  ShapeHandle data, mask;
  DimensionHandle time, batch;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &data));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &mask));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(data, 0), c->Dim(mask, 0), &time));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(data, 1), c->Dim(mask, 1), &batch));
  c->set_output(0, c->MakeShape({batch, time, 1, 1}));
  return absl::OkStatus();
}

// [batch, time, classes] and the lengths [batch], to [batch, time] and [batch].
absl::Status GreedyDecoderSeqLenShape(InferenceContext* c) {
  ShapeHandle data, lengths;
  DimensionHandle batch;
  OPGRAFT_RETURN_IF_ERROR(AtMostInputs(c, 3));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &data));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &lengths));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(data, 0), c->Dim(lengths, 0), &batch));
  c->set_output(0, c->Matrix(batch, c->Dim(data, 1)));
  c->set_output(1, c->Vector(batch));
  return absl::OkStatus();
}

// [batch, time, classes], [batch], [batch, time], [batch], to [batch].
absl::Status CtcLossShape(InferenceContext* c) {
  ShapeHandle logits, labels;
  OPGRAFT_RETURN_IF_ERROR(AtMostInputs(c, 5));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &logits));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(logits, 0, 2, &labels));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(labels, c->input(2), &labels));
  ShapeHandle batch = c->Vector(c->Dim(labels, 0));
  for (const int i : {1, 3}) OPGRAFT_RETURN_IF_ERROR(c->Merge(batch, c->input(i), &batch));
  c->set_output(0, batch);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>StringTensorPack")
    .Input("begins: Tindices")
    .Input("ends: Tindices")
    .Input("symbols: uint8")
    .Output("output: string")
    .Attr("Tindices: " OPGRAFT_INTEGERS)
    .SetShapeFn(PackShape)
    .Doc(R"doc(
Strings that are cut out of one run of bytes.

begins: Where each string begins.
ends: Where it ends: the first byte that is not its own.
symbols: The bytes.
output: The strings, of the shape of `begins`.
)doc");

REGISTER_OP("OpenVINO>StringTensorUnpack")
    .Input("data: string")
    .Output("begins: int32")
    .Output("ends: int32")
    .Output("symbols: uint8")
    .SetShapeFn(UnpackShape)
    .Doc(R"doc(
The bytes of strings, one string behind the other.

data: The strings.
begins: Where each string begins, of the shape of `data`.
ends: Where it ends: the first byte that is not its own.
symbols: The bytes.
)doc");

REGISTER_OP("OpenVINO>SparseFillEmptyRows")
    .Input("values: T")
    .Input("dense_shape: Tindices")
    .Input("indices: Tindices")
    .Input("default_value: T")
    .Output("output_indices: Tindices")
    .Output("output_values: T")
    .Output("empty_row_indicator: bool")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .SetShapeFn(FillEmptyRowsShape)
    .Doc(R"doc(
Gives each empty row of a sparse matrix one value.

values: The values that the matrix has.
dense_shape: Its rows and columns.
indices: Row and column of each value; values of rows that it has not are left out.
default_value: The value in the first column of an empty row, a scalar.
output_indices: Row and column of each value, in order.
output_values: The values.
empty_row_indicator: Which rows were empty.
)doc");

REGISTER_OP("OpenVINO>CTCGreedyDecoder")
    .Input("data: T")
    .Input("sequence_mask: T")
    .Output("output: T")
    .Attr("ctc_merge_repeated: bool = true")
    .Attr("T: {half, bfloat16, float, double}")
    .SetShapeFn(GreedyDecoderShape)
    .Doc(R"doc(
The best class of each step, without blanks, the last class.

data: The scores, [time, batch, classes].
sequence_mask: 1 for each step of a sequence, 0 from its end on, [time, batch].
output: The classes, and -1 behind them, [batch, time, 1, 1].
ctc_merge_repeated: A class that repeats the one before is left out.
)doc");

REGISTER_OP("OpenVINO>CTCGreedyDecoderSeqLen")
    .Input("data: T")
    .Input("sequence_length: Tlength")
    .Input("blank_index: Tblank")
    .Output("output: classes_index_type")
    .Output("output_length: sequence_length_type")
    .Attr("merge_repeated: bool = true")
    .Attr("classes_index_type: {int32, int64} = DT_INT32")
    .Attr("sequence_length_type: {int32, int64} = DT_INT32")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("Tlength: " OPGRAFT_INTEGERS)
    .Attr("Tblank: list(" OPGRAFT_INTEGERS ") >= 0")
    .SetShapeFn(GreedyDecoderSeqLenShape)
    .Doc(R"doc(
The best class of each step, without blanks.

data: The scores, [batch, time, classes].
sequence_length: How many steps each sequence has.
blank_index: The class that is a blank, one number; absent: the last.
output: The classes, and -1 behind them, [batch, time].
output_length: How many classes there are of each sequence.
merge_repeated: A class that repeats the one before is left out.
classes_index_type: Of `output`.
sequence_length_type: Of `output_length`.
)doc");

REGISTER_OP("OpenVINO>CTCLoss")
    .Input("logits: T")
    .Input("logit_length: Tlogits")
    .Input("labels: Tlabels")
    .Input("label_length: Tlength")
    .Input("blank_index: Tblank")
    .Output("output: T")
    .Attr("preprocess_collapse_repeated: bool = false")
    .Attr("ctc_merge_repeated: bool = true")
    .Attr("unique: bool = false")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("Tlogits: " OPGRAFT_INTEGERS)
    .Attr("Tlabels: " OPGRAFT_INTEGERS)
    .Attr("Tlength: " OPGRAFT_INTEGERS)
    .Attr("Tblank: list(" OPGRAFT_INTEGERS ") >= 0")
    .SetShapeFn(CtcLossShape)
    .Doc(R"doc(
The negative logarithm of the probability that scores give to labels.

logits: The scores, [batch, time, classes].
logit_length: How many steps each sequence has.
labels: The labels of each sequence, [batch, time].
label_length: How many labels each sequence has.
blank_index: The class that is a blank, one number; absent: the last.
output: The loss of each sequence.
preprocess_collapse_repeated: A label that repeats the one before is left out.
ctc_merge_repeated: A class that repeats in time is one label.
unique: Of equal labels only the first counts.
)doc");

}  // namespace opgraft
