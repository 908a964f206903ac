// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_LAYER_LOWERING_H_
#define OPENVINO_LAYER_LOWERING_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/graph/builder/value.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"
#include "openvino/element_type.h"
#include "openvino/ir_net.h"

namespace opgraft_internal {

// A value of the draft, and what it is if a constant layer gives it.
struct LayerValue {
  Value value;
  // Null if no constant layer gives it.
  const Tensor* constant = nullptr;
  // The type that the file has it in, which may be narrower than the tensor's.
  const ElementType* constant_type = nullptr;
};

// One layer that becomes nodes of a draft: what a lowering function reads and writes. The names of
// the nodes begin with the layer's; problems of nodes are told with the layer. Thread-compatible.
//
// Example, of a layer whose meaning is TensorFlow's Tile:
//   absl::Status LowerTile(LayerLowering* layer) {
//     layer->SetOutput(0, layer->Add("Tile", {layer->input(0), layer->input(1)}));
//     return absl::OkStatus();
//   }
class LayerLowering {
 public:
  using Attrs = GraphDraft::Attrs;

  // `node_name` is free in the draft.
  LayerLowering(const IrLayer& layer, std::vector<LayerValue> inputs, std::string node_name,
                GraphDraft* draft);

  const IrLayer& layer() const { return layer_; }
  int opset() const { return layer_.opset; }
  // The same layer again, for nodes named LAYER/`end`.
  LayerLowering Beside(absl::string_view end) {
    return LayerLowering(layer_, inputs_, PartName(end), draft_);
  }
  GraphDraft* draft() { return draft_; }
  const std::string& node_name() const { return node_name_; }

  // --- Inputs: REQUIRES: 0 <= i < num_inputs() ---
  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  Value input(int i) const { return inputs_[static_cast<size_t>(i)].value; }
  std::vector<Value> inputs_from(int first) const;
  DataType input_type(int i) const { return TypeOf(input(i)); }
  PartialTensorShape input_shape(int i) const { return draft_->ShapeOf(input(i)); }
  // Its value if a constant gives it; else null.
  const Tensor* constant(int i) const { return inputs_[static_cast<size_t>(i)].constant; }
  // The type of a constant as the file has it, which may be narrower than its dtype; else null.
  const ElementType* constant_type(int i) const {
    return inputs_[static_cast<size_t>(i)].constant_type;
  }
  // Of any value of the draft.
  DataType TypeOf(Value value) const { return draft_->TypeOf(value); }
  // The integers of a constant of any integer type; nothing if the input is not such a constant.
  absl::optional<std::vector<int64_t>> ConstantInts(int i) const;

  // INVALID_ARGUMENT unless there are so many inputs: `least`, or from there to `most`.
  absl::Status CheckInputs(int least, int most) const;
  absl::Status CheckInputs(int count) const { return CheckInputs(count, count); }

  // --- Attributes of <data>. A '_' in a name matches a '-' too, which attrs of ops cannot have:
  // exclude-pad ---
  bool HasAttr(const char* name) const { return !FindAttr(name).empty(); }
  // The text of the file; "" if the attribute is absent.
  absl::string_view RawAttr(const char* name) const { return FindAttr(name).value(); }
  // In lower case; the fallback if it is absent.
  std::string Text(const char* name, absl::string_view fallback = "") const;
  // INVALID_ARGUMENT that names the attribute: it cannot be read, or is absent without a fallback.
  absl::StatusOr<int64_t> Int(const char* name, absl::optional<int64_t> fallback = {}) const;
  absl::StatusOr<float> Float(const char* name, absl::optional<float> fallback = {}) const;
  absl::StatusOr<bool> Bool(const char* name, absl::optional<bool> fallback = {}) const;
  absl::StatusOr<std::vector<int64_t>> Ints(const char* name) const;  // absent: none
  absl::StatusOr<std::vector<float>> Floats(const char* name) const;
  absl::StatusOr<DataType> Type(const char* name, absl::optional<DataType> fallback = {}) const;
  absl::StatusOr<PartialTensorShape> Shape(const char* name) const;

  // --- Nodes ---
  // The node of the layer, named as it is; what is wrong with it the draft knows.
  Value Add(const std::string& op, const std::vector<Input>& inputs, const Attrs& attrs = {}) {
    return AddNamed(node_name_, op, inputs, attrs);
  }
  // One beside it, named LAYER/`end`, with a number behind it where a layer is called so.
  Value AddPart(absl::string_view end, const std::string& op, const std::vector<Input>& inputs,
                const Attrs& attrs = {});
  // A constant beside it, named likewise.
  Value Constant(absl::string_view end, const Tensor& value);
  // The constant node of the layer.
  Value ConstantNode(const Tensor& value);

  // What the layer gives.
  void SetOutput(int i, Value value);
  // All of it: the outputs of `node`, in order.
  void SetOutputs(Value node);
  const std::vector<Value>& outputs() const { return outputs_; }
  // True if the layer has the output and another layer needs it.
  bool IsUsed(int i) const {
    return HasOutput(i) && layer_.outputs[static_cast<size_t>(i)].is_used;
  }
  bool HasOutput(int i) const { return static_cast<size_t>(i) < layer_.outputs.size(); }

 private:
  BuilderCall Call() const { return {"", "", SourceLocation(), tag_}; }
  Value AddNamed(const std::string& name, const std::string& op, const std::vector<Input>& inputs,
                 const Attrs& attrs) {
    return draft_->AddNode(Call(), op, inputs, name, attrs);
  }
  Value AddConstant(const std::string& name, const Tensor& value);
  std::string PartName(absl::string_view end) {
    return draft_->FreeName(absl::StrCat(node_name_, "/", end));
  }
  pugi::xml_attribute FindAttr(absl::string_view name) const;
  absl::Status Absent(const char* name) const;

  const IrLayer& layer_;
  const std::string tag_;
  const std::vector<LayerValue> inputs_;
  const std::string node_name_;
  GraphDraft* const draft_;
  std::vector<Value> outputs_;
};

// Types that TensorFlow's ops take as indices and sizes.
inline bool IsIndexType(DataType dtype) { return dtype == DT_INT32 || dtype == DT_INT64; }

// Makes the node of `op` with the layer's inputs in order and its attributes: each attr of the op
// has the name of the layer's; one that is absent there has the op's default. Types and numbers of
// inputs are inferred. An attr "opset" is the number of the layer's opset. INVALID_ARGUMENT for too
// few inputs, or too many, an attribute that cannot be read or that is missing.
absl::Status LowerToOp(const std::string& op, LayerLowering* layer);

}  // namespace opgraft_internal

#endif  // OPENVINO_LAYER_LOWERING_H_
