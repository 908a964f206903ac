// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_WRITE_BODIES_H_
#define OPENVINO_WRITING_WRITE_BODIES_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/shapes/body_shapes.h"
#include "framework/types/internal_namespace.h"
#include "openvino/writing/node_writing.h"

// Nodes that run functions. Errors are of the node itself; what is wrong with nodes in bodies goes
// to the document.
namespace opgraft_internal {

// Writes a node that runs functions: a call becomes the layers of its function's body, a branch If,
// a loop Loop or TensorIterator. The status is an error of the node itself.
absl::Status WriteWithBodies(NodeWriting* node, const FunctionLibrary& functions);

// The functions that a node runs, with the shapes in their bodies.
struct WrittenCall {
  Callees callees;
  std::vector<const BodyShapes*> bodies;

  const CallSite& site() const { return callees.site; }
};

// What the arguments of a body are, of values by input of the node. REQUIRES: no argument of a
// loop.
std::vector<LayerPort> ArgumentsOf(const CallSite::Body& body,
                                   const std::vector<LayerPort>& inputs);

// A body on its way: a net of its own, in which a Parameter is a value of the outer net.
class BodyWriting {
 public:
  explicit BodyWriting(IrWriting* document)
      : net_(std::make_shared<WrittenNet>()), writing_(document, net_.get()) {}

  NetWriting& writing() { return writing_; }
  // Removes what neither a Result nor an effect needs, after all layers were added. Returns the new
  // index of each layer; -1 for those that are gone.
  std::vector<int> Finish() { return Prune(/*keep_parameters=*/false, net_.get()); }
  const std::shared_ptr<WrittenNet>& net() const { return net_; }

 private:
  std::shared_ptr<WrittenNet> net_;
  NetWriting writing_;
};

// Writes the body of a function that is called with these values, and its Assigns. What each of its
// results has become; ports that stand for nothing after problems, one of which is that calls nest
// too deep.
std::vector<LayerPort> WriteBody(const BodyShapes& body, const std::vector<LayerPort>& arguments,
                                 const std::string& prefix, NetWriting* net);

absl::Status WriteBranch(const WrittenCall& call, NodeWriting* node);
absl::Status WriteLoop(const WrittenCall& call, NodeWriting* node);

// A value as the truth that If and Loop ask for: a boolean. UNIMPLEMENTED for a text, and for what
// is not known to be a scalar: TensorFlow asks such a value whether it is empty.
absl::StatusOr<LayerPort> TruthOf(LayerPort value, absl::string_view name, NetWriting* net);
// The same of OpenVINO's loops, which take one element of any shape.
absl::StatusOr<LayerPort> TruthOfElement(LayerPort value, absl::string_view name, NetWriting* net);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_WRITE_BODIES_H_
