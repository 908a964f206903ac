// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/graph/shapes/shape_refiner.h"
#include "framework/types/nearest.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/port_names.h"
#include "openvino/transforms.h"

namespace opgraft {
namespace {

absl::Status SetShape(const std::string& name, const PartialTensorShape& shape, EditedIr* ir) {
  const int index = opgraft_internal::FindPortIndex(ir->inputs(), name);
  if (index >= 0) {
    const EditedIr::Port& port = ir->inputs()[static_cast<size_t>(index)];
    return ir->draft().editor().SetAttr(port.tensor.node, "shape", shape);
  }
  NearestName nearest(name);
  for (const EditedIr::Port& port : ir->inputs()) {
    for (const std::string& known : port.names) nearest.Offer(known);
  }
  return absl::NotFoundError(
      absl::StrCat("there is no input ", Quoted(Printable(name)), NearestHint(nearest.best())));
}

}  // namespace

absl::StatusOr<LoadedIr> ReshapeInputs(const LoadedIr& ir,
                                       const std::map<std::string, PartialTensorShape>& shapes) {
  EditedIr edited(ir, "reshape");
  for (const auto& [name, shape] : shapes) OPGRAFT_RETURN_IF_ERROR(SetShape(name, shape, &edited));
  ShapeRefiner refiner(&edited.draft().editor().data());
  for (const int32_t node : edited.before().topological_order())
    OPGRAFT_RETURN_IF_ERROR(refiner.Infer(node));
  return edited.Finish();
}

}  // namespace opgraft
