// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_SHAPE_FUNCTION_REPORT_H_
#define FRAMEWORK_OP_SHAPE_FUNCTION_REPORT_H_

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/op/node_properties.h"
#include "framework/op/shape_function_watch.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// "its shape function sets no shape for output 0 'y'; ...".
std::string UnsetOutputText(const NodeProperties& node, int output);

// While alive, collects what the shape functions keep to themselves that graphs run which are
// loaded on its thread. Reports nest; the inner one is told. Belongs to the thread that makes it.
//
// Example:
//   const ShapeFunctionReport report;
//   const absl::StatusOr<Graph> graph = Graph::FromFile("model.pb");
//   for (const std::string& text : report.texts()) ...
class ShapeFunctionReport {
 public:
  ShapeFunctionReport();
  ~ShapeFunctionReport();
  ShapeFunctionReport(const ShapeFunctionReport&) = delete;
  ShapeFunctionReport& operator=(const ShapeFunctionReport&) = delete;

  // Null if the calling thread has none.
  static ShapeFunctionReport* Current() { return current_; }
  // Adds a text for each kind of note, unless the op has one of this kind already.
  void Add(const NodeProperties& node, const ShapeFunctionNotes& notes);
  // "{{node y}} Roi: its shape function ...".
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  void AddText(const NodeProperties& node, const char* kind, const std::string& text);

  static __thread ShapeFunctionReport* current_;

  std::vector<std::string> texts_;
  std::set<std::pair<std::string, std::string>> told_;  // op, kind
  ShapeFunctionReport* const outer_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_SHAPE_FUNCTION_REPORT_H_
