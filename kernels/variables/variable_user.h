// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_VARIABLES_VARIABLE_USER_H_
#define KERNELS_VARIABLES_VARIABLE_USER_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/variable_kernel.h"
#include "framework/state/tensor_cell.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A kernel that works on variables, which are inputs: handles (ResourceScatterAdd) or references
// (ScatterAdd). Thread-compatible; immutable once its references are set.
//
// Example: Find gives the cell of the variable, its value() is read, and Write() of the cell gives
// a value that may be changed.
class VariableUser : public OpKernel, public ReferenceUser {
 public:
  explicit VariableUser(OpKernelConstruction* ctx) : OpKernel(ctx) {}

  KernelFacets Facets() override;
  void SetReference(int input, const VariablePlace& place) override;

 protected:
  // The variable that input `input` stands for; null if it has no value. INVALID_ARGUMENT if the
  // handle is of something else.
  absl::StatusOr<TensorCell*> LookUp(OpKernelContext* ctx, int input) const;
  // The same of one with a value of type `dtype`. NOT_FOUND for a handle whose variable has none,
  // FAILED_PRECONDITION for a reference, as in TensorFlow; INVALID_ARGUMENT for another type.
  absl::StatusOr<TensorCell*> Find(OpKernelContext* ctx, int input, DataType dtype) const;
  // Gives the variable a value, whose memory it shares.
  absl::Status Assign(OpKernelContext* ctx, int input, const Tensor& value) const;
  // The name of the variable, for messages.
  std::string NameOf(OpKernelContext* ctx, int input) const;
  // Of a reference; null of a handle.
  const VariablePlace* PlaceOf(int input) const;

 private:
  // The key of the variable in the request's state.
  absl::StatusOr<CellKey> KeyOf(OpKernelContext* ctx, int input) const;

  // By input; inputs that are no references have no dtype.
  std::vector<VariablePlace> references_;
};

// "float" and "int32": INVALID_ARGUMENT "Trying to ... variable with wrong dtype. Expected ... got
// ...", TensorFlow's words.
absl::Status WrongType(absl::string_view what, DataType expected, DataType got);

}  // namespace opgraft_internal

#endif  // KERNELS_VARIABLES_VARIABLE_USER_H_
