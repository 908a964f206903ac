// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/common_call_sites.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {
namespace {

using Argument = CallSite::Argument;

// Arguments that are the inputs of the node from `first` on.
std::vector<Argument> InputsFrom(int first, const CallSiteNode& node, Argument::Kind kind) {
  std::vector<Argument> args;
  for (int i = first; i < node.num_inputs; ++i) {
    args.emplace_back();
    args.back().kind = kind;
    args.back().input = i;
  }
  return args;
}

// A body that gives the outputs of the node.
CallSite::Body BodyOf(std::string label, const NameAttrList& function, std::vector<Argument> args,
                      const CallSiteNode& node) {
  return {std::move(label), function.name(), AttrsOf(function), std::move(args), node.num_outputs};
}

absl::Status AddBody(absl::string_view attr, std::vector<Argument> args, const CallSiteNode& node,
                     CallSite* site) {
  const NameAttrList* function = nullptr;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, attr, &function));
  site->bodies.push_back(BodyOf(std::string(attr), *function, std::move(args), node));
  return absl::OkStatus();
}

// Output i is result i of the body that runs.
void OutputsAreResults(const CallSiteNode& node, CallSite* site) {
  site->outputs.resize(static_cast<size_t>(node.num_outputs));
  for (int i = 0; i < node.num_outputs; ++i) site->outputs[static_cast<size_t>(i)].index = i;
}

}  // namespace

absl::Status CallOfOp(const CallSiteNode& node, CallSite* site) {
  site->bodies.push_back({"", std::string(node.op), node.attrs,
                          InputsFrom(0, node, Argument::Kind::kInvariant), node.num_outputs});
  OutputsAreResults(node, site);
  return absl::OkStatus();
}

absl::Status CallOfAttr(const CallSiteNode& node, absl::string_view attr, CallSite* site) {
  OutputsAreResults(node, site);
  return AddBody(attr, InputsFrom(0, node, Argument::Kind::kInvariant), node, site);
}

absl::Status TwoBranches(const CallSiteNode& node, absl::string_view then_attr,
                         absl::string_view else_attr, CallSite* site) {
  const std::vector<Argument> args = InputsFrom(1, node, Argument::Kind::kInvariant);
  OPGRAFT_RETURN_IF_ERROR(AddBody(then_attr, args, node, site));
  OPGRAFT_RETURN_IF_ERROR(AddBody(else_attr, args, node, site));
  site->condition.kind = CallSite::Condition::Kind::kTruth;
  site->condition.index = 0;
  OutputsAreResults(node, site);
  return absl::OkStatus();
}

absl::Status ListedBranches(const CallSiteNode& node, absl::string_view attr, CallSite* site) {
  std::vector<NameAttrList> functions;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, attr, &functions));
  const std::vector<Argument> args = InputsFrom(1, node, Argument::Kind::kInvariant);
  for (size_t i = 0; i < functions.size(); ++i)
    site->bodies.push_back(BodyOf(absl::StrCat(attr, "[", i, "]"), functions[i], args, node));
  site->condition.kind = CallSite::Condition::Kind::kIndex;
  site->condition.index = 0;
  OutputsAreResults(node, site);
  return absl::OkStatus();
}

absl::Status CarryingLoop(const CallSiteNode& node, absl::string_view cond_attr,
                          absl::string_view body_attr, CallSite* site) {
  const std::vector<Argument> args = InputsFrom(0, node, Argument::Kind::kCarried);
  OPGRAFT_RETURN_IF_ERROR(AddBody(cond_attr, args, node, site));
  site->bodies[0].num_results = 1;
  OPGRAFT_RETURN_IF_ERROR(AddBody(body_attr, args, node, site));
  site->condition.kind = CallSite::Condition::Kind::kBody;
  for (int i = 0; i < node.num_inputs; ++i) site->carried.push_back({i, i});
  for (int i = 0; i < node.num_outputs; ++i) {
    site->outputs.emplace_back();
    site->outputs.back().kind = CallSite::Output::Kind::kCarried;
    site->outputs.back().index = i;
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
