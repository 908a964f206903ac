// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_SHAPES_SHAPE_MEMO_H_
#define FRAMEWORK_GRAPH_SHAPES_SHAPE_MEMO_H_

#include <cstdint>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "framework/op/node_attrs.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
struct OpRegistrationData;
}  // namespace opgraft

namespace opgraft_internal {

// What shape functions gave, for the next node with the same op, attrs and input shapes: a graph
// has far fewer kinds of nodes than nodes. Only for calls that looked at nothing else, such as
// values of inputs. Shapes are numbers of one ShapeTable. Thread-compatible.
//
// Example: of a thousand nodes Add(float[2,3], float[3]) the shape function runs for the first, and
// the others find {[2,3]}.
class ShapeMemo {
 public:
  using Shapes = absl::InlinedVector<uint32_t, 4>;

  // The shapes of the outputs; null if no such node was added. Good until the next Add.
  const Shapes* Find(const OpRegistrationData* op, const NodeAttrs& attrs,
                     const Shapes& inputs) const {
    const auto found = known_.find(Key{op, attrs.identity(), inputs});
    return found == known_.end() ? nullptr : &found->second.outputs;
  }

  // Keeps the attrs, so that no others can have their address.
  void Add(const OpRegistrationData* op, const NodeAttrs& attrs, Shapes inputs, Shapes outputs) {
    if (known_.size() >= kMaxKnown) return;
    known_.emplace(Key{op, attrs.identity(), std::move(inputs)}, Known{attrs, std::move(outputs)});
  }

 private:
  // Keeps a graph of ever new shapes from filling memory with what is never found again.
  static constexpr size_t kMaxKnown = 1 << 16;
  using Key = std::tuple<const OpRegistrationData*, const void*, Shapes>;
  struct Known {
    NodeAttrs attrs;
    Shapes outputs;
  };

  absl::flat_hash_map<Key, Known> known_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_SHAPES_SHAPE_MEMO_H_
