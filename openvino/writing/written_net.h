// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_WRITTEN_NET_H_
#define OPENVINO_WRITING_WRITTEN_NET_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/optional.h"
#include "framework/graph/data/node_notes.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// Output `port` of layer `layer` of a net; by its index, which is not its id in the file.
struct LayerPort {
  int layer = -1;
  int port = 0;
};

// Attributes and their texts, in the order of the file.
using LayerData = std::vector<std::pair<std::string, std::string>>;

// What a layer says of one of its outputs: type, shape, and the names and runtime info that users
// gave the tensor.
struct WrittenOutput {
  DataType dtype = DT_INVALID;
  PartialTensorShape shape;
  TensorNotes notes;
};

struct WrittenNet;

// A body of a layer, and what the layer's inputs and outputs are in it.
struct WrittenBody {
  // An entry of the port map.
  struct Entry {
    // An input or output of the layer, by its index; -1: none, and `more` says the purpose.
    int external = -1;
    // The Parameter or Result of the body, by its index in the net.
    int internal = -1;
    // Further attributes: "axis", "start", "end", "stride", "part_size", or "purpose".
    LayerData more;
  };

  // The elements of the file: "body" and "port_map" of a loop, "then_body" and "then_port_map" of
  // an If.
  std::string element;
  std::string map;
  std::shared_ptr<WrittenNet> net;
  std::vector<Entry> inputs;
  std::vector<Entry> outputs;
  // From a Result to the Parameter that has its value in the next iteration, by their indices.
  std::vector<std::pair<int, int>> back_edges;
};

// A layer as it is going to be written. Plain data; ids are given when the file is printed.
struct WrittenLayer {
  std::string name;
  std::string type;
  // The opset that `type` is of; 0: none, the layer is internal (layer_types.h).
  int opset = 1;
  LayerData data;
  std::vector<LayerPort> inputs;
  std::vector<WrittenOutput> outputs;
  RuntimeInfo info;
  // Of a Result: the names of the model's output.
  std::vector<std::string> output_names;
  // Of a Const: its value, which shares memory with the graph's.
  absl::optional<Tensor> constant;
  std::vector<WrittenBody> bodies;
  // It does something beside computing its outputs, as an Assign does, or a layer with an Assign in
  // a body. Prune keeps it.
  bool has_effect = false;
};

// The layers of a net or of a body; each comes after all that it reads. Plain data.
struct WrittenNet {
  std::vector<WrittenLayer> layers;

  const WrittenOutput& At(LayerPort port) const {
    return layers[static_cast<size_t>(port.layer)].outputs[static_cast<size_t>(port.port)];
  }
  WrittenOutput& At(LayerPort port) {
    return layers[static_cast<size_t>(port.layer)].outputs[static_cast<size_t>(port.port)];
  }
};

// Removes the layers that no Result and no layer with an effect needs. Parameters stay if
// `keep_parameters`, as those of a model do, whose number and order callers rely on. Returns the
// new index of each layer; -1 for those that are gone. Ports of the layers that stay are updated.
std::vector<int> Prune(bool keep_parameters, WrittenNet* net);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_WRITTEN_NET_H_
