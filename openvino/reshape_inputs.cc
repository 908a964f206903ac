// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/shapes/shape_refiner.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/transforms.h"

namespace opgraft {
namespace {

absl::Status SetShape(const std::string& name, const PartialTensorShape& shape, EditedIr* ir) {
  for (const EditedIr::Port& port : ir->inputs()) {
    if (!absl::c_linear_search(port.names, name)) continue;
    return ir->draft().editor().SetAttr(port.tensor.node, "shape", shape);
  }
  return absl::NotFoundError(absl::StrCat("there is no input ", Quoted(Printable(name))));
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
