// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_NET_WRITING_H_
#define OPENVINO_WRITING_NET_WRITING_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/endpoint.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/shapes/body_shapes.h"
#include "framework/graph/shapes/shape_facts.h"
#include "framework/graph/variables/state_index.h"
#include "framework/types/internal_namespace.h"
#include "openvino/writing/written_net.h"

namespace opgraft_internal {

// What all nets of a document share while they are written.
struct IrWriting {
  explicit IrWriting(StateIndex state_index);

  static constexpr int kMaxDepth = 50;  // the reader's too

  // Functions that call others more than once, and these others, can make a small file a model
  // without end.
  bool IsTooBig() const;

  const StateIndex state;
  BodyShapeMemo shapes;
  ProblemList problems;
  int64_t num_layers = 0;  // of all nets; a long name counts like several
  int depth = 0;           // of calls and bodies
  int num_nodes = 0;       // seen so far, for the order of problems too
};

// Layers are added to a net here. Borrows both. Not for several threads.
class NetWriting {
 public:
  NetWriting(IrWriting* document, WrittenNet* net) : document_(document), net_(net) {}

  // The first output of a new layer. Ports without an element type of OpenVINO's are for the
  // caller to tell.
  LayerPort Add(WrittenLayer layer);
  // A layer of one output.
  LayerPort Add(absl::string_view name, absl::string_view type, int opset,
                std::vector<LayerPort> inputs, LayerData data, DataType dtype,
                PartialTensorShape shape);
  LayerPort AddConstant(absl::string_view name, const Tensor& value);
  LayerPort AddParameter(absl::string_view name, DataType dtype, const PartialTensorShape& shape);
  LayerPort AddResult(absl::string_view name, LayerPort value);

  DataType TypeOf(LayerPort port) const { return net_->At(port).dtype; }
  const PartialTensorShape& ShapeOf(LayerPort port) const { return net_->At(port).shape; }

  WrittenNet& net() { return *net_; }
  IrWriting& document() { return *document_; }

 private:
  IrWriting* const document_;
  WrittenNet* const net_;
};

// Adds names that are not there.
void AddNames(const std::vector<std::string>& names, std::vector<std::string>* to);

// What is to be written of a graph, or of the body of a function, and what its arguments are.
struct GraphPart {
  const Graph& graph;
  ShapeFacts* facts;
  std::string prefix;  // of all names
  std::vector<std::pair<Endpoint, LayerPort>> given;
  std::vector<Endpoint> wanted;
  std::vector<int> effects;  // nodes that a run has besides: Assigns, targets
};

// Writes what the part wants into the net. What `wanted` has become; some stand for nothing if
// there were problems, which the document has.
std::vector<LayerPort> WritePart(const GraphPart& part, NetWriting* net);

// Writes the body of a function that is called with these values, and its Assigns.
std::vector<LayerPort> WriteBody(const BodyShapes& body, const std::vector<LayerPort>& arguments,
                                 const std::string& prefix, NetWriting* net);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_NET_WRITING_H_
