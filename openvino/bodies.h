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
  int64_t external = 0;  // id of the layer's port; negative: none, `purpose` says what it is for
  int index = -1;        // of the layer's input or output
  int internal = -1;     // index of the Parameter or the Result in the body's net
  std::string purpose;
  pugi::xml_node xml;
};

// A body of a layer: its net and how its Parameters and Results hang together with the layer.
// Borrows the document.
struct IrBody {
  IrNet net;
  std::vector<PortMapEntry> inputs;   // in the order of the file
  std::vector<PortMapEntry> outputs;  // in the order of the layer's outputs, others first
};

// Reads the element `body` and the port map `map` of a layer. INVALID_ARGUMENT for a body without
// layers, for entries that name what is not there, name it twice or leave a Parameter or an output
// out. Problems of the body's own layers go to the document's list.
absl::StatusOr<IrBody> ReadIrBody(const IrLayer& layer, const char* body, const char* map,
                                  int version, IrDocument* document);

// The body of a layer as a draft whose arguments are the Parameters with these types, by index in
// the net, and whose results are its Results: both in the order of the file. The draft has what was
// wrong.
class BodyDraft {
 public:
  BodyDraft(const IrBody& body, IrDocument* document, LayerLowering* layer);

  // An argument for the Parameter of this index in the net.
  void AddArgument(int parameter, DataType type);
  // After all arguments. False if the document has new problems: there is nothing more to tell.
  bool Lower();

  // Takes out what neither these results nor an Assign needs.
  absl::Status DropLeftovers(const std::vector<GraphDraft::Port>& results);

  GraphDraft& draft() { return draft_; }
  const std::vector<GraphDraft::Port>& arguments() const { return arguments_; }
  // The constant that the Result of this index gives; null if it is none.
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
