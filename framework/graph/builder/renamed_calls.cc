// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/renamed_calls.h"

#include <utility>

#include "absl/types/span.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {
namespace {

// Gives a reference to function `from` the name `to`; false if it is to another function.
bool Rename(const std::string& from, const std::string& to, NameAttrList* function) {
  if (function->name() != from) return false;
  function->set_name(to);
  return true;
}

// The same in the value of an attr; false if it names no such function.
bool Rename(const std::string& from, const std::string& to, AttrValue* value) {
  if (value->has_func()) return Rename(from, to, value->mutable_func());
  bool is_renamed = false;
  if (value->list().func().empty()) return false;
  for (NameAttrList& function : *value->mutable_list()->mutable_func())
    is_renamed |= Rename(from, to, &function);
  return is_renamed;
}

}  // namespace

void RenameCalls(const std::string& from, const std::string& to, GraphEditor* editor) {
  for (int id = 0; id < editor->data().num_nodes(); ++id) {
    const NodeAttrs attrs = editor->data().node(id).attrs;
    for (const auto& [name, value] : attrs.entries()) {
      if (!value->has_func() && value->list().func().empty()) continue;
      AttrValue renamed = *value;
      if (Rename(from, to, &renamed))
        editor->SetAttrs(id, editor->data().node(id).attrs.With(name, renamed));
    }
  }
}

std::shared_ptr<FunctionBody> WithRenamedCalls(const FunctionBody& body, const std::string& from,
                                               const std::string& to) {
  auto renamed = std::make_shared<FunctionBody>(body);
  GraphEditor editor(renamed->graph);
  RenameCalls(from, to, &editor);
  const absl::Span<const int32_t> order = renamed->graph.topological_order();
  renamed->graph = std::move(editor).Finish({order.begin(), order.end()});
  return renamed;
}

}  // namespace opgraft_internal
