// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/reference/state_world.h"

#include <random>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "tests/reference/probe_ops.h"
#include "tests/reference/random_tensor.h"

namespace opgraft {
namespace {

constexpr size_t kMaxRequests = 4;
constexpr size_t kMaxSaved = 4;
constexpr const char* kKindNames[] = {"run",         "set",          "reset",        "reset all",
                                      "save",        "load",         "load damaged", "fork",
                                      "new request", "drop request", "trim",         "keep"};
constexpr const char* kFormNames[] = {"by name", "in order", "prepared"};
constexpr const char* kDisturbanceNames[] = {"",
                                             ", a kernel fails",
                                             ", a kernel throws",
                                             ", cancelled",
                                             ", reentered",
                                             ", an allocation fails",
                                             ", too late"};

// Bytes for the choices of one action.
std::string BytesOf(int seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::string bytes(64, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

}  // namespace

std::string Action::ToString() const {
  std::string text = absl::StrCat(kKindNames[kind], " (request ", request, ", which ", which,
                                  ", seed ", seed, ")");
  if (kind != kRun) return text;
  return absl::StrCat(text, " ", kFormNames[static_cast<int>(form)],
                      kDisturbanceNames[static_cast<int>(disturbance)], " at ", at);
}

Action RandomAction(Choices* choices) {
  constexpr int kRunsOfAll = 20;  // of so many actions the rest are runs
  Action action;
  const int kind = choices->Below(kRunsOfAll);
  action.kind = kind <= Action::kKeep ? static_cast<Action::Kind>(kind) : Action::kRun;
  action.request = choices->Below(static_cast<int>(kMaxRequests));
  action.which = choices->Below(12);
  action.seed = choices->Below(65536);
  const RunForm forms[] = {RunForm::kByName, RunForm::kPrepared, RunForm::kInOrder};
  action.form = choices->Of(forms);
  if (choices->OneIn(3)) action.disturbance = static_cast<Disturbance>(choices->Below(7));
  action.at = choices->Below(action.disturbance == Disturbance::kAllocation ? 40 : 12);
  return action;
}

absl::StatusOr<std::unique_ptr<StateWorld>> StateWorld::Make(RandomModel model) {
  std::unique_ptr<StateWorld> world(new StateWorld(std::move(model)));
  OPGRAFT_ASSIGN_OR_RETURN(world->compiled_,
                           CompiledModel::Compile(world->model_.graph, world->model_.options));
  OPGRAFT_ASSIGN_OR_RETURN(world->interpreter_, Interpreter::Make(world->model_.graph));
  Probes()->kept.clear();
  Action first;
  first.kind = Action::kNewRequest;
  world->DoToRequests(first, nullptr);
  return world;
}

std::string StateWorld::Do(const Action& action) {
  Lockstep* const lockstep =
      requests_[static_cast<size_t>(action.request) % requests_.size()].get();
  std::string difference;
  switch (action.kind) {
    case Action::kRun:
      difference = Run(action, lockstep);
      break;
    case Action::kFork:
    case Action::kNewRequest:
    case Action::kDropRequest:
      difference = DoToRequests(action, lockstep);
      break;
    default:
      difference = DoToState(action, lockstep);
  }
  // Whatever was done to one, the others are as they were.
  for (size_t r = 0; r < requests_.size() && difference.empty(); ++r) {
    difference = requests_[r]->Check();
    if (!difference.empty())
      difference = absl::StrCat("request ", r, ", which nothing was done to: ", difference);
  }
  return difference;
}

NamedValues StateWorld::RandomFeeds(const Signature& signature, Choices* choices) const {
  NamedValues feeds;
  for (const std::string& name : signature.feeds) {
    const Endpoint feed = *model_.graph.FindTensor(name);
    const Node node = model_.graph.node(feed.node);
    if (choices->OneIn(node.op() == "PlaceholderWithDefault" ? 2 : 32)) continue;
    const DataType dtype = choices->OneIn(64) ? DT_INT64 : BaseType(node.output_type(feed.port));
    feeds[name] = RandomTensor(dtype, RandomShape(node.output_shape(feed.port), choices), choices);
  }
  return feeds;
}

std::string StateWorld::Run(const Action& action, Lockstep* lockstep) {
  Choices choices(BytesOf(action.seed));
  Lockstep::RunRequest run;
  run.signature = action.which % static_cast<int>(model_.signatures.size());
  run.form = action.form;
  run.feeds = RandomFeeds(model_.signatures[static_cast<size_t>(run.signature)], &choices);
  run.disturbance = action.disturbance;
  run.at = action.at;
  return lockstep->Run(run);
}

const VariableInfo* StateWorld::VariableOf(const Action& action) const {
  const auto& infos = interpreter_->variables();
  return infos.empty() ? nullptr : &infos[static_cast<size_t>(action.which) % infos.size()];
}

std::string StateWorld::Set(const Action& action, Lockstep* lockstep) {
  const VariableInfo* const info = VariableOf(action);
  if (info == nullptr) return "";
  Choices choices(BytesOf(action.seed));
  const bool fits = !choices.OneIn(4);
  const DataType dtype = fits || choices.OneIn(2) ? info->type : DT_INT64;
  const TensorShape shape = RandomShape(fits ? info->shape : PartialTensorShape({7}), &choices);
  return lockstep->Set(info->id, RandomTensor(dtype, shape, &choices));
}

std::string StateWorld::DoToState(const Action& action, Lockstep* lockstep) {
  const VariableInfo* const variable = VariableOf(action);
  const auto which = static_cast<size_t>(action.which);
  switch (action.kind) {
    case Action::kSet:
      return Set(action, lockstep);
    case Action::kReset:
      return variable == nullptr ? "" : lockstep->Reset(variable->id);
    case Action::kResetAll:
      return lockstep->ResetAll();
    case Action::kSave:
      if (saved_.size() >= kMaxSaved) saved_.erase(saved_.begin());
      saved_.emplace_back();
      return lockstep->Save(&saved_.back());
    case Action::kLoad:
      return saved_.empty() ? "" : lockstep->Load(saved_[which % saved_.size()]);
    case Action::kLoadDamaged: {
      if (saved_.empty()) return "";
      std::string bytes = saved_[which % saved_.size()].first;
      const size_t at = static_cast<size_t>(action.seed) % bytes.size();
      if (action.seed % 2 == 0) bytes.resize(at);
      if (action.seed % 2 == 1) bytes[at] = static_cast<char>(bytes[at] ^ (1 + action.at));
      return lockstep->LoadDamaged(bytes);
    }
    case Action::kTrim:
      return lockstep->Trim();
    default:
      lockstep->Keep(action.which);
      return "";
  }
}

std::string StateWorld::DoToRequests(const Action& action, Lockstep* lockstep) {
  if (action.kind == Action::kDropRequest) {
    if (requests_.size() > 1)
      requests_.erase(requests_.begin() + action.request % static_cast<int>(requests_.size()));
    return "";
  }
  if (requests_.size() >= kMaxRequests) return "";
  std::unique_ptr<Lockstep> added;
  std::string difference;
  if (action.kind == Action::kFork) {
    difference = lockstep->Fork(&added);
  } else {
    added = std::make_unique<Lockstep>(&model_.signatures, interpreter_.get(),
                                       compiled_->CreateRequest());
  }
  if (added != nullptr) requests_.push_back(std::move(added));
  return difference;
}

}  // namespace opgraft
