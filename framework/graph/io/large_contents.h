// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_LARGE_CONTENTS_H_
#define FRAMEWORK_GRAPH_IO_LARGE_CONTENTS_H_

#include <memory>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The tensor_content of Const nodes, by the places of the nodes in their GraphDef.
using LargeContents = absl::flat_hash_map<int, TensorContent>;

// A binary GraphDef with the large contents of its constants left where they are. A value; whoever
// holds a TensorContent keeps the bytes of the file.
struct SplitGraphDef {
  // The GraphDef without them; empty if there are none.
  std::string bytes;
  LargeContents contents;
};

// Finds the constants of `def` that are worth it (NodeAttrs::kMinHeldBytes). What is no plain
// binary GraphDef is left as it is: parsing tells what is wrong. `owner` keeps the bytes. Linear.
SplitGraphDef SplitLargeContents(absl::string_view def, const std::shared_ptr<const void>& owner);

// The same GraphDef, binary, with fields of zeros between its nodes (kPaddingField) so that what
// SplitLargeContents finds is aligned as a Tensor wants it. Readers skip the fields as unknown
// ones.
std::string AlignLargeContents(const std::string& def);
inline constexpr int kPaddingField = 1000;

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_LARGE_CONTENTS_H_
