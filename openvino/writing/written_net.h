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
    int external = -1;  // input or output of the layer, by its place; -1: none
    int internal = -1;  // layer of the body
    LayerData more;     // axis and its like, or the purpose
  };

  std::string element;  // "then_body"
  std::string map;      // "then_port_map"
  std::shared_ptr<WrittenNet> net;
  std::vector<Entry> inputs;
  std::vector<Entry> outputs;
  std::vector<std::pair<int, int>> back_edges;  // from a Result to a Parameter
};

// A layer as it is going to be written.
struct WrittenLayer {
  std::string name;
  std::string type;
  int opset = 1;  // 0: it is internal (layer_types.h)
  LayerData data;
  std::vector<LayerPort> inputs;
  std::vector<WrittenOutput> outputs;
  RuntimeInfo info;
  std::vector<std::string> output_names;  // of a Result
  absl::optional<Tensor> constant;        // of a Const
  std::vector<WrittenBody> bodies;
  bool has_effect = false;  // runs for something else than its outputs: an Assign in a body
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

// Takes out the layers that no Result needs and that have no effect. Parameters stay if
// `keep_parameters`. The new index of each layer; -1 for those that are gone.
std::vector<int> Prune(bool keep_parameters, WrittenNet* net);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_WRITTEN_NET_H_
