// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/function_library.h"

#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "framework/graph/data/graph_versions.h"
#include "framework/graph/data/problem_list.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/attr_value_equal.h"
#include "framework/op/common_call_sites.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft {

// The bodies made so far, by function and attrs. Thread-safe.
class FunctionLibrary::Memo {
 public:
  std::shared_ptr<const FunctionBody> Find(const std::string& key) const {
    absl::MutexLock lock(&mutex_);
    const auto found = bodies_.find(key);
    return found == bodies_.end() ? nullptr : found->second;
  }

  // The body that was first under this key.
  std::shared_ptr<const FunctionBody> Keep(const std::string& key,
                                           std::shared_ptr<const FunctionBody> body) {
    absl::MutexLock lock(&mutex_);
    return bodies_.emplace(key, std::move(body)).first->second;
  }

 private:
  mutable absl::Mutex mutex_;
  absl::flat_hash_map<std::string, std::shared_ptr<const FunctionBody>> bodies_
      ABSL_GUARDED_BY(mutex_);
};

struct FunctionLibrary::Content {
  struct Function {
    FunctionDef def;
    OpRegistrationData op;
  };
  std::shared_ptr<const KernelRegistry> registry;
  std::vector<std::shared_ptr<const Function>> functions;
  absl::flat_hash_map<std::string, size_t> index;
  int producer = kGraphDefVersion;
  ImportLimits limits;
  FunctionBodyMaker make_body = nullptr;  // set where there are functions
  // A body's graph holds this content, and the memo holds bodies: a counted pointer here would be a
  // ring.
  std::weak_ptr<Memo> memo;

  const Function* Find(absl::string_view name) const {
    const auto found = index.find(name);
    return found == index.end() ? nullptr : functions[found->second].get();
  }
};

namespace {

// The values of the function's attrs: the caller's, else the defaults.
absl::StatusOr<NodeAttrs> AttrsOfCall(const OpDef& signature, const NodeAttrs& given) {
  std::vector<NodeAttrs::Entry> entries;
  for (const OpDef::AttrDef& attr : signature.attr()) {
    const AttrValue* value = given.Find(attr.name());
    if (value == nullptr && attr.has_default_value()) value = &attr.default_value();
    if (value == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("function ", Quoted(signature.name()), ": attr ", Quoted(attr.name()),
                       " is missing; the function needs ", attr.name(), ": ", attr.type()));
    }
    entries.emplace_back(attr.name(), std::make_shared<const AttrValue>(*value));
  }
  return NodeAttrs(std::move(entries));
}

std::string KeyOf(absl::string_view function, const NodeAttrs& attrs) {
  std::string key(function);
  for (const auto& [name, value] : attrs.entries()) {
    const std::string bytes = DeterministicBytes(*value);
    absl::StrAppend(&key, "\n", name, " ", bytes.size(), " ", bytes);
  }
  return key;
}

}  // namespace

FunctionLibrary::FunctionLibrary(std::shared_ptr<const KernelRegistry> registry) {
  auto content = std::make_shared<Content>();
  content->registry = std::move(registry);
  memo_ = std::make_shared<Memo>();
  content->memo = memo_;
  content_ = std::move(content);
}

const OpRegistrationData* FunctionLibrary::Find(absl::string_view name) const {
  const Content::Function* function = content_->Find(name);
  return function != nullptr ? &function->op : content_->registry->ops().Find(name);
}

std::string FunctionLibrary::Nearest(absl::string_view name) const {
  NearestName nearest(name);
  nearest.Offer(content_->registry->ops().Nearest(name));
  nearest.Offer(NearestFunction(name));
  return nearest.best();
}

int FunctionLibrary::size() const { return content_->registry->ops().size() + num_functions(); }

std::string FunctionLibrary::Origins() const { return content_->registry->ops().Origins(); }

int FunctionLibrary::num_functions() const { return static_cast<int>(content_->functions.size()); }

const FunctionDef* FunctionLibrary::FindFunction(absl::string_view name) const {
  const Content::Function* function = content_->Find(name);
  return function == nullptr ? nullptr : &function->def;
}

std::vector<std::string> FunctionLibrary::FunctionNames() const {
  std::vector<std::string> names;
  for (const auto& function : content_->functions) names.push_back(function->op.op_def.name());
  return names;
}

std::string FunctionLibrary::NearestFunction(absl::string_view name) const {
  NearestName nearest(name);
  for (const auto& function : content_->functions) nearest.Offer(function->op.op_def.name());
  return nearest.best();
}

absl::StatusOr<std::shared_ptr<const FunctionBody>> FunctionLibrary::Instantiate(
    absl::string_view name, const NodeAttrs& attrs) const {
  const Content::Function* function = content_->Find(name);
  if (function == nullptr) {
    return absl::NotFoundError(absl::StrCat("function ", Quoted(name), " is not in the library",
                                            NearestHint(NearestFunction(name))));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const NodeAttrs all_attrs, AttrsOfCall(function->op.op_def, attrs));
  const std::string key = KeyOf(name, all_attrs);
  const std::shared_ptr<Memo> memo = content_->memo.lock();
  if (memo != nullptr) {
    if (std::shared_ptr<const FunctionBody> known = memo->Find(key); known != nullptr) return known;
  }
  const FunctionSource source{function->def,    all_attrs,          content_->producer,
                              content_->limits, content_->registry, ForBody()};
  OPGRAFT_ASSIGN_OR_RETURN(std::shared_ptr<const FunctionBody> body, content_->make_body(source));
  return memo != nullptr ? memo->Keep(key, std::move(body)) : body;
}

absl::StatusOr<std::shared_ptr<const FunctionBody>> FunctionLibrary::InstantiateAttr(
    const NodeAttrs& node_attrs, absl::string_view attr) const {
  const NameAttrList* function = nullptr;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node_attrs, attr, &function));
  return Instantiate(function->name(), AttrsOf(*function));
}

FunctionLibraryBuilder::FunctionLibraryBuilder(const FunctionLibrary& base,
                                               FunctionBodyMaker make_body)
    : content_(std::make_shared<FunctionLibrary::Content>(*base.content_)) {
  content_->make_body = make_body;
}

FunctionLibraryBuilder::~FunctionLibraryBuilder() = default;

absl::Status FunctionLibraryBuilder::Add(const FunctionDef& function) {
  const std::string& name = function.signature().name();
  if (name.empty()) return absl::InvalidArgumentError("a function of the library has no name");
  if (const auto* known = content_->Find(name); known != nullptr) {
    if (DeterministicBytes(known->def) == DeterministicBytes(function)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Cannot add function ", Quoted(name),
                     " because a different function with the same name already exists."));
  }
  if (content_->registry->ops().Find(name) != nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Cannot add function ", Quoted(name), " because an op with the same name already exists."));
  }
  auto added = std::make_shared<FunctionLibrary::Content::Function>();
  added->def = function;
  added->op.op_def = function.signature();
  added->op.is_function_op = true;
  added->op.role = OpRole::kCall;
  added->op.call_site_fn = CallOfOp;
  content_->index.emplace(name, content_->functions.size());
  content_->functions.push_back(std::move(added));
  return absl::OkStatus();
}

void FunctionLibraryBuilder::SetProducer(int producer) { content_->producer = producer; }
void FunctionLibraryBuilder::SetLimits(const ImportLimits& limits) { content_->limits = limits; }

FunctionLibrary FunctionLibraryBuilder::Build() {
  auto memo = std::make_shared<FunctionLibrary::Memo>();
  content_->memo = memo;
  return FunctionLibrary(std::move(content_), std::move(memo));
}

}  // namespace opgraft
