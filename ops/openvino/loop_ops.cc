// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's Loop and TensorIterator: one op, whose attrs say what the ports of its body are.
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_call_sites.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/loop_attrs.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

// What the attrs say of the ports, in the place of what a call of all inputs has.
absl::Status SetPorts(const CallSiteNode& node, CallSite* site) {
  std::vector<int64_t> args, gives;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, "args", &args));
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, "gives", &gives));
  OPGRAFT_ASSIGN_OR_RETURN(site->bodies[0].args, opgraft_internal::ReadLoopArguments(args));
  OPGRAFT_ASSIGN_OR_RETURN(site->outputs, opgraft_internal::ReadLoopOutputs(gives));
  return absl::OkStatus();
}

absl::Status SetCarried(const CallSiteNode& node, CallSite* site) {
  std::vector<int64_t> carried;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, "carried", &carried));
  if (carried.size() % 2 != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("attr 'carried' has ", carried.size(), " numbers; they go in pairs"));
  }
  for (size_t i = 0; i < carried.size(); i += 2)
    site->carried.push_back({static_cast<int>(carried[i]), static_cast<int>(carried[i + 1])});
  return absl::OkStatus();
}

absl::Status SetEnds(const CallSiteNode& node, CallSite* site) {
  int64_t trip_count = -1;
  int64_t begins = -1;
  int64_t until = -1;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, "trip_count", &trip_count));
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, "begins", &begins));
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, "until", &until));
  site->trip_count = static_cast<int>(trip_count);
  site->condition.first = static_cast<int>(begins);
  if (until < 0) return absl::OkStatus();
  site->condition.kind = CallSite::Condition::Kind::kResult;
  site->condition.index = static_cast<int>(until);
  return absl::OkStatus();
}

absl::Status LoopSite(const CallSiteNode& node, CallSite* site) {
  OPGRAFT_RETURN_IF_ERROR(CallOfAttr(node, "body", site));
  OPGRAFT_RETURN_IF_ERROR(SetPorts(node, site));
  OPGRAFT_RETURN_IF_ERROR(SetCarried(node, site));
  OPGRAFT_RETURN_IF_ERROR(SetEnds(node, site));
  int64_t num_results = 0;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, "num_results", &num_results));
  site->bodies[0].num_results = static_cast<int>(num_results);
  return absl::OkStatus();
}

}  // namespace

#define LOOP_ATTRS(builder)                   \
  builder.Input("input: Tin")                 \
      .Output("output: Tout")                 \
      .Attr("Tin: list(type) >= 0")           \
      .Attr("Tout: list(type) >= 0")          \
      .Attr("body: func")                     \
      .Attr("args: list(int) >= 0")           \
      .Attr("gives: list(int) >= 0")          \
      .Attr("carried: list(int) >= 0")        \
      .Attr("trip_count: int = -1")           \
      .Attr("begins: int = -1")               \
      .Attr("until: int = -1")                \
      .Attr("num_results: int >= 0")          \
      .SetCallSiteFn(OpRole::kLoop, LoopSite) \
      .SetShapeFn(shape_inference::UnknownShape)

LOOP_ATTRS(REGISTER_OP("OpenVINO>Loop").SetIsStateful()).Doc(R"doc(
Runs `body` again and again: OpenVINO's Loop and TensorIterator.

input: What the body is given, and what ends the loop.
output: What `gives` says.
Tout: Types of the outputs.
body: A function of the arguments that `args` describes.
args: Of each argument of the body seven numbers: 0 if it is input number INDEX in each iteration, 1 if that is its
  first value, which `carried` then changes, 2 if it is a part of that, 3 if it is the number of the iteration; INDEX;
  then axis, start, end, stride and part_size of the parts. Negative borders count from the end, where -1 is behind the
  last element.
gives: Of each output seven numbers: 0 for result number INDEX of the last iteration, 1 for that of all iterations
  joined, 2 for what input number INDEX has become; INDEX; then as in `args`.
carried: Pairs: an input, and the result that it becomes in the next iteration.
trip_count: The input that bounds the iterations, a scalar; below zero nothing bounds them. -1: there is none.
begins: The input that tells whether to begin at all, a scalar. -1: there is none.
until: The result that tells after each iteration whether to go on, a scalar. -1: there is none.
num_results: How many results the body has.
)doc");

LOOP_ATTRS(REGISTER_OP("OpenVINO>StatelessLoop")).Doc(R"doc(
An OpenVINO>Loop whose body holds no stateful op.

input: What the body is given, and what ends the loop.
output: What `gives` says.
Tout: Types of the outputs.
body: A function of the arguments that `args` describes.
args: As of OpenVINO>Loop.
gives: As of OpenVINO>Loop.
carried: Pairs: an input, and the result that it becomes in the next iteration.
trip_count: The input that bounds the iterations. -1: there is none.
begins: The input that tells whether to begin at all. -1: there is none.
until: The result that tells after each iteration whether to go on. -1: there is none.
num_results: How many results the body has.
)doc");

#undef LOOP_ATTRS

}  // namespace opgraft
