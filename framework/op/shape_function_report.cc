// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/shape_function_report.h"

#include "absl/strings/str_cat.h"

namespace opgraft_internal {

__thread ShapeFunctionReport* ShapeFunctionReport::current_ = nullptr;

std::string UnsetOutputText(const NodeProperties& node, int output) {
  return absl::StrCat("its shape function sets no shape for output ", output, " '",
                      node.OutputName(output), "'; call set_output for each, with UnknownShape() ",
                      "if nothing is known");
}

ShapeFunctionReport::ShapeFunctionReport() : outer_(std::exchange(current_, this)) {}

ShapeFunctionReport::~ShapeFunctionReport() { current_ = outer_; }

void ShapeFunctionReport::Add(const NodeProperties& node, const ShapeFunctionNotes& notes) {
  if (!notes.unset_outputs.empty())
    AddText(node, "unset", UnsetOutputText(node, notes.unset_outputs.front()));
  if (!notes.ignored.empty()) {
    AddText(node, "ignored",
            absl::StrCat("its shape function drops an error: ", notes.ignored.front(),
                         "; return it (TF_RETURN_IF_ERROR)"));
  }
}

void ShapeFunctionReport::AddText(const NodeProperties& node, const char* kind,
                                  const std::string& text) {
  if (!told_.emplace(node.op_name, kind).second) return;
  texts_.push_back(absl::StrCat("{{node ", node.name, "}} ", node.op_name, ": ", text));
}

}  // namespace opgraft_internal
