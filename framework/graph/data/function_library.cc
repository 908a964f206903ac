// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/function_library.h"

#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "framework/graph/data/graph_versions.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/attr_value_equal.h"
#include "framework/op/common_call_sites.h"
#include "framework/types/made_once.h"
#include "framework/types/nearest.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft_internal {

// The bodies made so far, by function and attrs. Thread-safe.
class FunctionLibrary::Memo {
 public:
  // `checker` may be null.
  explicit Memo(std::shared_ptr<NodeDefChecker> checker) : checker_(std::move(checker)) {}

  NodeDefChecker* checker() const { return checker_.get(); }
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
  const std::shared_ptr<NodeDefChecker> checker_;
  mutable absl::Mutex mutex_;
  absl::flat_hash_map<std::string, std::shared_ptr<const FunctionBody>> bodies_
      ABSL_GUARDED_BY(mutex_);
};

namespace {

// A FunctionDef of some 100 bytes takes 2000 as a message. Of larger ones the share is the same,
// but to parse them again each time takes long.
constexpr size_t kMaxPackedBytes = 512;

// A FunctionDef, as bytes where it is small: a file may hold a million functions of one node. A
// large one lacks its signature, since an op of a hundred thousand arguments is large too and need
// not be held twice. Immutable, so thread-safe.
class PackedFunctionDef {
 public:
  PackedFunctionDef() = default;
  explicit PackedFunctionDef(const FunctionDef& def) {
    if (def.ByteSizeLong() <= kMaxPackedBytes) bytes_ = def.SerializeAsString();
    // Protobuf may not read what it wrote: a name that is no UTF-8, say.
    if (!bytes_.empty() && Get() != nullptr) return;
    auto message = std::make_shared<FunctionDef>(def);
    message->clear_signature();
    message_ = std::move(message);
  }

  bool lacks_signature() const { return message_ != nullptr; }
  std::shared_ptr<const FunctionDef> Get() const {
    if (message_ != nullptr) return message_;
    auto def = std::make_shared<FunctionDef>();
    return def->ParseFromString(bytes_) ? def : nullptr;
  }

 private:
  std::string bytes_;
  std::shared_ptr<const FunctionDef> message_;  // null: the bytes are all
};

OpRegistrationData OpOf(const OpDef& signature) {
  OpRegistrationData op;
  op.op_def = signature;
  op.is_function_op = true;
  op.role = OpRole::kCall;
  op.call_site_fn = CallOfOp;
  return op;
}

}  // namespace

// One function, read from a FunctionDef or added as a graph. Thread-safe.
class FunctionLibrary::Function {
 public:
  explicit Function(const FunctionDef& def)
      : name_(def.signature().name()), num_nodes_(def.node_def_size()), def_(def) {
    if (def_.lacks_signature()) op_.Get([&def] { return OpOf(def.signature()); });
  }
  Function(const OpDef& signature, std::shared_ptr<const FunctionBody> graph,
           const FunctionCodec& codec)
      : name_(signature.name()),
        num_nodes_(codec.num_nodes(*graph)),
        graph_(std::move(graph)),
        codec_(&codec) {
    op_.Get([&signature] { return OpOf(signature); });
  }

  const OpRegistrationData& op() const {
    return op_.Get([this] { return OpOf(def_.Get()->signature()); });
  }
  const std::string& name() const { return name_; }
  // Those of the arguments not counted.
  int64_t num_nodes() const { return num_nodes_; }
  const std::shared_ptr<const FunctionBody>& graph() const { return graph_; }
  std::shared_ptr<const FunctionDef> def() const {
    const std::shared_ptr<const FunctionDef> body = def_of_body();
    if (graph_ != nullptr || !def_.lacks_signature()) return body;
    auto def = std::make_shared<FunctionDef>(*body);
    *def->mutable_signature() = op().op_def;
    return def;
  }
  // Without the signature if it is large.
  std::shared_ptr<const FunctionDef> def_of_body() const {
    if (graph_ == nullptr) return def_.Get();
    return std::make_shared<const FunctionDef>(codec_->to_def(op().op_def, *graph_));
  }

 private:
  const std::string name_;
  const int64_t num_nodes_;
  const PackedFunctionDef def_;                      // empty if there is a graph
  const std::shared_ptr<const FunctionBody> graph_;  // null: `def_` is all
  const FunctionCodec* const codec_ = nullptr;
  MadeOnce<OpRegistrationData> op_;  // by the first node that calls the function
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

absl::Status MissingAttr(const OpDef& signature, const OpDef::AttrDef& attr) {
  return absl::InvalidArgumentError(
      absl::StrCat("function ", Quoted(signature.name()), ": attr ", Quoted(attr.name()),
                   " is missing; the function needs ", attr.name(), ": ", attr.type()));
}

// The values of the function's attrs: the caller's, else the defaults.
absl::StatusOr<NodeAttrs> AttrsOfCall(const OpDef& signature, const NodeAttrs& given) {
  std::vector<NodeAttrs::Entry> entries;
  for (const OpDef::AttrDef& attr : signature.attr()) {
    const AttrValue* value = given.Find(attr.name());
    if (value == nullptr && attr.has_default_value()) value = &attr.default_value();
    if (value == nullptr) return MissingAttr(signature, attr);
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
  memo_ = std::make_shared<Memo>(nullptr);
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

std::shared_ptr<const FunctionDef> FunctionLibrary::FindFunction(absl::string_view name) const {
  const Function* function = content_->Find(name);
  return function == nullptr ? nullptr : function->def();
}

std::shared_ptr<const FunctionDef> FunctionLibrary::FindBodyOf(absl::string_view name) const {
  const Function* function = content_->Find(name);
  return function == nullptr ? nullptr : function->def_of_body();
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
  const OpDef& signature = function->op().op_def;
  OPGRAFT_ASSIGN_OR_RETURN(const NodeAttrs all_attrs, AttrsOfCall(signature, attrs));
  const std::string key = KeyOf(name, all_attrs);
  const std::shared_ptr<Memo> memo = content_->memo.lock();
  if (memo != nullptr) {
    if (std::shared_ptr<const FunctionBody> known = memo->Find(key); known != nullptr) return known;
  }
  const FunctionBody* const graph = function->graph().get();
  const auto def = graph == nullptr ? function->def_of_body() : nullptr;
  const FunctionSource source{
      signature,          def.get(),          graph,
      all_attrs,          content_->producer, content_->limits,
      content_->registry, ForBody(),          memo == nullptr ? nullptr : memo->checker()};
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
                         DeterministicBytes(*known->def()) == DeterministicBytes(*function->def());
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
  auto memo = std::make_shared<FunctionLibrary::Memo>(
      content_->codec->make_checker(content_->limits, content_->producer));
  content_->memo = memo;
  return FunctionLibrary(std::move(content_), std::move(memo));
}

}  // namespace opgraft_internal
