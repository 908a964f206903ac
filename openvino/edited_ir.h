// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_EDITED_IR_H_
#define OPENVINO_EDITED_IR_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/types/internal_namespace.h"
#include "openvino/ir.h"

namespace opgraft_internal {

// A model that a transformation changes: its graph in a draft, its inputs and outputs as ends of
// edges there. Thread-compatible.
class EditedIr {
 public:
  // An input or an output.
  struct Port {
    Endpoint tensor;
    std::vector<std::string> names;
  };

  EditedIr(const LoadedIr& ir, absl::string_view transformation);

  GraphDraft& draft() { return draft_; }
  const Graph& before() const { return before_; }
  std::vector<Port>& inputs() { return inputs_; }
  std::vector<Port>& outputs() { return outputs_; }

  // A new node, named as `wanted` or with a number behind it.
  Value Add(absl::string_view wanted, const std::string& op, const std::vector<Input>& inputs,
            const GraphDraft::Attrs& attrs);
  // The ReadValue of a variable of the type and shape of `like`, with one init or none.
  Value AddReadValue(const std::string& variable, Value like, const std::vector<Value>& init);
  void AddAssign(const std::string& variable, Value value);

  // Makes what reads `from` read `to`, outputs of the model too.
  absl::Status Rewire(Endpoint from, Value to);
  // Takes a node out that nobody reads; what waits for it waits for `instead`.
  absl::Status Remove(int node, Value instead);

  // The changed model, or all problems.
  absl::StatusOr<LoadedIr> Finish();

 private:
  const Graph before_;
  const std::string call_;
  GraphDraft draft_;
  std::vector<Port> inputs_;
  std::vector<Port> outputs_;
};

// What people call a node.
std::string FriendlyName(const Node& node);
// A model of any graph: what the first signature feeds and fetches, or the default one.
absl::StatusOr<LoadedIr> IrOfGraph(Graph graph, CompileOptions options = {});

}  // namespace opgraft_internal

#endif  // OPENVINO_EDITED_IR_H_
