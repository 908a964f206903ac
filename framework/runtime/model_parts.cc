// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/model_parts.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/cancellation.h"
#include "framework/kernel/file_kernel.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/runtime/environment.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

constexpr int kMaxInlineDepth = 200;

// The value of a Const. A tensor that the graph holds is shared; of its memory none is taken, but
// the model answers for it, unless a file backs it.
absl::Status ReadConstant(const Node& node, const std::shared_ptr<MemoryBudget>& budget,
                          Tensor* value) {
  const Tensor* held = node.attrs().HeldTensor("value");
  MemoryScope memory(budget);
  if (held == nullptr) return GetNodeAttr(node.attrs(), "value", value);
  const auto bytes = static_cast<int64_t>(held->TotalBytes());
  const bool is_allowed =
      held->buffer()->is_wrapped() ? bytes <= budget->max_tensor_bytes() : budget->Charge(bytes);
  if (!is_allowed) return NoMemoryError(held->dtype(), held->shape());
  *value = *held;
  return absl::OkStatus();
}

}  // namespace

bool ModelParts::MayGoOn() const {
  const CancellationManager* const manager = model_->options.cancellation_manager;
  return manager == nullptr || !manager->IsCancelled();
}

void ModelParts::AddProblem(const absl::Status& status, const std::string& where) {
  const std::string message = absl::StrCat(status.message(), where);
  if (!known_problems_.insert(message).second) return;
  problems_.Add(static_cast<int>(known_problems_.size()), status.code(), message);
}

// Kernels of bodies may have a node's name in common: the second is "node#1".
std::string ModelParts::StateIdOf(const std::string& node) {
  const int n = kernels_of_name_[node]++;
  return n == 0 ? node : absl::StrCat(node, "#", n);
}

absl::Status ModelParts::UseRaised(const RaisedGraphs& raised) {
  library_ = raised.functions;
  new_functions_ = &raised.origins;
  if (!raised.has_new_calls) return absl::OkStatus();
  OPGRAFT_ASSIGN_OR_RETURN(state_of_new_calls_, StateIndex::Make(raised.base));
  state_ = &*state_of_new_calls_;
  return absl::OkStatus();
}

void ModelParts::NoteOrigins(const FunctionBody& body) {
  if (new_functions_ == nullptr) return;
  const auto found = new_functions_->find(body.name);
  if (found != new_functions_->end()) NoteOrigins(&body, found->second);
}

std::pair<const void*, int> ModelParts::IdentityOf(const void* key, int node) const {
  const auto found = origins_of_key_.find(key);
  if (found == origins_of_key_.end()) return {key, node};
  const int origin = (*found->second)[node];
  return origin < 0 ? std::make_pair(key, node)
                    : std::make_pair<const void*, int>(nullptr, +origin);
}

ModelParts::Kernel ModelParts::KernelFor(const void* key, const Node& node,
                                         const std::string& where) {
  auto [it, is_new] = kernels_.try_emplace(IdentityOf(key, node.id()));
  if (!is_new) return it->second;
  const auto properties = node.Properties();
  const KernelRegistry* const shared = model_->options.environment->registry();
  const KernelRegistry& registry = shared != nullptr ? *shared : model_->graph.registry();
  auto registration = registry.Find(*properties);
  if (!registration.ok()) {
    AddProblem(registration.status(), where);
    return {};
  }
  auto kernel =
      ConstructKernel(**registration, properties, model_->device, nullptr, StateIdOf(node.name()));
  if (!kernel.ok()) {
    AddProblem(kernel.status(), where);
    return {};
  }
  NoteVariable((*kernel)->Facets().variable_source);
  if ((*kernel)->Facets().files != nullptr) model_->opens_files = true;
  model_->kernels.push_back(*std::move(kernel));
  model_->kernel_origins.push_back(*registration);
  it->second = {model_->kernels.back().get(), &(*registration)->spec};
  return it->second;
}

void ModelParts::NoteVariable(const VariableSource* source) {
  if (source == nullptr) return;
  const VariablePlace& place = source->place();
  if (place.name.empty()) return;
  const auto index = static_cast<int>(model_->variables.size() + model_->opened_variables.size());
  // Two handles may name one variable; what the first says of it counts.
  if (model_->opened_variable_index.try_emplace(place.name, index).second)
    model_->opened_variables.push_back(place);
}

const Tensor* ModelParts::ConstantFor(const void* key, const Node& node, const std::string& where) {
  auto [it, is_new] = constants_.try_emplace(IdentityOf(key, node.id()), nullptr);
  if (!is_new) return it->second;
  Tensor value;
  absl::Status status = ReadConstant(node, model_->constant_budget, &value);
  if (status.ok() && value.dtype() != node.output_type(0)) {
    status = absl::InvalidArgumentError(
        absl::StrCat("attr 'value' is ", DataTypeString(value.dtype()), ", attr 'dtype' is ",
                     DataTypeString(node.output_type(0))));
  }
  if (!status.ok()) {
    AddProblem(absl::Status(status.code(),
                            absl::StrCat("node '", node.name(), "' (Const): ", status.message())),
               where);
    return nullptr;
  }
  model_->constants.push_back(std::move(value));
  it->second = &model_->constants.back();
  return it->second;
}

int32_t ModelParts::VariableOf(const Node& node) const {
  auto it = model_->variable_index.find(VariableIdOf(node));
  return it == model_->variable_index.end() ? -1 : it->second;
}

absl::optional<Callees> ModelParts::CalleesFor(const Node& node, const std::string& where) {
  auto callees = CalleesOf(node, library_);
  if (callees.ok()) return *std::move(callees);
  AddProblem(absl::Status(callees.status().code(), absl::StrCat(NodeTag(node.name(), node.op()),
                                                                ": ", callees.status().message())),
             where);
  return absl::nullopt;
}

bool ModelParts::ShouldInline(const FunctionBody& body) {
  if (InlinedSize(body, 0) > model_->options.limits.max_inlined_steps) return false;
  inlines_left_ -= body.graph.num_nodes();
  return inlines_left_ >= 0;
}

// Saturates above the limit; a recursive function counts as larger than any limit.
int64_t ModelParts::InlinedSize(const FunctionBody& body, int depth) {
  const int64_t too_large = model_->options.limits.max_inlined_steps + 1;
  auto [it, is_new] = inlined_sizes_.try_emplace(&body, too_large);
  if (!is_new || depth > kMaxInlineDepth) return it->second;
  int64_t size = 0;
  for (int id = 0; id < body.graph.num_nodes() && size < too_large; ++id) {
    const Node node = body.graph.node(id);
    ++size;
    if (!RunsBodies(node.role())) continue;
    const auto callees = CalleesOf(node, library_);
    if (!callees.ok()) continue;
    for (const auto& callee : callees->bodies) size += InlinedSize(*callee, depth + 1);
  }
  size = std::min(size, too_large);
  inlined_sizes_[&body] = size;
  return size;
}

const Program* ModelParts::FunctionProgram(std::shared_ptr<const FunctionBody> body) {
  const FunctionBody* key = body.get();
  auto [it, is_new] = functions_.try_emplace(key);
  if (is_new) {
    model_->functions.push_back(std::make_unique<Program>());
    it->second = {std::move(body), model_->functions.back().get()};
    pending_.push_back(key);
  }
  return it->second.second;
}

std::pair<std::shared_ptr<const FunctionBody>, Program*> ModelParts::TakePendingFunction() {
  if (pending_.empty()) return {nullptr, nullptr};
  const FunctionBody* key = pending_.back();
  pending_.pop_back();
  return functions_[key];
}

}  // namespace opgraft_internal
