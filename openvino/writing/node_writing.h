// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_NODE_WRITING_H_
#define OPENVINO_WRITING_NODE_WRITING_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/shapes/shape_facts.h"
#include "framework/op/node_attrs.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "openvino/writing/net_writing.h"

namespace opgraft_internal {

// How operands meet.
inline LayerData Numpy() { return {{"auto_broadcast", "numpy"}}; }

// One node that becomes layers of a net: what a row of the writing table reads and writes. The
// mirror of LayerLowering. Thread-compatible.
//
// Example, of an op that is OpenVINO's Tile:
//   absl::Status WriteTile(NodeWriting* node) {
//     node->Write("Tile", 1, {node->input(0), node->input(1)});
//     return absl::OkStatus();
//   }
class NodeWriting {
 public:
  NodeWriting(const Node& node, ShapeFacts* facts, std::string name, std::vector<LayerPort> inputs,
              NetWriting* net);

  const Node& node() const { return node_; }
  const std::string& op() const { return node_.op(); }
  const std::string& name() const { return name_; }
  NetWriting& net() { return *net_; }
  ShapeFacts* facts() { return facts_; }

  // --- Inputs: REQUIRES: 0 <= i < num_inputs() ---
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  LayerPort input(int i) const { return inputs_[static_cast<size_t>(i)]; }
  const std::vector<LayerPort>& inputs() const { return inputs_; }
  DataType input_type(int i) const;
  const PartialTensorShape& input_shape(int i) const;
  // Its value if that is known before a run; else nothing.
  absl::optional<Tensor> constant(int i) const;
  // The integers of such a value; UNIMPLEMENTED if it is not known. `what` names the input.
  absl::StatusOr<std::vector<int64_t>> Ints(int i, absl::string_view what) const;
  // The same of one integer.
  absl::StatusOr<int64_t> Int(int i, absl::string_view what) const;
  // The rank of an input; UNIMPLEMENTED if it is not known.
  absl::StatusOr<int> Rank(int i) const;

  // --- Attributes of the node, which are complete and right by its op ---
  template <typename T>
  T Attr(absl::string_view name, T fallback = T()) const {
    const absl::Status status = GetNodeAttr(node_.attrs(), name, &fallback);
    return fallback;
  }

  // --- Outputs of the node ---
  DataType output_type(int i) const;
  const PartialTensorShape& output_shape(int i) const { return facts_->ShapeOf({node_.id(), i}); }

  // --- Layers ---
  // The layer of the node, with its name, and the outputs of the node as its outputs.
  void Write(absl::string_view type, int opset, std::vector<LayerPort> inputs, LayerData data = {});
  // The same of a layer that has one output, which is output 0 of the node.
  LayerPort WriteOne(absl::string_view type, int opset, std::vector<LayerPort> inputs,
                     LayerData data = {});
  // One beside it, named NODE/`end`.
  LayerPort Part(absl::string_view end, absl::string_view type, int opset,
                 std::vector<LayerPort> inputs, LayerData data, DataType dtype,
                 PartialTensorShape shape);
  // The same of the type and shape of its first input.
  LayerPort PartLike(absl::string_view end, absl::string_view type, int opset,
                     std::vector<LayerPort> inputs, LayerData data = {});
  // One of two operands that broadcast, of the type of the first.
  LayerPort Binary(absl::string_view end, absl::string_view type, LayerPort a, LayerPort b);
  // Constants beside it.
  LayerPort Constant(absl::string_view end, const Tensor& value);
  LayerPort Number(absl::string_view end, DataType dtype, double number);
  LayerPort IntList(absl::string_view end, const std::vector<int64_t>& numbers);
  // `value` in another type; itself if it is of that type.
  LayerPort Converted(absl::string_view end, LayerPort value, DataType dtype);
  // `value` with its dimensions in another order.
  LayerPort Transposed(absl::string_view end, LayerPort value, const std::vector<int64_t>& order);
  LayerPort Reshaped(absl::string_view end, LayerPort value, const std::vector<int64_t>& sizes);
  LayerPort Squeezed(absl::string_view end, LayerPort value, const std::vector<int64_t>& axes,
                     PartialTensorShape shape);
  // Its sizes, as int64.
  LayerPort ShapeOf(absl::string_view end, LayerPort value);

  void SetOutput(int i, LayerPort port) { outputs_[static_cast<size_t>(i)] = port; }
  const std::vector<LayerPort>& outputs() const { return outputs_; }

 private:
  WrittenLayer LayerOfNode(absl::string_view type, int opset, std::vector<LayerPort> inputs,
                           LayerData data) const;
  std::string PartName(absl::string_view end) const;

  const Node node_;
  ShapeFacts* const facts_;
  const std::string name_;
  const std::vector<LayerPort> inputs_;
  NetWriting* const net_;
  std::vector<LayerPort> outputs_;  // by output; no layer: not written
};

// The shape of what two shapes broadcast to.
PartialTensorShape BroadcastOf(const PartialTensorShape& a, const PartialTensorShape& b);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_NODE_WRITING_H_
