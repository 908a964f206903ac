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

class NetWriting;

// What is to be written of a graph, or of the body of a function. Borrows the graph and its shapes.
struct GraphPart {
  const Graph& graph;
  ShapeFacts* facts;
  // Begins the names of all layers.
  std::string prefix;
  // Outputs that are there already, as arguments are.
  std::vector<std::pair<Endpoint, LayerPort>> given;
  // Outputs to write, with all that they need.
  std::vector<Endpoint> wanted;
  // Nodes that run for their effect: Assigns, targets.
  std::vector<int> effects;
};

// Writes what the part wants into the net, and returns what each of `wanted` has become. After
// problems, which are added to the document, some of them are ports that stand for nothing.
using WritePartFunction = std::vector<LayerPort> (*)(const GraphPart& part, NetWriting* net);

// What all nets of a document share while they are written.
struct IrWriting {
  // `write_part_function`: WritePart of write_part.h. A node of a part may run a function, whose
  // body is a part again (write_bodies.h).
  IrWriting(StateIndex state_index, WritePartFunction write_part_function);

  static constexpr int kMaxDepth = 50;  // the reader's too

  // Functions that call others more than once, and these others, can make a small file a model
  // without end.
  bool IsTooBig() const;

  const StateIndex state;
  const WritePartFunction write_part;
  BodyShapeMemo shapes;
  ProblemList problems;
  // Layers of all nets; one with a long name counts as several.
  int64_t num_layers = 0;
  // How many calls and bodies are around the part that is being written.
  int depth = 0;
  // Nodes seen so far. Orders problems.
  int num_nodes = 0;
};

// Adds layers to a net of a document, and counts them there. A layer's inputs must be in the net
// before it. Borrows both. Not for several threads.
//
// Example:
//   const LayerPort x = net.AddParameter("x", DT_FLOAT, {1, 3});
//   net.AddResult("y", net.Add("relu", "Relu", 1, {x}, {}, DT_FLOAT, {1, 3}));
class NetWriting {
 public:
  NetWriting(IrWriting* document, WrittenNet* net) : document_(document), net_(net) {}

  // Adds a layer; its first output. Whether OpenVINO has the outputs' types, the caller checks.
  LayerPort Add(WrittenLayer layer);
  // A layer of one output.
  LayerPort Add(absl::string_view name, absl::string_view type, int opset,
                std::vector<LayerPort> inputs, LayerData data, DataType dtype,
                PartialTensorShape shape);
  // A Const, whose value shares the tensor's memory; a Parameter; a Result, which has no output.
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

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_NET_WRITING_H_
