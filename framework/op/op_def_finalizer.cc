// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_finalizer.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/op/arg_spec.h"
#include "framework/op/attr_spec.h"
#include "framework/op/doc_spec.h"
#include "framework/op/op_role_check.h"
#include "framework/op/spec_scanner.h"

namespace opgraft_internal {

namespace {

// What is wrong with the value of an attr whose spec can be read: a default below the minimum, say.
std::vector<std::string> AttrProblems(absl::string_view op_name, absl::string_view spec,
                                      bool any_ok) {
  OpDef op;
  op.set_name(std::string(op_name));
  if (ParseAttrSpec(spec, any_ok, op.add_attr())) return {};
  std::vector<std::string> messages;
  for (const OpDefProblem& problem : FindOpDefProblems(op)) {
    if (problem.part.kind == OpDefPart::kAttr) messages.push_back(problem.message);
  }
  return messages;
}

}  // namespace

std::vector<SpecProblem> OpDefFinalizer::Parse(OpRegistrationData* data) {
  problems_.clear();
  attr_names_.clear();
  broken_names_.clear();
  OpDef* op = &data->op_def;
  op->Clear();
  op->set_name(std::string(spec_.op_name_));
  data->location = spec_.location_;
  data->shape_inference_fn = spec_.shape_fn_;
  data->role = spec_.role_;
  data->call_site_fn = spec_.rare().call_site_fn;
  data->value_fn = spec_.rare().value_fn;
  SetFlags(op);
  CheckCalledOnce();
  ReserveParts(op);
  ParseAttrs(op);
  ParseArgs(Kind::kInput, op);
  ParseArgs(Kind::kOutput, op);
  ParseControlOutputs(op);
  ParseDocs(op);
  if (problems_.empty()) {
    CheckRole(*data);
    return std::move(problems_);
  }
  // The op is not validated: it lacks what is wrong. Its attrs can be, one by one.
  for (const Call& call : spec_.calls_) {
    if (call.kind != Kind::kAttr) continue;
    for (const std::string& message : AttrProblems(spec_.op_name_, call.text(), spec_.any_ok_)) {
      problems_.push_back(PlainProblem(spec_.op_name_, call.where(),
                                       OpDefBuilder::CallName(call.kind), call.text(), message));
    }
  }
  return std::move(problems_);
}

void OpDefFinalizer::SetFlags(OpDef* op) const {
  op->set_is_commutative(spec_.commutative_);
  op->set_is_aggregate(spec_.aggregate_);
  op->set_is_stateful(spec_.stateful_);
  op->set_allows_uninitialized_input(spec_.uninitialized_ok_);
  op->set_is_distributed_communication(spec_.distributed_);
  if (spec_.rare().deprecations.empty()) return;
  const auto& [version, explanation] = spec_.rare().deprecations[0];
  op->mutable_deprecation()->set_version(version);
  op->mutable_deprecation()->set_explanation(explanation);
}

void OpDefFinalizer::CheckCalledOnce() {
  const auto add = [this](absl::string_view message) {
    problems_.push_back(PlainProblem(spec_.op_name_, spec_.location_, "", "", message));
  };
  if (spec_.shape_fn_calls_ > 1)
    add(absl::StrCat("SetShapeFn called twice for Op ", spec_.op_name_));
  if (spec_.shape_fn_calls_ == 1 && !spec_.shape_fn_)
    add(absl::StrCat("SetShapeFn was given no function (nullptr) for Op ", spec_.op_name_,
                     "; if nothing is known of the shapes, give shape_inference::UnknownShape"));
  if (spec_.rare().deprecations.size() > 1)
    add(absl::StrCat("Deprecated called twice for Op ", spec_.op_name_));
}

void OpDefFinalizer::CheckRole(const OpRegistrationData& data) {
  const std::string problem = FindRoleProblem(data);
  if (problem.empty()) return;
  problems_.push_back(
      PlainProblem(spec_.op_name_, spec_.location_, "", "",
                   absl::StrCat("the role of Op ", spec_.op_name_, " does not fit it: ", problem)));
}

void OpDefFinalizer::AddProblem(const Call& call, const SpecError& error) {
  const absl::string_view name = GuessDeclaredName(call.text());
  broken_names_.emplace(name);
  broken_names_.insert(
      absl::AsciiStrToLower(name));  // what `name` was to be, if its case is what is wrong
  if (error.message.empty()) return;
  problems_.push_back(CaretProblem(spec_.op_name_, call.where(), OpDefBuilder::CallName(call.kind),
                                   call.text(), error));
}

void OpDefFinalizer::ReserveParts(OpDef* op) const {
  int attrs = 0, inputs = 0, outputs = 0;
  for (const Call& call : spec_.calls_) {
    attrs += call.kind == Kind::kAttr;
    inputs += call.kind == Kind::kInput;
    outputs += call.kind == Kind::kOutput;
  }
  op->mutable_attr()->Reserve(attrs);
  op->mutable_input_arg()->Reserve(inputs);
  op->mutable_output_arg()->Reserve(outputs);
}

void OpDefFinalizer::ParseAttrs(OpDef* op) {
  for (const Call& call : spec_.calls_) {
    if (call.kind != Kind::kAttr) continue;
    const auto error = ParseAttrSpec(call.text(), spec_.any_ok_, op->add_attr());
    attr_names_.push_back(GuessDeclaredName(call.text()));
    if (!error) continue;
    op->mutable_attr()->RemoveLast();
    AddProblem(call, *error);
  }
}

void OpDefFinalizer::ParseArgs(Kind kind, OpDef* op) {
  const bool input = kind == Kind::kInput;
  for (const Call& call : spec_.calls_) {
    if (call.kind != kind) continue;
    auto* args = input ? op->mutable_input_arg() : op->mutable_output_arg();
    const auto error = ParseArgSpec(call.text(), input ? ArgKind::kInput : ArgKind::kOutput,
                                    attr_names_, broken_names_, op, args->Add());
    if (!error) continue;
    args->RemoveLast();
    AddProblem(call, *error);
  }
}

void OpDefFinalizer::ParseControlOutputs(OpDef* op) {
  for (const Call& call : spec_.calls_) {
    if (call.kind != Kind::kControlOutput) continue;
    // As in TensorFlow, what follows the name is ignored.
    SpecScanner in(call.text());
    const absl::string_view name = in.TakeWord(IsLetter, IsWordChar);
    if (name.empty()) {
      AddProblem(call,
                 in.ErrorHere(
                     "Trouble parsing 'name:': a control output is a name, [A-Za-z][A-Za-z0-9_]*"));
    } else {
      *op->add_control_output() = std::string(name);
    }
  }
}

void OpDefFinalizer::ParseDocs(OpDef* op) {
  bool seen = false;
  for (const Call& call : spec_.calls_) {
    if (call.kind != Kind::kDoc) continue;
    if (seen) {
      problems_.push_back(
          PlainProblem(spec_.op_name_, call.where(), "", "",
                       absl::StrCat("Extra call to Doc() for Op ", spec_.op_name_)));
      continue;
    }
    seen = true;
    for (const DocError& wrong : ParseDoc(call.text(), broken_names_, op)) {
      problems_.push_back(
          CaretProblem(spec_.op_name_, call.where(), "Doc", wrong.line, wrong.error));
    }
  }
}

const OpDefFinalizer::Call* OpDefFinalizer::FindCall(const OpDefPart& part) const {
  Kind kind = Kind::kAttr;
  if (part.kind == OpDefPart::kOp) return nullptr;
  if (part.kind == OpDefPart::kInput) kind = Kind::kInput;
  if (part.kind == OpDefPart::kOutput) kind = Kind::kOutput;
  int index = part.index;
  for (const Call& call : spec_.calls_) {
    if (call.kind == kind && index-- == 0) return &call;
  }
  return nullptr;
}

std::vector<SpecProblem> OpDefFinalizer::Validate(const OpDef& op) const {
  std::vector<SpecProblem> problems;
  for (const OpDefProblem& problem : FindOpDefProblems(op)) {
    const Call* call = FindCall(problem.part);
    const Call* other = problem.clash ? FindCall(*problem.clash) : nullptr;
    if (call == nullptr) {
      problems.push_back(PlainProblem(spec_.op_name_, spec_.location_, "", "", problem.message));
    } else if (other == nullptr) {
      problems.push_back(PlainProblem(spec_.op_name_, call->where(),
                                      OpDefBuilder::CallName(call->kind), call->text(),
                                      problem.message));
    } else {
      problems.push_back(PlainProblem(
          spec_.op_name_, call->where(), "", "",
          absl::StrCat(problem.message, " is used twice: ",
                       ShowCall(OpDefBuilder::CallName(other->kind), other->text()), " and ",
                       ShowCall(OpDefBuilder::CallName(call->kind), call->text()))));
    }
  }
  return problems;
}

}  // namespace opgraft_internal

namespace opgraft {

absl::Status OpDefBuilder::Finalize(OpRegistrationData* op) const {
  return ProblemsToStatus(OpDefFinalizer(*this).Parse(op));
}

}  // namespace opgraft
