// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/layer_lowering.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/graph/builder/held_constant.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {
namespace {

template <typename T>
absl::StatusOr<T> Named(const char* name, absl::StatusOr<T> value) {
  if (value.ok()) return value;
  return absl::Status(value.status().code(),
                      absl::StrCat("attribute '", name, "': ", value.status().message()));
}

template <typename T>
std::vector<int64_t> AsInts(const Tensor& tensor) {
  std::vector<int64_t> values;
  const auto flat = tensor.flat<T>();
  for (int64_t i = 0; i < flat.size(); ++i) values.push_back(static_cast<int64_t>(flat(i)));
  return values;
}

}  // namespace

LayerLowering::LayerLowering(const IrLayer& layer, std::vector<LayerValue> inputs,
                             std::string node_name, GraphDraft* draft)
    : layer_(layer),
      tag_(layer.Tag()),
      inputs_(std::move(inputs)),
      node_name_(std::move(node_name)),
      draft_(draft) {}

std::vector<Value> LayerLowering::inputs_from(int first) const {
  std::vector<Value> values;
  for (int i = first; i < num_inputs(); ++i) values.push_back(input(i));
  return values;
}

absl::optional<std::vector<int64_t>> LayerLowering::ConstantInts(int i) const {
  const Tensor* const value = constant(i);
  if (value == nullptr) return absl::nullopt;
  switch (value->dtype()) {
    case DT_INT64:
      return AsInts<int64_t>(*value);
    case DT_INT32:
      return AsInts<int32_t>(*value);
    case DT_UINT64:
      return AsInts<uint64_t>(*value);
    case DT_UINT32:
      return AsInts<uint32_t>(*value);
    case DT_INT16:
      return AsInts<int16_t>(*value);
    case DT_UINT16:
      return AsInts<uint16_t>(*value);
    case DT_INT8:
      return AsInts<int8_t>(*value);
    case DT_UINT8:
      return AsInts<uint8_t>(*value);
    default:
      return absl::nullopt;
  }
}

absl::Status LayerLowering::CheckInputs(int least, int most) const {
  if (num_inputs() >= least && num_inputs() <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("has ", num_inputs(), " inputs; it takes ", least,
                   most > least ? absl::StrCat(" to ", most) : std::string()));
}

// --- Attributes ---

pugi::xml_attribute LayerLowering::FindAttr(absl::string_view name) const {
  const std::string text(name);
  const pugi::xml_attribute found = layer_.data().attribute(text.c_str());
  if (!found.empty()) return found;
  return layer_.data().attribute(absl::StrReplaceAll(text, {{"_", "-"}}).c_str());
}

absl::Status LayerLowering::Absent(const char* name) const {
  return absl::InvalidArgumentError(absl::StrCat("attribute '", name, "' is missing"));
}

std::string LayerLowering::Text(const char* name, absl::string_view fallback) const {
  return HasAttr(name) ? absl::AsciiStrToLower(RawAttr(name)) : std::string(fallback);
}

absl::StatusOr<int64_t> LayerLowering::Int(const char* name,
                                           absl::optional<int64_t> fallback) const {
  if (HasAttr(name)) return Named(name, ParseIrInt(RawAttr(name)));
  return fallback.has_value() ? absl::StatusOr<int64_t>(*fallback) : Absent(name);
}

absl::StatusOr<float> LayerLowering::Float(const char* name, absl::optional<float> fallback) const {
  if (HasAttr(name)) return Named(name, ParseIrFloat(RawAttr(name)));
  return fallback.has_value() ? absl::StatusOr<float>(*fallback) : Absent(name);
}

absl::StatusOr<bool> LayerLowering::Bool(const char* name, absl::optional<bool> fallback) const {
  if (HasAttr(name)) return Named(name, ParseIrBool(RawAttr(name)));
  return fallback.has_value() ? absl::StatusOr<bool>(*fallback) : Absent(name);
}

absl::StatusOr<std::vector<int64_t>> LayerLowering::Ints(const char* name) const {
  return Named(name, ParseIrInts(RawAttr(name)));
}

absl::StatusOr<std::vector<float>> LayerLowering::Floats(const char* name) const {
  return Named(name, ParseIrFloats(RawAttr(name)));
}

absl::StatusOr<DataType> LayerLowering::Type(const char* name,
                                             absl::optional<DataType> fallback) const {
  if (!HasAttr(name)) {
    return fallback.has_value() ? absl::StatusOr<DataType>(*fallback) : Absent(name);
  }
  OPGRAFT_ASSIGN_OR_RETURN(const ElementType type, Named(name, FindElementType(RawAttr(name))));
  return type.dtype;
}

absl::StatusOr<PartialTensorShape> LayerLowering::Shape(const char* name) const {
  return Named(name, ParseIrShape(RawAttr(name)));
}

// --- Nodes ---

Value LayerLowering::AddPart(absl::string_view end, const std::string& op,
                             const std::vector<Input>& inputs, const Attrs& attrs) {
  return AddNamed(PartName(end), op, inputs, attrs);
}

Value LayerLowering::AddConstant(const std::string& name, const Tensor& value) {
  const HeldConstant held(value);
  return draft_->AddNode(Call(), "Const", {}, name, held.attrs(), held.held());
}

Value LayerLowering::Constant(absl::string_view end, const Tensor& value) {
  return AddConstant(PartName(end), value);
}

Value LayerLowering::ConstantNode(const Tensor& value) { return AddConstant(node_name_, value); }

void LayerLowering::SetOutputs(Value node) {
  for (int i = 0; HasOutput(i); ++i) SetOutput(i, node[i]);
}

void LayerLowering::SetOutput(int i, Value value) {
  if (outputs_.size() <= static_cast<size_t>(i))
    outputs_.resize(static_cast<size_t>(i) + 1, draft_->Failed());
  outputs_[static_cast<size_t>(i)] = value;
}

}  // namespace opgraft_internal
