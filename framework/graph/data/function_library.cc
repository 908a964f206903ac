// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/function_library.h"

#include <utility>

#include "absl/base/call_once.h"
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

namespace opgraft_internal {

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

// One function, read from a FunctionDef or added as a graph. Thread-safe.
class FunctionLibrary::Function {
 public:
  explicit Function(const FunctionDef& def)
      : num_nodes_(def.node_def_size()), def_(std::make_unique<FunctionDef>(def)) {
    SetOp(def.signature());
  }
  Function(const OpDef& signature, std::shared_ptr<const FunctionBody> graph,
           const FunctionCodec& codec)
      : num_nodes_(codec.num_nodes(*graph)), graph_(std::move(graph)), codec_(&codec) {
    SetOp(signature);
  }

  const OpRegistrationData& op() const { return op_; }
  const std::string& name() const { return op_.op_def.name(); }
  // Those of the arguments not counted.
  int64_t num_nodes() const { return num_nodes_; }
  const std::shared_ptr<const FunctionBody>& graph() const { return graph_; }
  const FunctionDef& def() const {
    if (graph_ != nullptr) {
      absl::call_once(def_made_, [this] {
        def_ = std::make_unique<FunctionDef>(codec_->to_def(op_.op_def, *graph_));
      });
    }
    return *def_;
  }

 private:
  void SetOp(const OpDef& signature) {
    op_.op_def = signature;
    op_.is_function_op = true;
    op_.role = OpRole::kCall;
    op_.call_site_fn = CallOfOp;
  }

  OpRegistrationData op_;
  const int64_t num_nodes_;
  const std::shared_ptr<const FunctionBody> graph_;  // null: `def_` came first
  const FunctionCodec* codec_ = nullptr;
  mutable absl::once_flag def_made_;
  mutable std::unique_ptr<const FunctionDef> def_;
};

// Functions with an index of their names. Immutable once a Content has it.
class FunctionLibrary::Shelf {
 public:
  size_t size() const { return functions_.size(); }
  const std::vector<std::shared_ptr<const Function>>& functions() const { return functions_; }
  const std::shared_ptr<const Function>* Find(absl::string_view name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : &functions_[found->second];
  }
  void Add(std::shared_ptr<const Function> function) {
    index_.emplace(function->name(), functions_.size());
    functions_.push_back(std::move(function));
  }

 private:
  std::vector<std::shared_ptr<const Function>> functions_;  // in the order of the file
  absl::flat_hash_map<absl::string_view, size_t> index_;    // the names are the functions'
};

// The functions stand on shelves, so that a library of n functions and one more shares what it can
// with the library of n. Each shelf has at least twice as many as the next one: there are few, and
// a function moves to another shelf at most log2(n) times while n are added one by one. For
// example the sizes
//
//     4 2 1   and one more   4 2 1 1   become   8      (1 joins 1, 2 joins 2, 4 joins 4)
//     8       and one more   8 1                8 1
struct FunctionLibrary::Content {
  std::shared_ptr<const KernelRegistry> registry;
  std::vector<std::shared_ptr<const Shelf>> shelves;
  int producer = kGraphDefVersion;
  ImportLimits limits;
  const FunctionCodec* codec = nullptr;  // set where there are functions
  int64_t num_nodes = 0;
  // A body's graph holds this content, and the memo holds bodies: a counted pointer here would be a
  // ring.
  std::weak_ptr<Memo> memo;

  // Null if there is none.
  std::shared_ptr<const Function> Share(absl::string_view name) const {
    for (const auto& shelf : shelves) {
      if (const auto* const found = shelf->Find(name); found != nullptr) return *found;
    }
    return nullptr;
  }
  const Function* Find(absl::string_view name) const {
    for (const auto& shelf : shelves) {
      if (const auto* const found = shelf->Find(name); found != nullptr) return found->get();
    }
    return nullptr;
  }
  template <typename Fn>
  void ForEach(const Fn& fn) const {
    for (const auto& shelf : shelves) {
      for (const auto& function : shelf->functions()) fn(*function);
    }
  }
  void AddShelf(std::shared_ptr<const Shelf> shelf) {
    if (shelf->size() == 0) return;
    while (!shelves.empty() && shelves.back()->size() < 2 * shelf->size()) {
      auto joined = std::make_shared<Shelf>(*shelves.back());
      for (const auto& function : shelf->functions()) joined->Add(function);
      shelf = std::move(joined);
      shelves.pop_back();
    }
    shelves.push_back(std::move(shelf));
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
  const Function* function = content_->Find(name);
  return function != nullptr ? &function->op() : content_->registry->ops().Find(name);
}

std::string FunctionLibrary::Nearest(absl::string_view name) const {
  NearestName nearest(name);
  nearest.Offer(content_->registry->ops().Nearest(name));
  nearest.Offer(NearestFunction(name));
  return nearest.best();
}

int FunctionLibrary::size() const { return content_->registry->ops().size() + num_functions(); }

std::string FunctionLibrary::Origins() const { return content_->registry->ops().Origins(); }

int FunctionLibrary::num_functions() const {
  size_t count = 0;
  for (const auto& shelf : content_->shelves) count += shelf->size();
  return static_cast<int>(count);
}

const FunctionDef* FunctionLibrary::FindFunction(absl::string_view name) const {
  const Function* function = content_->Find(name);
  return function == nullptr ? nullptr : &function->def();
}

bool FunctionLibrary::Contains(absl::string_view name) const {
  return content_->Find(name) != nullptr;
}

std::shared_ptr<const FunctionBody> FunctionLibrary::GraphOf(absl::string_view name) const {
  const Function* function = content_->Find(name);
  return function == nullptr ? nullptr : function->graph();
}

int64_t FunctionLibrary::num_function_nodes() const { return content_->num_nodes; }

std::vector<std::string> FunctionLibrary::FunctionNames() const {
  std::vector<std::string> names;
  content_->ForEach([&names](const Function& function) { names.push_back(function.name()); });
  return names;
}

std::string FunctionLibrary::NearestFunction(absl::string_view name) const {
  NearestName nearest(name);
  content_->ForEach([&nearest](const Function& function) { nearest.Offer(function.name()); });
  return nearest.best();
}

absl::StatusOr<std::shared_ptr<const FunctionBody>> FunctionLibrary::Instantiate(
    absl::string_view name, const NodeAttrs& attrs) const {
  const Function* function = content_->Find(name);
  if (function == nullptr) {
    return absl::NotFoundError(absl::StrCat("function ", Quoted(name), " is not in the library",
                                            NearestHint(NearestFunction(name))));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const NodeAttrs all_attrs, AttrsOfCall(function->op().op_def, attrs));
  const std::string key = KeyOf(name, all_attrs);
  const std::shared_ptr<Memo> memo = content_->memo.lock();
  if (memo != nullptr) {
    if (std::shared_ptr<const FunctionBody> known = memo->Find(key); known != nullptr) return known;
  }
  const FunctionBody* graph = function->graph().get();
  const FunctionSource source{graph == nullptr ? &function->def() : nullptr,
                              graph,
                              all_attrs,
                              content_->producer,
                              content_->limits,
                              content_->registry,
                              ForBody()};
  OPGRAFT_ASSIGN_OR_RETURN(std::shared_ptr<const FunctionBody> body,
                           content_->codec->make_body(source));
  return memo != nullptr ? memo->Keep(key, std::move(body)) : body;
}

FunctionLibraryBuilder::FunctionLibraryBuilder(const FunctionLibrary& base,
                                               const FunctionCodec& codec)
    : content_(std::make_shared<FunctionLibrary::Content>(*base.content_)),
      added_(std::make_shared<FunctionLibrary::Shelf>()) {
  content_->codec = &codec;
}

FunctionLibraryBuilder::~FunctionLibraryBuilder() = default;

absl::Status FunctionLibraryBuilder::Add(const FunctionDef& function) {
  return Insert(std::make_shared<const FunctionLibrary::Function>(function));
}

absl::Status FunctionLibraryBuilder::Add(const OpDef& signature,
                                         std::shared_ptr<const FunctionBody> graph) {
  return Insert(std::make_shared<const FunctionLibrary::Function>(signature, std::move(graph),
                                                                  *content_->codec));
}

absl::Status FunctionLibraryBuilder::AddFrom(const FunctionLibrary& library,
                                             absl::string_view name) {
  return Insert(library.content_->Share(name));
}

absl::Status FunctionLibraryBuilder::Insert(
    std::shared_ptr<const FunctionLibrary::Function> function) {
  const std::string& name = function->name();
  if (name.empty()) return absl::InvalidArgumentError("a function of the library has no name");
  const auto* const added = added_->Find(name);
  const FunctionLibrary::Function* const known =
      added != nullptr ? added->get() : content_->Find(name);
  if (known != nullptr) {
    const bool is_same = known == function.get() ||
                         DeterministicBytes(known->def()) == DeterministicBytes(function->def());
    if (is_same) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Cannot add function ", Quoted(name),
                     " because a different function with the same name already exists."));
  }
  if (content_->registry->ops().Find(name) != nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Cannot add function ", Quoted(name), " because an op with the same name already exists."));
  }
  content_->num_nodes += function->num_nodes();
  added_->Add(std::move(function));
  return absl::OkStatus();
}

void FunctionLibraryBuilder::SetProducer(int producer) { content_->producer = producer; }
void FunctionLibraryBuilder::SetLimits(const ImportLimits& limits) { content_->limits = limits; }

FunctionLibrary FunctionLibraryBuilder::Build() {
  content_->AddShelf(std::move(added_));
  auto memo = std::make_shared<FunctionLibrary::Memo>();
  content_->memo = memo;
  return FunctionLibrary(std::move(content_), std::move(memo));
}

}  // namespace opgraft_internal
