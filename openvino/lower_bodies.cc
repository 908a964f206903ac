// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/lower_bodies.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/op/op_registration_data.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

bool HasBodies(const IrLayer& layer) {
  return layer.Is("If") || layer.Is("Loop") || layer.Is("TensorIterator");
}

absl::Status LowerWithBodies(LayerLowering* layer, NetLowering* net) {
  return layer->layer().Is("If") ? LowerIf(layer, net) : LowerLoop(layer, net);
}

Value ScalarOf(LayerLowering* layer, absl::string_view end, Value value) {
  const PartialTensorShape shape = layer->draft()->ShapeOf(value);
  if (!shape.unknown_rank() && shape.dims() == 0) return value;
  const Value scalar =
      layer->Constant(absl::StrCat(end, "/shape"), Tensor(DT_INT32, TensorShape({0})));
  return layer->AddPart(end, "Reshape", {value, scalar});
}

bool HoldsState(const GraphDraft& draft, const std::vector<std::string>& functions) {
  return std::any_of(functions.begin(), functions.end(), [&](const std::string& name) {
    return draft.functions().Find(name)->op_def.is_stateful();
  });
}

Attr ResultTypes(const GraphDraft& draft, const std::string& function) {
  std::vector<DataType> types;
  for (const auto& result : draft.functions().Find(function)->op_def.output_arg())
    types.push_back(result.type());
  return Attr(types);
}

void SetAllOutputs(Value node, LayerLowering* layer) {
  for (size_t i = 0; i < layer->layer().outputs.size(); ++i)
    layer->SetOutput(static_cast<int>(i), node[static_cast<int>(i)]);
}

}  // namespace opgraft_internal
