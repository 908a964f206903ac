// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/constant_folder.h"

#include <limits>
#include <utility>

#include "absl/types/optional.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/shapes/node_value_context.h"
#include "framework/kernel/standalone_kernel_call.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kBytesPerNode = 256;  // what a folded node costs beside its tensors

bool IsPlainData(DataType dtype) {
  return dtype != DT_RESOURCE && dtype != DT_VARIANT && dtype != DT_INVALID && !IsRefType(dtype);
}

// int32 or int64 sizes into a tensor of `dtype` with room for them. False if the type is another,
// or a size is not known or does not fit.
bool PutInts(const ValueContext::Elements& sizes, Tensor* out) {
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const int64_t size = sizes[i].size();
    if (size < 0) return false;
    if (out->dtype() == DT_INT64) {
      out->flat<int64_t>()(at) = size;
    } else if (out->dtype() == DT_INT32 && size <= std::numeric_limits<int32_t>::max()) {
      out->flat<int32_t>()(at) = static_cast<int32_t>(size);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

const Tensor* ConstantFolder::ValueOf(Endpoint output) {
  if (output.node < 0) return nullptr;  // an input that names nothing: import has reported it
  // Depth first over what the node needs, on a stack of our own: chains may be long.
  std::vector<int> pending = {output.node};
  while (!pending.empty()) {
    const int node = pending.back();
    auto [state, is_new] = states_.try_emplace(node, State::kWaiting);
    if (is_new && !FoldFromShapes(node) && MayFold(node)) {
      AddInputs(node, &pending);
      continue;
    }
    if (!is_new && state->second == State::kWaiting) {
      state->second = State::kDone;  // first: who is asked for elements may ask for this value
      Fold(node);
    }
    states_[node] = State::kDone;
    pending.pop_back();
  }
  auto found = values_.find(output);
  return found == values_.end() ? nullptr : found->second.get();
}

void ConstantFolder::Set(Endpoint output, Tensor value) {
  states_[output.node] = State::kDone;
  Store(output, std::move(value));
}

bool ConstantFolder::MayFold(int node) const {
  const GraphData& graph = facts_->graph();
  const OpRegistrationData& op = *graph.node(node).op;
  if (op.role == OpRole::kConstant) return true;
  return !op.op_def.is_stateful() && !RunsBodies(op.role) &&
         op.role != OpRole::kPlaceholderWithDefault && graph.node(node).inputs.size > 0 &&
         AllOutputsSmall(node);
}

bool ConstantFolder::AllOutputsSmall(int node) const {
  const GraphData& graph = facts_->graph();
  for (int i = 0; i < static_cast<int>(graph.node(node).outputs.size); ++i) {
    TensorShape shape;
    if (!IsPlainData(graph.OutputType({node, i})) ||
        !facts_->ShapeOf({node, i}).AsTensorShape(&shape) ||
        shape.num_elements() > static_cast<int64_t>(kMaxTensorBytes / sizeof(int64_t))) {
      return false;
    }
  }
  return true;
}

void ConstantFolder::AddInputs(int node, std::vector<int>* pending) const {
  const GraphData& graph = facts_->graph();
  for (const Endpoint& input : graph.InputsOf(node)) {
    if (input.node >= 0 && !states_.contains(input.node)) pending->push_back(input.node);
  }
}

void ConstantFolder::Fold(int node) {
  if (facts_->graph().node(node).op->role == OpRole::kConstant) return FoldConst(node);
  if (!FoldByKernel(node)) FoldFromElements(node);
}

void ConstantFolder::FoldConst(int node) {
  TensorShape shape;
  if (!AllOutputsSmall(node)) return;  // before the value is unpacked
  Tensor value;
  if (GetNodeAttr(facts_->graph().node(node).attrs, "value", &value).ok())
    Store({node, 0}, std::move(value));
}

// The values of outputs that follow from the shapes of the inputs alone, as Shape, Size and Rank
// do.
bool ConstantFolder::FoldFromShapes(int node) {
  const GraphData& graph = facts_->graph();
  const OpValueFn& value_fn = graph.node(node).op->value_fn;
  if (value_fn == nullptr) return false;
  NodeValueContext values(facts_, node);
  value_fn(&values);
  bool all_known = true;
  for (int i = 0; i < values.num_outputs(); ++i)
    all_known &= StoreSizes({node, i}, values.output(i));
  return all_known;
}

bool ConstantFolder::StoreSizes(Endpoint output,
                                const absl::optional<ValueContext::Elements>& sizes) {
  const DataType dtype = facts_->graph().OutputType(output);
  TensorShape shape;
  if (!sizes || (dtype != DT_INT32 && dtype != DT_INT64) ||
      !facts_->ShapeOf(output).AsTensorShape(&shape) ||
      shape.num_elements() != static_cast<int64_t>(sizes->size())) {
    return false;
  }
  Tensor value(dtype, shape);
  if (!PutInts(*sizes, &value)) return false;
  Store(output, std::move(value));
  return true;
}

bool ConstantFolder::FoldByKernel(int node) {
  const GraphData& graph = facts_->graph();
  std::vector<Tensor> inputs;
  int64_t cost = kBytesPerNode;
  for (const Endpoint& input : graph.InputsOf(node)) {
    auto found = values_.find(input);
    if (found == values_.end()) return false;
    inputs.push_back(*found->second);
    cost += static_cast<int64_t>(found->second->TotalBytes());
  }
  if (cost > budget_->bytes) return true;
  budget_->bytes -= cost;
  // A kernel that is missing or fails: the value is not known; the run will tell why.
  auto outputs = RunKernel(*graph.registry, graph.MakeProperties(node), inputs);
  if (!outputs.ok()) return true;
  for (size_t i = 0; i < outputs->size(); ++i)
    Store({node, static_cast<int>(i)}, std::move((*outputs)[i]));
  return true;
}

// Integers that are exact though the inputs are known in part: for x: [2, ?] those of
// StridedSlice(Shape(x), 0).
void ConstantFolder::FoldFromElements(int node) {
  const GraphData& graph = facts_->graph();
  if (graph.node(node).op->value_fn == nullptr) return;
  for (int i = 0; i < static_cast<int>(graph.node(node).outputs.size); ++i)
    StoreSizes({node, i}, facts_->ElementsOf({node, i}));
}

void ConstantFolder::Store(Endpoint output, Tensor value) {
  const size_t bytes = value.TotalBytes();
  if (!value.IsInitialized() || bytes > kMaxTensorBytes ||
      static_cast<int64_t>(bytes) > budget_->bytes)
    return;
  budget_->bytes -= static_cast<int64_t>(bytes);
  values_[output] = std::make_unique<const Tensor>(std::move(value));
}

}  // namespace opgraft_internal
