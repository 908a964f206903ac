// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_IR_NET_H_
#define OPENVINO_IR_NET_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/import_limits.h"
#include "framework/graph/data/problem_list.h"
#include "framework/types/internal_namespace.h"
#include "pugixml.hpp"

namespace opgraft_internal {

// An output of a layer. What it says of type and shape is not kept: both are inferred, as OpenVINO
// does.
struct OutputPort {
  int64_t id = 0;
  // A layer of IrNet::order has it as an input.
  bool is_used = false;
  // Tensor names, as the attribute "names" has them.
  std::vector<std::string> names;
};

// Where an input comes from: output `port` of layer `layer` of the net.
struct IrSource {
  // The id of the input's own port.
  int64_t id = 0;
  // By its index in IrNet::layers; -1: no edge leads to the input.
  int layer = -1;
  int port = 0;
};

// A layer as the file has it. `xml` is its element, for attributes and bodies; it belongs to the
// document.
struct IrLayer {
  int64_t id = 0;
  std::string name;
  // As the classes of the opsets are called: "Relu" of a file's "ReLU".
  std::string type;
  // "opset8", and its number; 0 of a version that is not an opset.
  std::string version;
  int opset = 0;
  pugi::xml_node xml;
  std::vector<OutputPort> outputs;
  std::vector<IrSource> inputs;
  // Its place among all layers of the file, those of bodies too. Orders problems.
  int line = 0;

  // "layer 3 'relu' (ReLU, opset1)".
  std::string Tag() const;
  pugi::xml_node data() const { return xml.child("data"); }
  bool Is(absl::string_view t) const { return type == t; }
};

// The layers and edges of a net or of a body. Borrows the document.
struct IrNet {
  // In the order of the file.
  std::vector<IrLayer> layers;
  // The layers that Results, Assigns and layers with bodies need, each after its inputs. The others
  // are not lowered.
  std::vector<int> order;
  // Of the document: 10 or 11.
  int version = 11;

  absl::flat_hash_map<int64_t, int> by_id;

  // The index of the layer with this id; -1: none.
  int Find(int64_t id) const {
    const auto found = by_id.find(id);
    return found == by_id.end() ? -1 : found->second;
  }
};

// Reads the children `layers` and `edges` of an element. Problems go to the list; what has none is
// in the net. `*num_layers` counts the layers of the whole document.
IrNet ReadIrNet(pugi::xml_node element, int version, const ImportLimits& limits,
                int64_t* num_layers, ProblemList* problems);

}  // namespace opgraft_internal

#endif  // OPENVINO_IR_NET_H_
