// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that run functions, NoOp, and the arguments and results of function bodies.
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_call_sites.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The attr output_shapes, where it is given. The functions' own shapes are checked where the
// function library is known.
absl::Status OutputShapesOrUnknown(InferenceContext* c) {
  std::vector<PartialTensorShape> shapes;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("output_shapes", &shapes));
  if (shapes.empty()) return shape_inference::UnknownShape(c);
  if (shapes.size() != static_cast<size_t>(c->num_outputs())) {
    return absl::InvalidArgumentError(
        absl::StrCat("`output_shapes` must be the same length as num outputs (", shapes.size(),
                     " vs. ", c->num_outputs(), ")"));
  }
  for (int i = 0; i < c->num_outputs(); ++i) {
    ShapeHandle out;
    OPGRAFT_RETURN_IF_ERROR(
        c->MakeShapeFromPartialTensorShape(shapes[static_cast<size_t>(i)], &out));
    c->set_output(i, out);
  }
  return absl::OkStatus();
}

// The first shape of the attr _output_shapes, where there is one.
absl::Status ArgShape(InferenceContext* c) {
  std::vector<PartialTensorShape> shapes;
  if (!HasNodeAttr(c->attrs(), "_output_shapes")) return shape_inference::UnknownShape(c);
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("_output_shapes", &shapes));
  if (shapes.empty())
    return absl::InvalidArgumentError("Attr '_output_shapes' of an _Arg must hold its shape");
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shapes[0], &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status IfSite(const CallSiteNode& node, CallSite* site) {
  return TwoBranches(node, "then_branch", "else_branch", site);
}

absl::Status CaseSite(const CallSiteNode& node, CallSite* site) {
  return ListedBranches(node, "branches", site);
}

absl::Status WhileSite(const CallSiteNode& node, CallSite* site) {
  return CarryingLoop(node, "cond", "body", site);
}

absl::Status PartitionedCallSite(const CallSiteNode& node, CallSite* site) {
  return CallOfAttr(node, "f", site);
}

}  // namespace

// --- Branches ---

REGISTER_OP("If")
    .Input("cond: Tcond")
    .Input("input: Tin")
    .Output("output: Tout")
    .Attr("Tcond: type")
    .Attr("Tin: list(type) >= 0")
    .Attr("Tout: list(type) >= 0")
    .Attr("then_branch: func")
    .Attr("else_branch: func")
    .Attr("output_shapes: list(shape) = []")
    .SetIsStateful()
    .SetCallSiteFn(OpRole::kBranch, IfSite)
    .SetShapeFn(OutputShapesOrUnknown)
    .Doc(R"doc(
output = cond ? then_branch(input) : else_branch(input). The other branch does nothing.

input: What the branch is given.
output: What it returns.
cond: A scalar: a bool, a number other than zero, a string that is not empty. Of any other shape: true if it has
  elements.
Tout: What the branches give.
then_branch: A function of the types Tin that gives the types Tout.
else_branch: Another one.
output_shapes: Shapes of the outputs that no branch contradicts, or none.
)doc");

REGISTER_OP("StatelessIf")
    .Input("cond: Tcond")
    .Input("input: Tin")
    .Output("output: Tout")
    .Attr("Tcond: type")
    .Attr("Tin: list(type) >= 0")
    .Attr("Tout: list(type) >= 0")
    .Attr("then_branch: func")
    .Attr("else_branch: func")
    .Attr("output_shapes: list(shape) = []")
    .SetCallSiteFn(OpRole::kBranch, IfSite)
    .SetShapeFn(OutputShapesOrUnknown)
    .Doc(R"doc(
An If whose branches hold no stateful op.

cond: A scalar: a bool, a number other than zero, a string that is not empty. Of any other shape: true if it has
  elements.
input: What the branch is given.
output: What it returns.
Tout: What the branches give.
then_branch: A function of the types Tin that gives the types Tout.
else_branch: Another one.
output_shapes: Shapes of the outputs that no branch contradicts, or none.
)doc");

REGISTER_OP("Case")
    .Input("branch_index: int32")
    .Input("input: Tin")
    .Output("output: Tout")
    .Attr("Tin: list(type) >= 0")
    .Attr("Tout: list(type) >= 0")
    .Attr("branches: list(func) >= 1")
    .Attr("output_shapes: list(shape) = []")
    .SetIsStateful()
    .SetCallSiteFn(OpRole::kBranch, CaseSite)
    .SetShapeFn(OutputShapesOrUnknown)
    .Doc(R"doc(
output = branches[branch_index](input). The other branches do nothing.

input: What the branch is given.
output: What it returns.
branch_index: A scalar. Where it is negative or too large the last branch runs.
Tout: What the branches give.
branches: Functions of the types Tin that give the types Tout.
output_shapes: Shapes of the outputs that no branch contradicts, or none.
)doc");

REGISTER_OP("StatelessCase")
    .Input("branch_index: int32")
    .Input("input: Tin")
    .Output("output: Tout")
    .Attr("Tin: list(type) >= 0")
    .Attr("Tout: list(type) >= 0")
    .Attr("branches: list(func) >= 1")
    .Attr("output_shapes: list(shape) = []")
    .SetCallSiteFn(OpRole::kBranch, CaseSite)
    .SetShapeFn(OutputShapesOrUnknown)
    .Doc(R"doc(
A Case whose branches hold no stateful op.

input: What the branch is given.
output: What it returns.
branch_index: A scalar. Where it is negative or too large the last branch runs.
Tout: What the branches give.
branches: Functions of the types Tin that give the types Tout.
output_shapes: Shapes of the outputs that no branch contradicts, or none.
)doc");

// --- Loops ---

REGISTER_OP("While")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: list(type) >= 0")
    .Attr("cond: func")
    .Attr("body: func")
    .Attr("output_shapes: list(shape) = []")
    .Attr("parallel_iterations: int = 10")
    .SetIsStateful()
    .SetCallSiteFn(OpRole::kLoop, WhileSite)
    .SetShapeFn(OutputShapesOrUnknown)
    .Doc(R"doc(
output = input; while (cond(output)) output = body(output).

input: The values at first.
output: The values when `cond` has said no.
cond: A function of the types T that gives one tensor: a scalar bool, a number other than zero, a string that is not
  empty. Of any other shape: true if it has elements.
body: A function of the types T that gives the types T.
output_shapes: Shapes that the values have in every iteration, or none.
parallel_iterations: Iterations run one after the other, whatever it says.
)doc");

REGISTER_OP("StatelessWhile")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: list(type) >= 0")
    .Attr("cond: func")
    .Attr("body: func")
    .Attr("output_shapes: list(shape) = []")
    .Attr("parallel_iterations: int = 10")
    .SetCallSiteFn(OpRole::kLoop, WhileSite)
    .SetShapeFn(OutputShapesOrUnknown)
    .Doc(R"doc(
A While whose functions hold no stateful op.

input: The values at first.
output: The values when `cond` has said no.
cond: A function of the types T that gives one tensor, judged as the condition of an If.
body: A function of the types T that gives the types T.
output_shapes: Shapes that the values have in every iteration, or none.
parallel_iterations: Iterations run one after the other, whatever it says.
)doc");

// --- Calls ---

REGISTER_OP("PartitionedCall")
    .Input("args: Tin")
    .Output("output: Tout")
    .Attr("Tin: list(type) >= 0")
    .Attr("Tout: list(type) >= 0")
    .Attr("f: func")
    .Attr("config: string = ''")
    .Attr("config_proto: string = ''")
    .Attr("executor_type: string = ''")
    .SetCallSiteFn(OpRole::kCall, PartitionedCallSite)
    .SetShapeFn(shape_inference::UnknownShape)
    .Doc(R"doc(
output = f(args).

args: What the function is given.
output: What it returns.
Tin: What the function takes.
Tout: What it gives.
f: A function of the types Tin that gives the types Tout.
config: Not used.
config_proto: Not used.
executor_type: Not used.
)doc");

REGISTER_OP("StatefulPartitionedCall")
    .Input("args: Tin")
    .Output("output: Tout")
    .Attr("Tin: list(type) >= 0")
    .Attr("Tout: list(type) >= 0")
    .Attr("f: func")
    .Attr("config: string = ''")
    .Attr("config_proto: string = ''")
    .Attr("executor_type: string = ''")
    .SetIsStateful()
    .SetIsDistributedCommunication()
    .SetCallSiteFn(OpRole::kCall, PartitionedCallSite)
    .SetShapeFn(shape_inference::UnknownShape)
    .Doc(R"doc(
output = f(args), where f may hold stateful ops.

args: What the function is given.
output: What it returns.
Tin: What the function takes.
Tout: What it gives.
f: A function of the types Tin that gives the types Tout.
config: Not used.
config_proto: Not used.
executor_type: Not used.
)doc");

// --- What has no kernel to speak of ---

REGISTER_OP("NoOp")
    .SetRole(OpRole::kNoOp)
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc("Does nothing; carries control edges.");

REGISTER_OP("_Arg")
    .Output("output: T")
    .Attr("T: type")
    .Attr("index: int >= 0")
    .SetIsStateful()
    .SetRole(OpRole::kArgument)
    .SetShapeFn(ArgShape)
    .Doc(R"doc(
Argument `index` of the function whose body this stands in.

T: Its type.
index: Counted from 0.
)doc");

REGISTER_OP("_Retval")
    .Input("input: T")
    .Attr("T: type")
    .Attr("index: int >= 0")
    .SetIsStateful()
    .SetShapeFn(shape_inference::NoOutputs)
    .Doc(R"doc(
Result `index` of the function whose body this stands in.

input: The result.
index: Counted from 0.
)doc");

}  // namespace opgraft
