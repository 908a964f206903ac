// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_registry.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/base/const_init.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_def_difference.h"
#include "framework/op/op_def_finalizer.h"
#include "framework/op/op_def_validation.h"
#include "framework/types/nearest.h"
#include "framework/types/snapshots.h"

namespace opgraft {
namespace {

// "1,402".
std::string WithThousands(int n) {
  std::string digits = absl::StrCat(n);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

bool IsInternal(absl::string_view op_name) { return absl::StartsWith(op_name, "_"); }

std::vector<SpecProblem> ValidateData(const OpRegistrationData& data) {
  std::vector<SpecProblem> problems;
  for (const OpDefProblem& problem : FindOpDefProblems(data.op_def)) {
    problems.push_back(PlainProblem(data.op_def.name(), data.location, "", "", problem.message));
  }
  return problems;
}

// What REGISTER_OP calls gave: a snapshot a loaded library.
absl::Mutex publish_mutex(absl::kConstInit);
Snapshots<OpRegistry> published;

std::shared_ptr<const OpRegistry> BuildFirst() {
  OpRegistryBuilder builder;
  for (const OpDefBuilder* spec : RegisteredOpsSince(nullptr, nullptr)) builder.Add(*spec);
  return builder.BuildKeepingGood();
}

}  // namespace

absl::StatusOr<const OpRegistrationData*> OpRegistryInterface::LookUp(
    absl::string_view name) const {
  const OpRegistrationData* found = Find(name);
  if (found != nullptr) return found;
  const std::string nearest = Nearest(name);
  const std::string origins = Origins();
  return absl::NotFoundError(
      absl::StrCat("op '", name, "' is not registered. ",
                   nearest.empty() ? "" : absl::StrCat("Nearest: '", nearest, "'. "),
                   WithThousands(size()), size() == 1 ? " op is known" : " ops are known",
                   origins.empty() ? "" : absl::StrCat(" (", origins, ")"), ". If ", name,
                   " is a custom op, load its library first: --load FILE or LoadLibrary(FILE); "
                   "linked statically, it needs alwayslink "
                   "(-Wl,--whole-archive)."));
}

std::shared_ptr<const OpRegistry> OpRegistry::Global() {
  if (const auto* current = published.Newest()) return *current;
  absl::MutexLock lock(&publish_mutex);
  if (published.Newest() == nullptr) published.Publish(BuildFirst());
  return *published.Newest();
}

void PublishGlobal(std::shared_ptr<const OpRegistry> registry) {
  absl::MutexLock lock(&publish_mutex);
  published.Publish(std::move(registry));
}

const OpRegistrationData* OpRegistry::Find(absl::string_view name) const {
  const auto found = ops_.find(name);
  return found == ops_.end() ? nullptr : found->second.get();
}

std::string OpRegistry::Nearest(absl::string_view name) const {
  NearestName nearest(name);
  for (const OpRegistrationData* op : List()) nearest.Offer(op->op_def.name());
  return nearest.best();
}

std::string OpRegistry::Origins() const {
  constexpr size_t kShown = 5;
  if (libraries_.empty()) return "";
  std::string text = "built in; loaded: ";
  for (size_t i = 0; i < std::min(libraries_.size(), kShown); ++i) {
    absl::StrAppend(&text, i > 0 ? "; " : "", libraries_[i].name, ", ", libraries_[i].num_ops,
                    libraries_[i].num_ops == 1 ? " op" : " ops");
  }
  if (libraries_.size() > kShown) absl::StrAppend(&text, "; ", libraries_.size() - kShown, " more");
  return text;
}

std::vector<const OpRegistrationData*> OpRegistry::List(bool include_internal) const {
  std::vector<const OpRegistrationData*> list;
  list.reserve(ops_.size());
  for (const auto& [name, data] : ops_) {
    if (include_internal || !IsInternal(name)) list.push_back(data.get());
  }
  std::sort(list.begin(), list.end(), [](const OpRegistrationData* a, const OpRegistrationData* b) {
    return a->op_def.name() < b->op_def.name();
  });
  return list;
}

OpList OpRegistry::Export(bool include_internal) const {
  OpList list;
  for (const OpRegistrationData* op : List(include_internal)) *list.add_op() = op->op_def;
  return list;
}

OpRegistryBuilder& OpRegistryBuilder::Add(const OpDefBuilder& spec) {
  auto data = std::make_shared<OpRegistrationData>();
  OpDefFinalizer finalizer(spec);
  std::vector<SpecProblem> problems = finalizer.Parse(data.get());
  if (problems.empty()) problems = finalizer.Validate(data->op_def);
  if (problems.empty()) ops_.push_back(std::move(data));
  std::move(problems.begin(), problems.end(), std::back_inserter(problems_));
  return *this;
}

OpRegistryBuilder& OpRegistryBuilder::Add(OpRegistrationData data) {
  std::vector<SpecProblem> problems = ValidateData(data);
  if (problems.empty()) ops_.push_back(std::make_shared<OpRegistrationData>(std::move(data)));
  std::move(problems.begin(), problems.end(), std::back_inserter(problems_));
  return *this;
}

OpRegistryBuilder& OpRegistryBuilder::SetLibrary(std::string name) {
  library_ = std::move(name);
  return *this;
}

std::shared_ptr<OpRegistry> OpRegistryBuilder::Merge(std::vector<SpecProblem>* problems) const {
  auto registry = std::make_shared<OpRegistry>();
  if (base_ != nullptr) {
    registry->ops_ = base_->ops_;
    registry->libraries_ = base_->libraries_;
  }
  if (!library_.empty()) registry->libraries_.push_back({library_, added().size()});
  registry->ops_.reserve(registry->ops_.size() + ops_.size());
  *problems = problems_;
  for (const auto& data : ops_) {
    const auto [place, inserted] = registry->ops_.try_emplace(data->op_def.name(), data);
    if (inserted) continue;
    const OpRegistrationData& older = *place->second;
    const std::string difference = OpDefDifference(data->op_def, older.op_def);
    if (difference.empty()) continue;
    problems->push_back(
        {data->location,
         absl::StrCat(data->op_def.name(), ": registered differently at ",
                      ShowLocation(data->location), " and ", ShowLocation(older.location), ": ",
                      difference, ". Rename one (Name>Space is allowed).")});
  }
  return registry;
}

absl::StatusOr<std::shared_ptr<const OpRegistry>> OpRegistryBuilder::Build() const {
  std::vector<SpecProblem> problems;
  std::shared_ptr<const OpRegistry> registry = Merge(&problems);
  if (!problems.empty()) return ProblemsToStatus(std::move(problems));
  return registry;
}

std::shared_ptr<const OpRegistry> OpRegistryBuilder::BuildKeepingGood() const {
  std::vector<SpecProblem> problems;
  std::shared_ptr<OpRegistry> registry = Merge(&problems);
  registry->errors_ = ProblemsToStatus(std::move(problems));
  return registry;
}

std::vector<std::string> OpRegistryBuilder::added() const {
  std::vector<std::string> names;
  for (const auto& data : ops_) {
    if (base_ == nullptr || base_->Find(data->op_def.name()) == nullptr)
      names.push_back(data->op_def.name());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace opgraft
