// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_ENDPOINT_H_
#define FRAMEWORK_GRAPH_DATA_ENDPOINT_H_

#include <cstdint>
#include <utility>

namespace opgraft {

// Output `port` of node `node`. A value; thread-compatible.
//
// Example: `Endpoint{graph.FindNode("split"), 1}` is "split:1".
struct Endpoint {
  // The id of the node in its graph; -1: no endpoint.
  int32_t node = -1;
  // Which of the node's outputs, from 0.
  int32_t port = 0;
  friend bool operator==(const Endpoint& a, const Endpoint& b) {
    return a.node == b.node && a.port == b.port;
  }
  friend bool operator!=(const Endpoint& a, const Endpoint& b) { return !(a == b); }
  template <typename H>
  friend H AbslHashValue(H h, const Endpoint& e) {
    return H::combine(std::move(h), e.node, e.port);
  }
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_DATA_ENDPOINT_H_
