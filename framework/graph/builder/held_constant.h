// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_BUILDER_HELD_CONSTANT_H_
#define FRAMEWORK_GRAPH_BUILDER_HELD_CONSTANT_H_

#include "framework/graph/builder/graph_draft.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The attrs of a Const node. A large value stays the tensor that it is: graph and models share its
// memory. Borrows the tensor. Thread-compatible.
//
// Example:
//   const HeldConstant held(value);
//   draft->AddNode(call, "Const", {}, name, held.attrs(), held.held());
class HeldConstant {
 public:
  explicit HeldConstant(const Tensor& value);

  const GraphDraft::Attrs& attrs() const { return attrs_; }
  // What GraphDraft::AddNode gets beside the attrs; null: the attrs have it all.
  const Tensor* held() const { return held_; }

 private:
  const Tensor* const held_;
  const GraphDraft::Attrs attrs_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_BUILDER_HELD_CONSTANT_H_
