// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_NODE_NOTES_H_
#define FRAMEWORK_GRAPH_DATA_NODE_NOTES_H_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace opgraft {

class NodeDef;

// OpenVINO's rt_info: by name and version what an attribute says, by key.
//
//   <attribute name="fused_names" version="0" value="a,b"/>
//
// is {{"fused_names", "0"}, {{"value", "a,b"}}}.
using RuntimeInfo =
    std::map<std::pair<std::string, std::string>, std::map<std::string, std::string>>;

// What is noted of one output. Plain data; thread-compatible.
struct TensorNotes {
  // OpenVINO's tensor names, without repeats.
  std::vector<std::string> names;
  RuntimeInfo info;

  bool empty() const { return names.empty() && info.empty(); }
};

// What a node carries for people and other tools. It says nothing of what the node computes: no run
// reads it. Few nodes have any; a graph keeps it apart from them. Plain data; thread-compatible.
//
// Example: `std::cout << (node.notes() == nullptr ? node.name() : node.notes()->friendly_name);`
struct NodeNotes {
  // OpenVINO's, which need not be unique; "": none but its name.
  std::string friendly_name;
  RuntimeInfo info;
  // Shorter if the last ones have none.
  std::vector<TensorNotes> outputs;
  // Fields of TensorFlow's NodeDef: experimental_debug_info, experimental_type and unknown ones.
  // Null: none.
  std::shared_ptr<const NodeDef> of_def;
};

// Notes for `to`, which takes the place of the node of `from`. A friendly name and runtime info
// that `to` has stay; those of `from` come to them. Tensor names come from output to output of the
// same number. Of TensorFlow's debug info the original names come too, so that a fused node tells
// all that it was made of: both lists sorted, without repeats, as TensorFlow merges them. Types and
// unknown fields are those of `to`.
void MergeNotes(const NodeNotes& from, NodeNotes* to);

// What is noted of output `port`, which has no notes then.
TensorNotes TakeTensorNotes(int port, NodeNotes* from);
// Adds notes to those of output `port`; info that is there stays.
void AddTensorNotes(const TensorNotes& notes, int port, NodeNotes* to);

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_DATA_NODE_NOTES_H_
