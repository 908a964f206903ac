// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/py_draft.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/graph/builder/branch_ports.h"
#include "framework/graph/builder/held_constant.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// What is wrong with the draft now.
absl::Status ProblemOf(const GraphDraft& draft) {
  const absl::Status status = draft.ProblemsOfBody("");
  absl::string_view text = status.message();
  absl::ConsumePrefix(&text, "function '': ");
  return status.ok() ? status : absl::Status(status.code(), text);
}

std::vector<Value> ValuesOf(const std::vector<Endpoint>& ends, const GraphDraft& draft) {
  std::vector<Value> values;
  for (const Endpoint& end : ends) values.push_back(draft.ValueOf(end));
  return values;
}

absl::StatusOr<int> NumberOf(Value value, const GraphDraft& draft) {
  OPGRAFT_RETURN_IF_ERROR(ProblemOf(draft));
  return value.node();
}

BuilderCall CallOf(const PyDraft::Call& call) {
  return {call.op, "", SourceLocation(), call.where};
}

}  // namespace

PyDraft::PyDraft()
    : registry_(KernelRegistry::Global()), draft_(std::make_unique<GraphDraft>(registry_)) {}

std::unique_ptr<GraphDraft> PyDraft::Replay() const {
  auto draft = std::make_unique<GraphDraft>(registry_);
  // They went well before.
  for (const Step& step : steps_) step(draft.get()).IgnoreError();
  return draft;
}

absl::StatusOr<int> PyDraft::Do(Step step) {
  // Libraries may have been loaded meanwhile.
  if (registry_ != KernelRegistry::Global()) {
    registry_ = KernelRegistry::Global();
    draft_ = Replay();
  }
  absl::StatusOr<int> done =
      GuardMemory([&]() -> absl::StatusOr<int> { return step(draft_.get()); });
  if (done.ok()) {
    steps_.push_back(std::move(step));
  } else {
    draft_ = Replay();
  }
  return done;
}

absl::StatusOr<int> PyDraft::AddNode(const Call& call, const std::vector<InputEnds>& inputs,
                                     const GraphDraft::Attrs& attrs) {
  return Do([=](GraphDraft* draft) {
    std::vector<Input> values;
    for (const InputEnds& input : inputs) {
      if (input.is_list) {
        values.emplace_back(ValuesOf(input.ends, *draft));
      } else {
        values.emplace_back(draft->ValueOf(input.ends[0]));
      }
    }
    return NumberOf(draft->AddNode(CallOf(call), call.op, values, call.name, attrs), *draft);
  });
}

absl::StatusOr<int> PyDraft::AddConst(const Call& call, const Tensor& value) {
  return Do([=](GraphDraft* draft) {
    const HeldConstant held(value);
    return NumberOf(draft->AddNode(CallOf(call), call.op, {}, call.name, held.attrs(), held.held()),
                    *draft);
  });
}

absl::StatusOr<int> PyDraft::AddArg(const Call& call, DataType dtype) {
  return Do([=](GraphDraft* draft) {
    return NumberOf(draft->AddArg(CallOf(call), call.name, dtype), *draft);
  });
}

absl::Status PyDraft::AddControl(Endpoint node, Endpoint runs_before) {
  return Do([=](GraphDraft* draft) {
           draft->AddControlInput(draft->ValueOf(node), draft->ValueOf(runs_before));
           return NumberOf(draft->ValueOf(node), *draft);
         })
      .status();
}

// The bodies become functions of the draft; their names.
absl::StatusOr<std::vector<std::string>> PyDraft::AddBranches(const std::string& node,
                                                              const std::vector<std::string>& ends,
                                                              const std::vector<Branch>& branches,
                                                              const std::vector<Endpoint>& inputs,
                                                              GraphDraft* draft) {
  DataTypeVector types;
  for (const Endpoint& input : inputs) types.push_back(draft->TypeOf(draft->ValueOf(input)));
  std::vector<std::string> names;
  for (size_t b = 0; b < branches.size(); ++b) {
    const Branch& branch = branches[b];
    const std::unique_ptr<GraphDraft> body = branch.draft->Replay();
    BranchPorts ports{absl::StrCat(node, ends[b]), branch.args, {}};
    for (const Endpoint& end : branch.results) {
      const Value value = body->ValueOf(end);
      ports.results.push_back(absl::StrCat("result_", ports.results.size()));
      body->results().push_back({ports.results.back(), value, body->TypeOf(value)});
    }
    OPGRAFT_ASSIGN_OR_RETURN(names.emplace_back(),
                             AddMappedBranch(ports, types, body.get(), draft));
  }
  return names;
}

absl::StatusOr<int> PyDraft::AddIf(const Call& call, Endpoint condition,
                                   const std::vector<Branch>& branches,
                                   const std::vector<Endpoint>& inputs) {
  return Do([=](GraphDraft* draft) -> absl::StatusOr<int> {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string node, draft->MakeName(call.name, "If"));
    OPGRAFT_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                             AddBranches(node, {"_then", "_else"}, branches, inputs, draft));
    const std::string op = HoldState(*draft, names) ? "If" : "StatelessIf";
    return NumberOf(
        draft->AddNode(CallOf(call), op,
                       {draft->ValueOf(condition), Input(ValuesOf(inputs, *draft))}, node,
                       {{"Tout", ResultTypes(*draft, names[0])},
                        {"then_branch", FunctionName{names[0]}},
                        {"else_branch", FunctionName{names[1]}}}),
        *draft);
  });
}

absl::StatusOr<int> PyDraft::AddWhile(const Call& call, const Branch& condition, const Branch& body,
                                      const std::vector<Endpoint>& inputs) {
  return Do([=](GraphDraft* draft) -> absl::StatusOr<int> {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string node, draft->MakeName(call.name, "While"));
    OPGRAFT_ASSIGN_OR_RETURN(
        const std::vector<std::string> names,
        AddBranches(node, {"_cond", "_body"}, {condition, body}, inputs, draft));
    const std::string op = HoldState(*draft, names) ? "While" : "StatelessWhile";
    return NumberOf(
        draft->AddNode(CallOf(call), op, {Input(ValuesOf(inputs, *draft))}, node,
                       {{"cond", FunctionName{names[0]}}, {"body", FunctionName{names[1]}}}),
        *draft);
  });
}

const std::string& PyDraft::NameOf(int node) const {
  return draft_->editor().data().node(node).name;
}
int PyDraft::NumOutputs(int node) const { return draft_->editor().data().NumOutputs(node); }
DataType PyDraft::TypeOf(Endpoint end) const { return draft_->TypeOf(draft_->ValueOf(end)); }
PartialTensorShape PyDraft::ShapeOf(Endpoint end) const {
  return draft_->ShapeOf(draft_->ValueOf(end));
}

}  // namespace opgraft_internal
