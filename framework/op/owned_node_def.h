// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OWNED_NODE_DEF_H_
#define FRAMEWORK_OP_OWNED_NODE_DEF_H_

#include <memory>
#include <string>

namespace opgraft {

class NodeDef;

// A NodeDef in the hands of code that includes no protobuf header: what NodeDefBuilder::Finalize
// fills in tests of ops. A value: owns its message, copying copies it. Thread-compatible.
//
// Example:
//   OwnedNodeDef node;
//   OPGRAFT_RETURN_IF_ERROR(NodeDefBuilder("n", "Relu").Input("x", 0, DT_FLOAT).Finalize(&node));
class OwnedNodeDef {
 public:
  OwnedNodeDef();
  OwnedNodeDef(const OwnedNodeDef& other);
  OwnedNodeDef& operator=(const OwnedNodeDef& other);
  OwnedNodeDef(OwnedNodeDef&& other) noexcept;
  OwnedNodeDef& operator=(OwnedNodeDef&& other) noexcept;
  ~OwnedNodeDef();

  // The message itself, for code that includes node_def.pb.h.
  NodeDef& proto() { return *node_; }
  const NodeDef& proto() const { return *node_; }

  // Fields of the message, for code that does not include it. REQUIRES: not moved from.
  const std::string& name() const;
  const std::string& op() const;
  void set_name(const std::string& name);
  void set_op(const std::string& op);
  void add_input(const std::string& input);
  void Clear();
  // In text format.
  std::string DebugString() const;

 private:
  // Null once moved from.
  std::unique_ptr<NodeDef> node_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_OP_OWNED_NODE_DEF_H_
