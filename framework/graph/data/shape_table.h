// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_SHAPE_TABLE_H_
#define FRAMEWORK_GRAPH_DATA_SHAPE_TABLE_H_

#include <cstdint>
#include <deque>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// Partial shapes, each kept once and known by a number. Number 0 is the shape of unknown rank.
// Thread-compatible.
class ShapeTable {
 public:
  ShapeTable();
  uint32_t Intern(const PartialTensorShape& shape);
  const PartialTensorShape& Get(uint32_t index) const { return shapes_[index]; }

 private:
  std::deque<PartialTensorShape> shapes_;
  absl::flat_hash_map<std::string, uint32_t> index_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_SHAPE_TABLE_H_
