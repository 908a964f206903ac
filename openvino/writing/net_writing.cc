// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/net_writing.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "framework/graph/shapes/infer_node_shapes.h"
#include "openvino/element_type.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kMaxLayers = 2'000'000;
constexpr int kMaxNodesInBodies = 500'000;
constexpr size_t kBytesOfLayer = 256;

}  // namespace

IrWriting::IrWriting(StateIndex state_index, WritePartFunction write_part_function)
    : state(std::move(state_index)), write_part(write_part_function), shapes(&InferNodeShapes) {}

bool IrWriting::IsTooBig() const {
  return num_layers > kMaxLayers || (depth > 0 && num_nodes > kMaxNodesInBodies);
}

void AddNames(const std::vector<std::string>& names, std::vector<std::string>* to) {
  for (const std::string& name : names) {
    if (!absl::c_linear_search(*to, name)) to->push_back(name);
  }
}

LayerPort NetWriting::Add(WrittenLayer layer) {
  document_->num_layers += 1 + static_cast<int64_t>(layer.name.size() / kBytesOfLayer);
  net_->layers.push_back(std::move(layer));
  return {static_cast<int>(net_->layers.size()) - 1, 0};
}

LayerPort NetWriting::Add(absl::string_view name, absl::string_view type, int opset,
                          std::vector<LayerPort> inputs, LayerData data, DataType dtype,
                          PartialTensorShape shape) {
  WrittenLayer layer;
  layer.name = std::string(name);
  layer.type = std::string(type);
  layer.opset = opset;
  layer.inputs = std::move(inputs);
  layer.data = std::move(data);
  layer.outputs.push_back({dtype, std::move(shape), {}});
  return Add(std::move(layer));
}

LayerPort NetWriting::AddConstant(absl::string_view name, const Tensor& value) {
  WrittenLayer layer;
  layer.name = std::string(name);
  layer.type = "Const";
  layer.constant = value;
  layer.outputs.push_back({value.dtype(), value.shape(), {}});
  return Add(std::move(layer));
}

LayerPort NetWriting::AddParameter(absl::string_view name, DataType dtype,
                                   const PartialTensorShape& shape) {
  LayerData data = {{"shape", FormatIrShape(shape)},
                    {"element_type", std::string(ElementTypeName(dtype))}};
  return Add(name, "Parameter", 1, {}, std::move(data), dtype, shape);
}

LayerPort NetWriting::AddResult(absl::string_view name, LayerPort value) {
  WrittenLayer layer;
  layer.name = std::string(name);
  layer.type = "Result";
  layer.inputs = {value};
  return Add(std::move(layer));
}

}  // namespace opgraft_internal
