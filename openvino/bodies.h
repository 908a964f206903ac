// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_BODIES_H_
#define OPENVINO_BODIES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "openvino/ir_net.h"
#include "openvino/net_lowering.h"
#include "pugixml.hpp"

namespace opgraft_internal {

// An entry of a port map: what an input of the layer, or an output, is in its body.
struct PortMapEntry {
  // The id of the layer's port; negative: none, and `purpose` says what the entry is for.
  int64_t external = 0;
  // The input or output of the layer, by its index; -1: none.
  int index = -1;
  // The Parameter or Result, by its index in the body's net.
  int internal = -1;
  // "current_iteration" or "execution_condition" of a Loop; else "".
  std::string purpose;
  pugi::xml_node xml;
};

// A body of a layer: its net and how its Parameters and Results hang together with the layer.
// Borrows the document.
struct IrBody {
  IrNet net;
  // In the order of the file.
  std::vector<PortMapEntry> inputs;
  // In the order of the layer's outputs, after those that are not for an output.
  std::vector<PortMapEntry> outputs;
};

// Reads the element `body` and the port map `map` of a layer. INVALID_ARGUMENT for a body without
// layers, and for entries that are unknown, duplicate or missing; RESOURCE_EXHAUSTED for bodies
// that nest deeper than 50. Problems of the body's own layers go to the document's list.
absl::StatusOr<IrBody> ReadIrBody(const IrLayer& layer, const char* body, const char* map,
                                  int version, IrDocument* document);

// The body of a layer as a draft: its arguments stand for the Parameters that AddArgument names,
// its results for the body's Results. Errors of nodes are in the draft. Borrows all it is given.
//
// Example:
//   BodyDraft draft(body, document, layer);
//   draft.AddArgument(parameter, DT_FLOAT);
//   if (!draft.Lower()) return ...;                // the document has the problems
//   OPGRAFT_ASSIGN_OR_RETURN(GraphDraft::Port result, draft.Result(body.outputs[0].internal));
class BodyDraft {
 public:
  BodyDraft(const IrBody& body, IrDocument* document, LayerLowering* layer);

  // An argument for the Parameter of this index in the net.
  void AddArgument(int parameter, DataType type);
  // Makes the nodes; to be called after all AddArgument. False if layers of the body are wrong: the
  // document has the problems, and the layer needs no error of its own.
  bool Lower();

  // Removes the nodes of fused layers that neither these results nor an Assign needs.
  absl::Status DropLeftovers(const std::vector<GraphDraft::Port>& results);

  GraphDraft& draft() { return draft_; }
  const std::vector<GraphDraft::Port>& arguments() const { return arguments_; }
  // The constant that the Result of this index gives; null if its value is not a constant.
  const Tensor* ConstantOf(int result) const { return lowering_.ConstantOf(result); }
  // What the Result of this index gives, named as it is. INVALID_ARGUMENT if there is no such one.
  absl::StatusOr<GraphDraft::Port> Result(int result);

 private:
  IrDocument* const document_;
  const IrBody& body_;
  const std::string tag_;
  GraphDraft draft_;
  NetLowering lowering_;
  std::vector<GraphDraft::Port> arguments_;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_BODIES_H_
