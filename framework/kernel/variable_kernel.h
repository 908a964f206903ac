// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_VARIABLE_KERNEL_H_
#define FRAMEWORK_KERNEL_VARIABLE_KERNEL_H_

#include <string>

#include "framework/state/opened_cells.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// Where a variable of TensorFlow's lies in a request's state, and what its op says of it. A value;
// thread-compatible.
struct VariablePlace {
  CellKey key;
  // What query_state calls it: "name", or "container/name"; "" if it does not list it.
  std::string name;
  DataType dtype = DT_INVALID;
  PartialTensorShape shape;
};

// A kernel whose output stands for a variable: a handle of it, or a reference to it. A second base
// class of an OpKernel, whose Facets() names it. Immutable, so thread-safe.
class VariableSource {
 public:
  virtual ~VariableSource() = default;
  virtual const VariablePlace& place() const = 0;
};

// A kernel with inputs that are references. No tensor flows along a reference: when a program is
// made, the kernel is told which variable each of them is, once, and it works on the cell. It sets
// no output that is a reference. To read through a reference, the variable's kernel is run again. A
// second base class of an OpKernel, whose Facets() names it.
//
// Example: VariableV2 -> Assign -> Identity. Assign is told the place of the VariableV2; before
// Identity the VariableV2's kernel runs, and gives what the cell holds then.
class ReferenceUser {
 public:
  virtual ~ReferenceUser() = default;
  virtual void SetReference(int input, const VariablePlace& place) = 0;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_VARIABLE_KERNEL_H_
