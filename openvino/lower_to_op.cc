// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_def_util.h"
#include "framework/op/op_registration_data.h"
#include "framework/op/op_registry.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/layer_lowering.h"
#include "openvino/op_attrs.h"
#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {
namespace {

absl::Status WrongInputs(const OpDef& op, int given) {
  int least = 0;
  bool has_list = false;
  for (const OpDef::ArgDef& arg : op.input_arg()) {
    has_list = has_list || IsListArg(arg);
    if (!IsListArg(arg)) ++least;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("has ", given, " inputs; it takes ", has_list ? "at least " : "", least));
}

// The layer's inputs as those of the op: its list, if it has one, takes what the others leave.
absl::StatusOr<std::vector<Input>> InputsOf(const OpDef& op, const LayerLowering& layer) {
  int singles = 0;
  for (const OpDef::ArgDef& arg : op.input_arg()) singles += IsListArg(arg) ? 0 : 1;
  const int surplus = layer.num_inputs() - singles;
  if (surplus < 0 || (surplus > 0 && singles == op.input_arg_size()))
    return WrongInputs(op, layer.num_inputs());
  std::vector<Input> inputs;
  int next = 0;
  for (const OpDef::ArgDef& arg : op.input_arg()) {
    if (!IsListArg(arg)) {
      inputs.emplace_back(layer.input(next++));
      continue;
    }
    std::vector<Value> list;
    for (int i = 0; i < surplus; ++i) list.push_back(layer.input(next++));
    inputs.emplace_back(std::move(list));
  }
  return inputs;
}

absl::StatusOr<Attr> AttrOf(const OpDef::AttrDef& attr, const LayerLowering& layer) {
  const char* const name = attr.name().c_str();
  if (attr.type() == "int") return layer.Int(name);
  if (attr.type() == "float") return layer.Float(name);
  if (attr.type() == "bool") return layer.Bool(name);
  if (attr.type() == "type") return layer.Type(name);
  if (attr.type() == "shape") return layer.Shape(name);
  if (attr.type() == "list(int)") return layer.Ints(name);
  if (attr.type() == "list(float)") return layer.Floats(name);
  // Names of things keep their case; those of choices have none.
  if (attr.type() == "string")
    return attr.has_allowed_values() ? Attr(layer.Text(name)) : Attr(layer.RawAttr(name));
  return absl::UnimplementedError(
      absl::StrCat("attribute '", name, "' of type ", attr.type(), " cannot be read from an IR"));
}

absl::StatusOr<LayerLowering::Attrs> AttrsOf(const OpDef& op, const LayerLowering& layer) {
  LayerLowering::Attrs attrs;
  for (const OpDef::AttrDef& attr : op.attr()) {
    if (IsInferred(op, attr.name())) continue;
    if (attr.name() == kOpset) {
      attrs.emplace_back(kOpset, layer.opset());
    } else if (layer.HasAttr(attr.name().c_str())) {
      OPGRAFT_ASSIGN_OR_RETURN(Attr value, AttrOf(attr, layer));
      attrs.emplace_back(attr.name(), std::move(value));
    } else if (!attr.has_default_value()) {
      return absl::InvalidArgumentError(absl::StrCat("attribute '", attr.name(), "' is missing"));
    }
  }
  return attrs;
}

}  // namespace

absl::Status LowerToOp(const std::string& op, LayerLowering* layer) {
  OPGRAFT_ASSIGN_OR_RETURN(const OpRegistrationData* const data,
                           layer->draft()->registry().ops().LookUp(op));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Input> inputs, InputsOf(data->op_def, *layer));
  OPGRAFT_ASSIGN_OR_RETURN(const LayerLowering::Attrs attrs, AttrsOf(data->op_def, *layer));
  layer->SetOutputs(layer->Add(op, inputs, attrs));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
