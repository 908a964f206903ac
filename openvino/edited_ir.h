// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_EDITED_IR_H_
#define OPENVINO_EDITED_IR_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/graph/functions/function_body.h"
#include "framework/op/op_registry.h"
#include "framework/types/internal_namespace.h"
#include "openvino/ir.h"

namespace opgraft_internal {

// A model that a transformation changes: its graph in a draft, its inputs and outputs as ends of
// edges there. Owns copies of both; the given model stays as it is. Thread-compatible.
//
// Example, which makes the model return its first output negated:
//   EditedIr edited(ir, "negate");
//   const Endpoint out = edited.outputs()[0].tensor;
//   const Value negated = edited.Add("neg", "Neg", {edited.draft().ValueOf(out)}, {});
//   edited.outputs()[0].tensor = GraphDraft::EndpointOf(negated);
//   return edited.Finish();
class EditedIr {
 public:
  // An input or an output.
  struct Port {
    Endpoint tensor;
    std::vector<std::string> names;
  };

  // `transformation` names the caller in messages about nodes.
  EditedIr(const LoadedIr& ir, absl::string_view transformation);
  // The body of a function: its inputs and outputs are the function's, without names.
  EditedIr(const FunctionBody& body, absl::string_view transformation);

  GraphDraft& draft() { return draft_; }
  // The graph as it was, whose node ids are those of the draft's first nodes.
  const Graph& before() const { return before_; }
  std::vector<Port>& inputs() { return inputs_; }
  std::vector<Port>& outputs() { return outputs_; }

  // Adds a node, named `wanted`, with a number behind it if there is such a node. What is wrong
  // with it is reported by Finish.
  Value Add(absl::string_view wanted, const std::string& op, const std::vector<Input>& inputs,
            const GraphDraft::Attrs& attrs);
  // The ReadValue of a variable of this type and shape, with one init or none.
  Value AddReadValue(const std::string& variable, DataType type, const PartialTensorShape& shape,
                     const std::vector<Value>& init);
  // The Assign that gives a variable this value at the end of a run.
  void AddAssign(const std::string& variable, Value value);

  // Makes what reads `from` read `to`, outputs of the model too.
  absl::Status Rewire(Endpoint from, Value to);
  // Removes a node whose outputs nothing reads; what has a control edge from it gets one from the
  // node of `instead`.
  absl::Status Remove(int node, Value instead);

  // The changed model, or all problems.
  absl::StatusOr<LoadedIr> Finish();
  // Makes the changed body a function of `outer`, with the ports of `signature` and under its name
  // with a number behind it. The name; errors are GraphDraft::AddBranch's.
  absl::StatusOr<std::string> FinishBody(const OpDef& signature, EditedIr* outer);

 private:
  const Graph before_;
  const std::string call_;
  GraphDraft draft_;
  std::vector<Port> inputs_;
  std::vector<Port> outputs_;
  const std::string info_;
};

// The layer's name in the IR that a node came from; else the node's own name.
std::string FriendlyName(const Node& node);
// A model of any graph: what the first signature feeds and fetches, or the default one.
absl::StatusOr<LoadedIr> IrOfGraph(Graph graph, CompileOptions options = {});

}  // namespace opgraft_internal

#endif  // OPENVINO_EDITED_IR_H_
