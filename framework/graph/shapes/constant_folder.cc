// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/constant_folder.h"

#include <limits>
#include <utility>

#include "absl/types/optional.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/kernel/standalone_kernel_call.h"

namespace opgraft {
namespace {

constexpr int64_t kBytesPerNode = 256;  // what a folded node costs beside its tensors

// Their values are known from the shape of the input alone.
bool ReadsOnlyShape(absl::string_view op) {
  return op == "Shape" || op == "ShapeN" || op == "Size" || op == "Rank";
}

bool IsPlainData(DataType dtype) {
  return dtype != DT_RESOURCE && dtype != DT_VARIANT && dtype != DT_INVALID && !IsRefType(dtype);
}

// int32 or int64 numbers into a tensor of `dtype` with room for them. False if the type is another
// or a number does not fit.
bool PutInts(const std::vector<int64_t>& numbers, Tensor* out) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    if (out->dtype() == DT_INT64) {
      out->flat<int64_t>()(at) = numbers[i];
    } else if (out->dtype() == DT_INT32 && numbers[i] <= std::numeric_limits<int32_t>::max()) {
      out->flat<int32_t>()(at) = static_cast<int32_t>(numbers[i]);
    } else {
      return false;
    }
  }
  return true;
}

// What the op says of a tensor of this shape; nothing if it is not known well enough.
absl::optional<std::vector<int64_t>> NumbersOf(absl::string_view op,
                                               const PartialTensorShape& partial) {
  if (op == "Rank" && !partial.unknown_rank()) return {{partial.dims()}};
  TensorShape shape;
  if (!partial.AsTensorShape(&shape)) return absl::nullopt;
  if (op == "Size") return {{shape.num_elements()}};
  return std::vector<int64_t>(shape.sizes().begin(), shape.sizes().end());
}

}  // namespace

const Tensor* ConstantFolder::ValueOf(Endpoint output) {
  if (output.node < 0) return nullptr;  // an input that names nothing: import has reported it
  // Depth first over what the node needs, on a stack of our own: chains may be long.
  std::vector<int> pending = {output.node};
  while (!pending.empty()) {
    const int node = pending.back();
    auto [state, is_new] = states_.try_emplace(node, State::kWaiting);
    if (is_new && MayFold(node)) {
      AddInputs(node, &pending);
      continue;
    }
    if (!is_new && state->second == State::kWaiting) Fold(node);
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
  const std::string& name = op.op_def.name();
  if (name == "Const" || ReadsOnlyShape(name)) return true;
  return !op.op_def.is_stateful() && !RunsFunctions(op) && name != "PlaceholderWithDefault" &&
         graph.node(node).inputs.size > 0 && AllOutputsSmall(node);
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
  if (ReadsOnlyShape(graph.node(node).op->op_def.name())) return;
  for (const Endpoint& input : graph.InputsOf(node)) {
    if (input.node >= 0 && !states_.contains(input.node)) pending->push_back(input.node);
  }
}

void ConstantFolder::Fold(int node) {
  const std::string& op = facts_->graph().node(node).op->op_def.name();
  if (op == "Const") {
    FoldConst(node);
  } else if (ReadsOnlyShape(op)) {
    FoldFromShape(node);
  } else {
    FoldByKernel(node);
  }
}

void ConstantFolder::FoldConst(int node) {
  TensorShape shape;
  if (!AllOutputsSmall(node)) return;  // before the value is unpacked
  Tensor value;
  if (GetNodeAttr(facts_->graph().node(node).attrs, "value", &value).ok())
    Store({node, 0}, std::move(value));
}

void ConstantFolder::FoldFromShape(int node) {
  const GraphData& graph = facts_->graph();
  const std::string& op = graph.node(node).op->op_def.name();
  for (int i = 0; i < static_cast<int>(graph.node(node).outputs.size); ++i) {
    const auto numbers =
        NumbersOf(op, facts_->ShapeOf(graph.InputsOf(node)[static_cast<size_t>(i)]));
    if (!numbers) continue;
    TensorShape shape;
    if (op == "Shape" || op == "ShapeN") shape.AddDim(static_cast<int64_t>(numbers->size()));
    Tensor value(graph.OutputType({node, i}), shape);
    if (PutInts(*numbers, &value)) Store({node, i}, std::move(value));
  }
}

void ConstantFolder::FoldByKernel(int node) {
  const GraphData& graph = facts_->graph();
  std::vector<Tensor> inputs;
  int64_t cost = kBytesPerNode;
  for (const Endpoint& input : graph.InputsOf(node)) {
    auto found = values_.find(input);
    if (found == values_.end()) return;
    inputs.push_back(*found->second);
    cost += static_cast<int64_t>(found->second->TotalBytes());
  }
  if (cost > budget_->bytes) return;
  budget_->bytes -= cost;
  // A kernel that is missing or fails: the value is not known; the run will tell why.
  auto outputs = RunKernel(*graph.registry, graph.MakeProperties(node), inputs);
  if (!outputs.ok()) return;
  for (size_t i = 0; i < outputs->size(); ++i)
    Store({node, static_cast<int>(i)}, std::move((*outputs)[i]));
}

void ConstantFolder::Store(Endpoint output, Tensor value) {
  const size_t bytes = value.TotalBytes();
  if (!value.IsInitialized() || bytes > kMaxTensorBytes ||
      static_cast<int64_t>(bytes) > budget_->bytes)
    return;
  budget_->bytes -= static_cast<int64_t>(bytes);
  values_[output] = std::make_unique<const Tensor>(std::move(value));
}

}  // namespace opgraft
