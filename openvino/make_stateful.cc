// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/nearest.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/port_names.h"
#include "openvino/transforms.h"

namespace opgraft {
namespace {

using Ports = std::vector<EditedIr::Port>;

// The port of that name, which is taken out.
absl::StatusOr<EditedIr::Port> Take(const char* kind, const std::string& name, Ports* ports) {
  const int index = opgraft_internal::FindPortIndex(*ports, name);
  if (index >= 0) {
    const auto found = ports->begin() + index;
    EditedIr::Port port = std::move(*found);
    ports->erase(found);
    return port;
  }
  NearestName nearest(name);
  for (const EditedIr::Port& port : *ports) {
    for (const std::string& known : port.names) nearest.Offer(known);
  }
  return absl::NotFoundError(absl::StrCat("there is no ", kind, " ", Quoted(Printable(name)),
                                          " that is not used already",
                                          NearestHint(nearest.best())));
}

absl::Status MakeOne(const std::string& input_name, const std::string& output_name, EditedIr* ir) {
  OPGRAFT_ASSIGN_OR_RETURN(const EditedIr::Port input, Take("input", input_name, &ir->inputs()));
  OPGRAFT_ASSIGN_OR_RETURN(EditedIr::Port output, Take("output", output_name, &ir->outputs()));
  const std::string variable = absl::StrCat(input_name, output_name);
  const Value parameter = ir->draft().ValueOf(input.tensor);
  const Value read =
      ir->AddReadValue(variable, ir->draft().TypeOf(parameter), ir->draft().ShapeOf(parameter), {});
  OPGRAFT_RETURN_IF_ERROR(ir->Rewire(input.tensor, read));
  const bool passes_through = output.tensor == input.tensor;
  ir->AddAssign(variable, passes_through ? read : ir->draft().ValueOf(output.tensor));
  return ir->Remove(input.tensor.node, read);
}

}  // namespace

absl::StatusOr<LoadedIr> MakeStateful(
    const LoadedIr& ir, const std::vector<std::pair<std::string, std::string>>& input_to_output) {
  EditedIr edited(ir, "make-stateful");
  for (const auto& [input, output] : input_to_output)
    OPGRAFT_RETURN_IF_ERROR(MakeOne(input, output, &edited));
  return edited.Finish();
}

}  // namespace opgraft
