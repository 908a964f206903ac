// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The control flow of TensorFlow 1. What a run needs of it becomes If, Case and While when a model
// is compiled (framework/graph/v1_control_flow).
#include <vector>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Every output is the input.
absl::Status SwitchShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  const auto* handle_data = c->input_handle_shapes_and_types(0);
  for (int i = 0; i < c->num_outputs(); ++i) {
    c->set_output(i, c->input(0));
    if (handle_data != nullptr) c->set_output_handle_shapes_and_types(i, *handle_data);
  }
  return absl::OkStatus();
}

// What all inputs have in common.
absl::Status MergeShape(InferenceContext* c) {
  ShapeHandle common = c->input(0);
  for (int i = 1; i < c->num_inputs(); ++i) {
    const ShapeHandle other = c->input(i);
    if (!c->RankKnown(common) || !c->RankKnown(other) || c->Rank(common) != c->Rank(other)) {
      common = c->UnknownShape();
      break;
    }
    std::vector<DimensionHandle> dims;
    for (int d = 0; d < c->Rank(common); ++d) {
      const bool is_same = c->ValueKnown(c->Dim(common, d)) &&
                           c->Value(c->Dim(common, d)) == c->Value(c->Dim(other, d));
      dims.push_back(is_same ? c->Dim(common, d) : c->UnknownDim());
    }
    common = c->MakeShape(dims);
  }
  c->set_output(0, common);
  c->set_output(1, c->Scalar());
  return absl::OkStatus();
}

absl::Status ScalarUnchanged(InferenceContext* c) {
  return shape_inference::UnchangedShapeWithRank(c, 0);
}

absl::Status LiveTensorShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  c->set_output(0, c->UnknownShape());
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Switch")
    .Input("data: T")
    .Input("pred: bool")
    .Output("output_false: T")
    .Output("output_true: T")
    .Attr("T: type")
    .SetShapeFn(SwitchShape)
    .Doc(R"doc(
Gives its data to one of its outputs; what needs the other one does not run.

data: Any tensor.
pred: A scalar.
output_false: `data` if `pred` is false, else dead.
output_true: `data` if `pred` is true, else dead.
)doc");

REGISTER_OP("RefSwitch")
    .Input("data: Ref(T)")
    .Input("pred: bool")
    .Output("output_false: Ref(T)")
    .Output("output_true: Ref(T)")
    .Attr("T: type")
    .SetAllowsUninitializedInput()
    .SetShapeFn(SwitchShape)
    .Doc(R"doc(
A Switch of a variable.

data: A reference.
pred: A scalar.
output_false: `data` if `pred` is false, else dead.
output_true: `data` if `pred` is true, else dead.
)doc");

REGISTER_OP("_SwitchN")
    .Input("data: T")
    .Input("output_index: int32")
    .Output("outputs: num_outs * T")
    .Attr("num_outs: int >= 1")
    .Attr("T: type")
    .SetShapeFn(SwitchShape)
    .Doc(R"doc(
A Switch of any number of outputs.

data: Any tensor.
output_index: A scalar; where it is negative or too large, the last output counts.
outputs: One of them is `data`, the others are dead.
num_outs: Their number.
)doc");

REGISTER_OP("Merge")
    .Input("inputs: N * T")
    .Output("output: T")
    .Output("value_index: int32")
    .Attr("T: type")
    .Attr("N: int >= 1")
    .SetRole(OpRole::kMerge)
    .SetShapeFn(MergeShape)
    .Doc(R"doc(
The one of its inputs that is alive.

inputs: All but one are dead.
output: That one.
value_index: Its number.
)doc");

REGISTER_OP("RefMerge")
    .Input("inputs: Ref(N * T)")
    .Output("output: Ref(T)")
    .Output("value_index: int32")
    .Attr("T: type")
    .Attr("N: int >= 1")
    .SetRole(OpRole::kMerge)
    .SetShapeFn(MergeShape)
    .Doc(R"doc(
A Merge of variables.

inputs: All but one are dead.
output: That one.
value_index: Its number.
)doc");

REGISTER_OP("Enter")
    .Input("data: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("frame_name: string")
    .Attr("is_constant: bool = false")
    .Attr("parallel_iterations: int = 10")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Takes a tensor into a frame, whose nodes run again and again.

data: Any tensor.
output: `data`, in the first iteration, or in all.
frame_name: Enters of one name go into one frame.
is_constant: Is it there in every iteration?
parallel_iterations: Iterations run one after the other, whatever it says.
)doc");

REGISTER_OP("RefEnter")
    .Input("data: Ref(T)")
    .Output("output: Ref(T)")
    .Attr("T: type")
    .Attr("frame_name: string")
    .Attr("is_constant: bool = false")
    .Attr("parallel_iterations: int = 10")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
An Enter of a variable.

data: A reference.
output: `data`, in the first iteration, or in all.
frame_name: Enters of one name go into one frame.
is_constant: Is it there in every iteration?
parallel_iterations: Iterations run one after the other, whatever it says.
)doc");

REGISTER_OP("Exit")
    .Input("data: T")
    .Output("output: T")
    .Attr("T: type")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Takes a tensor out of a frame.

data: Dead in all iterations but the last.
output: `data` of the last iteration.
)doc");

REGISTER_OP("RefExit")
    .Input("data: Ref(T)")
    .Output("output: Ref(T)")
    .Attr("T: type")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
An Exit of a variable.

data: Dead in all iterations but the last.
output: `data` of the last iteration.
)doc");

REGISTER_OP("NextIteration")
    .Input("data: T")
    .Output("output: T")
    .Attr("T: type")
    .SetRole(OpRole::kNextIteration)
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
Takes a tensor into the next iteration of its frame.

data: Any tensor.
output: `data`, in the next iteration.
)doc");

REGISTER_OP("RefNextIteration")
    .Input("data: Ref(T)")
    .Output("output: Ref(T)")
    .Attr("T: type")
    .SetRole(OpRole::kNextIteration)
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
A NextIteration of a variable.

data: A reference.
output: `data`, in the next iteration.
)doc");

REGISTER_OP("LoopCond")
    .Input("input: bool")
    .Output("output: bool")
    .SetShapeFn(ScalarUnchanged)
    .Doc(R"doc(
Marks what says whether a loop goes on.

input: A scalar.
output: The same.
)doc");

REGISTER_OP("ControlTrigger")
    .SetRole(OpRole::kNoOp)
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc("Does nothing, even where what it waits for is dead; carries control edges.");

REGISTER_OP("Abort")
    .Attr("error_msg: string = ''")
    .Attr("exit_without_error: bool = false")
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc(R"doc(
Ends the run with an error: TensorFlow's ends the process, which is not a graph's to end.

error_msg: What the error says.
exit_without_error: Changes nothing: a run cannot end early and well.
)doc");

// --- Ours: what stands for the checks of TensorFlow's executor ---

REGISTER_OP("_SwitchCondition")
    .Input("condition: T")
    .Output("output: T")
    .Attr("T: {bool, int32}")
    .SetShapeFn(ScalarUnchanged)
    .Doc(R"doc(
What a Switch decides by, which must be a scalar.

condition: Any tensor.
output: The same.
)doc");

REGISTER_OP("_LiveTensor")
    .Input("value: T")
    .Input("is_alive: bool")
    .Output("output: T")
    .Attr("T: type")
    .Attr("position: int = 0")
    .SetShapeFn(LiveTensorShape)
    .Doc(R"doc(
A tensor of a branch that is fetched; an error if the branch was not taken.

value: Anything if it is dead.
is_alive: A scalar.
output: `value`.
position: Which of the tensors fetched it is.
)doc");

}  // namespace opgraft
