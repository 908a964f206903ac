// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_BUILDER_VALUE_H_
#define FRAMEWORK_GRAPH_BUILDER_VALUE_H_

#include <initializer_list>
#include <utility>
#include <vector>

#include "absl/types/span.h"

namespace opgraft_internal {
class GraphDraft;
}  // namespace opgraft_internal

namespace opgraft {

// A value of a graph under construction: output `port` of a node of one GraphBuilder. It refers to
// the builder and is of use as long as that lives; copy it freely. The value of a call that failed,
// and a default one, make the calls that take them fail. Thread-compatible.
//
// Example:
//   const Value parts = b.Op("Split", {axis, x}, "", {{"num_split", 2}});
//   const Value second = parts[1];
class Value {
 public:
  Value() = default;
  // Output `port` of the same node. One that the node does not have is reported by the call that
  // takes it.
  Value operator[](int port) const { return Value(owner_, node_, port); }
  // The id of the node in the graph under construction; -1 of a failed or empty value.
  int node() const { return node_; }
  int port() const { return port_; }

 private:
  friend class opgraft_internal::GraphDraft;
  Value(const void* owner, int node, int port) : owner_(owner), node_(node), port_(port) {}
  const void* owner_ = nullptr;  // tells values of another builder
  int node_ = -1;
  int port_ = 0;
};

// One input of an op: a value, or a list of values for a list arg. Thread-compatible.
//
// Example: `b.Op("ConcatV2", {{x, y}, axis})`: a list of two values, then one value.
class Input {
 public:
  Input(Value value) : values_{value}, is_list_(false) {}  // NOLINT: implicit
  Input(std::vector<Value> values)
      : values_(std::move(values)), is_list_(true) {}  // NOLINT: implicit
  Input(std::initializer_list<Value> values)
      : values_(values), is_list_(true) {}  // NOLINT: implicit
  absl::Span<const Value> values() const { return values_; }
  bool is_list() const { return is_list_; }

 private:
  std::vector<Value> values_;
  bool is_list_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_BUILDER_VALUE_H_
