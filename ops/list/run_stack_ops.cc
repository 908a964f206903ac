// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Stacks of tensors, in which loops of TensorFlow 1 keep what their gradients need.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status NewStackShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  return shape_inference::ScalarShape(c);
}

// {container, name}.
absl::Status NamesShape(InferenceContext* c) {
  c->set_output(0, c->Vector(2));
  return absl::OkStatus();
}

absl::Status PushShape(InferenceContext* c) {
  c->set_output(0, c->input(1));
  return absl::OkStatus();
}

constexpr char kPushDoc[] = R"doc(
Puts a tensor on a stack.

handle: The stack.
elem: The tensor, of the stack's type.
output: The same tensor.
swap_memory: Means nothing here: all memory is the processor's.
)doc";

constexpr char kPopDoc[] = R"doc(
Takes the tensor from a stack that was put there last. An empty stack is an error.

handle: The stack.
elem: The tensor.
elem_type: What the stack holds.
)doc";

constexpr char kCloseDoc[] = R"doc(
Ends a stack before its run ends. Who uses it afterwards gets an error.

handle: The stack.
)doc";

}  // namespace

REGISTER_OP("StackV2")
    .Input("max_size: int32")
    .Output("handle: resource")
    .Attr("elem_type: type")
    .Attr("stack_name: string = ''")
    .SetIsStateful()
    .SetShapeFn(NewStackShape)
    .Doc(R"doc(
Makes a stack of tensors, which lives as long as the run.

max_size: The most tensors that it may hold; less than 0: any number.
handle: The stack.
elem_type: What it holds.
stack_name: What errors call it; '': the node's name.
)doc");

REGISTER_OP("StackPushV2")
    .Input("handle: resource")
    .Input("elem: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("swap_memory: bool = false")
    .SetIsStateful()
    .SetShapeFn(PushShape)
    .Doc(kPushDoc);

REGISTER_OP("StackPopV2")
    .Input("handle: resource")
    .Output("elem: elem_type")
    .Attr("elem_type: type")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnknownShape)
    .Doc(kPopDoc);

REGISTER_OP("StackCloseV2")
    .Input("handle: resource")
    .SetIsStateful()
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc(kCloseDoc);

REGISTER_OP("Stack")
    .Output("handle: Ref(string)")
    .Attr("elem_type: type")
    .Attr("stack_name: string = ''")
    .SetIsStateful()
    .SetShapeFn(NamesShape)
    .Doc(R"doc(
Makes a stack of tensors, which lives as long as the run. StackV2 replaces it.

handle: The stack.
elem_type: What it holds.
stack_name: What errors call it; '': the node's name.
)doc");

REGISTER_OP("StackPush")
    .Input("handle: Ref(string)")
    .Input("elem: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("swap_memory: bool = false")
    .SetShapeFn(PushShape)
    .Doc(kPushDoc);

REGISTER_OP("StackPop")
    .Input("handle: Ref(string)")
    .Output("elem: elem_type")
    .Attr("elem_type: type")
    .SetShapeFn(shape_inference::UnknownShape)
    .Doc(kPopDoc);

REGISTER_OP("StackClose")
    .Input("handle: Ref(string)")
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc(kCloseDoc);

}  // namespace opgraft
