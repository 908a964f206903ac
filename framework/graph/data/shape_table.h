// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_SHAPE_TABLE_H_
#define FRAMEWORK_GRAPH_DATA_SHAPE_TABLE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// Partial shapes, each kept once and known by a number. Number 0 is the shape of unknown rank.
// Thread-compatible. A graph of a million outputs has a few thousand shapes, so an output costs
// four bytes; shapes are never taken out. Copies share them, and a table of none allocates nothing:
// a graph may call a million functions, each a graph of its own.
//
// Example: table.Intern(a) == table.Intern(b) if and only if a and b are equal.
class ShapeTable {
 public:
  // The number of a shape, which it gets at its first call.
  uint32_t Intern(const PartialTensorShape& shape);
  // The shape of a number that Intern gave, or of 0. Valid as long as the table.
  const PartialTensorShape& Get(uint32_t index) const {
    return index == 0 ? UnknownRank() : *shapes_[index - 1];
  }

 private:
  static const PartialTensorShape& UnknownRank();

  // By number, from 1 on.
  std::vector<std::shared_ptr<const PartialTensorShape>> shapes_;
  // By a text of the shape that is one for equal shapes: its number.
  absl::flat_hash_map<std::string, uint32_t> index_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_SHAPE_TABLE_H_
