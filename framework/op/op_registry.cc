// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_registry.h"

#include <algorithm>
#include <utility>

#include "absl/base/const_init.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_def_difference.h"
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

SpecProblem Clash(const OpRegistrationData& op, const OpRegistrationData& older,
                  absl::string_view difference) {
  return {op.location,
          absl::StrCat(op.op_def.name(), ": registered differently at ", ShowLocation(op.location),
                       " and ", ShowLocation(older.location), ": ", difference,
                       ". Rename one (Name>Space is allowed).")};
}

// What REGISTER_OP calls gave: a snapshot a loaded library.
absl::Mutex publish_mutex(absl::kConstInit);
Snapshots<OpRegistry> published;

std::shared_ptr<const OpRegistry> BuildFirst() {
  OpRegistryBuilder builder;
  for (const OpDefBuilder* spec : RegisteredOpsSince(nullptr, nullptr)) builder.Add(spec);
  return builder.BuildKeepingGood();
}

}  // namespace

absl::StatusOr<const OpRegistrationData*> OpRegistryInterface::LookUp(
    absl::string_view name) const {
  const OpRegistrationData* found = Find(name);
  if (found != nullptr) return found;
  const std::string nearest = Nearest(name);
  if (!nearest.empty()) {
    return absl::NotFoundError(
        absl::StrCat("op '", name, "' is not registered. Nearest: '", nearest, "'."));
  }
  const std::string origins = Origins();
  return absl::NotFoundError(
      absl::StrCat("op '", name, "' is not registered. ", WithThousands(size()),
                   size() == 1 ? " op is known" : " ops are known",
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
  return found == ops_.end() ? nullptr : FirstGood(found->second);
}

const OpRegistrationData* OpRegistry::FirstGood(const SameName& ops) {
  for (const auto& op : ops) {
    if (op->data() != nullptr) return op->data();
  }
  return nullptr;
}

int OpRegistry::size() const {
  return static_cast<int>(std::count_if(
      ops_.begin(), ops_.end(), [](const auto& op) { return FirstGood(op.second) != nullptr; }));
}

std::string OpRegistry::Nearest(absl::string_view name) const {
  NearestName nearest(name);
  for (const OpRegistrationData* op : List()) nearest.Offer(op->op_def.name());
  return nearest.best();
}

std::string OpRegistry::Origins() const {
  constexpr size_t kShown = 5;
  // Libraries of kernels alone are left out; Python registers each of its ops as a library.
  std::vector<Library> shown;
  for (const Library& library : libraries_) {
    const auto same = std::find_if(shown.begin(), shown.end(),
                                   [&](const Library& l) { return l.name == library.name; });
    if (same != shown.end()) {
      same->num_ops += library.num_ops;
    } else if (library.num_ops > 0) {
      shown.push_back(library);
    }
  }
  if (shown.empty()) return "";
  std::string text = "built in; loaded: ";
  for (size_t i = 0; i < std::min(shown.size(), kShown); ++i) {
    absl::StrAppend(&text, i > 0 ? "; " : "", shown[i].name, ", ", shown[i].num_ops,
                    shown[i].num_ops == 1 ? " op" : " ops");
  }
  if (shown.size() > kShown) absl::StrAppend(&text, "; ", shown.size() - kShown, " more");
  return text;
}

std::vector<const OpRegistrationData*> OpRegistry::List(bool include_internal) const {
  std::vector<const OpRegistrationData*> list;
  list.reserve(ops_.size());
  for (const auto& [name, registrations] : ops_) {
    if (IsInternal(name) && !include_internal) continue;
    const OpRegistrationData* op = FirstGood(registrations);
    if (op != nullptr) list.push_back(op);
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

absl::Status OpRegistry::FindProblems() const {
  std::vector<SpecProblem> problems;
  for (const auto& op : own_) {
    problems.insert(problems.end(), op->problems().begin(), op->problems().end());
    const OpRegistrationData* older = Find(op->name());
    if (op->data() == nullptr || op->data() == older) continue;
    const std::string difference = OpDefDifference(op->data()->op_def, older->op_def);
    if (!difference.empty()) problems.push_back(Clash(*op->data(), *older, difference));
  }
  return ProblemsToStatus(std::move(problems));
}

const absl::Status& OpRegistry::errors() const {
  return errors_.Get([this] { return FindProblems(); });
}

std::vector<RefusedOp> OpRegistry::RefusedOps() const {
  std::vector<RefusedOp> refused;
  for (const auto& op : own_) {
    if (Find(op->name()) == nullptr) refused.push_back({std::string(op->name()), op->location()});
  }
  return refused;
}

OpRegistryBuilder& OpRegistryBuilder::Add(const OpDefBuilder& spec) {
  ops_.push_back(std::make_shared<const LazyOp>(std::make_shared<const OpDefBuilder>(spec)));
  return *this;
}

OpRegistryBuilder& OpRegistryBuilder::Add(const OpDefBuilder* spec) {
  const std::shared_ptr<void> nobody;  // owns the spec
  ops_.push_back(std::make_shared<const LazyOp>(std::shared_ptr<const OpDefBuilder>(nobody, spec)));
  return *this;
}

OpRegistryBuilder& OpRegistryBuilder::Add(OpRegistrationData data) {
  ops_.push_back(std::make_shared<const LazyOp>(std::move(data)));
  return *this;
}

OpRegistryBuilder& OpRegistryBuilder::SetLibrary(std::string name) {
  library_ = std::move(name);
  return *this;
}

absl::StatusOr<std::shared_ptr<const OpRegistry>> OpRegistryBuilder::Build() const {
  std::shared_ptr<const OpRegistry> registry = BuildKeepingGood();
  if (!registry->errors().ok()) return registry->errors();
  return registry;
}

std::shared_ptr<const OpRegistry> OpRegistryBuilder::BuildKeepingGood() const {
  auto registry = std::make_shared<OpRegistry>();
  if (base_ != nullptr) {
    registry->ops_ = base_->ops_;
    registry->libraries_ = base_->libraries_;
  }
  if (!library_.empty()) registry->libraries_.push_back({library_, added().size()});
  registry->own_ = ops_;
  registry->ops_.reserve(registry->ops_.size() + ops_.size());
  for (const auto& op : ops_) registry->ops_[op->name()].push_back(op);
  return registry;
}

std::vector<std::string> OpRegistryBuilder::added() const {
  std::vector<std::string> names;
  for (const auto& op : ops_) {
    if (op->data() == nullptr) continue;
    if (base_ == nullptr || base_->Find(op->name()) == nullptr) names.emplace_back(op->name());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace opgraft
