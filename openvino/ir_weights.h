// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_IR_WEIGHTS_H_
#define OPENVINO_IR_WEIGHTS_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"
#include "openvino/element_type.h"

namespace opgraft_internal {

// The constants of an IR: its .bin file, mapped privately and read where they are used. Tensors
// that it gives may share the mapping, and keep it alive after this object. Movable; const methods
// may be called by several threads.
//
// Example:
//   const IrWeights weights = IrWeights::FromFile("model.bin");
//   OPGRAFT_ASSIGN_OR_RETURN(const Tensor bias, weights.Constant(f32, {64}, 1024, 256));
class IrWeights {
 public:
  // None: each constant is an error that says so.
  IrWeights() = default;
  // NOT_FOUND and other errors of the file are told when a constant is asked for.
  static IrWeights FromFile(const std::string& path);
  // Bytes that `owner` keeps; with none they are copied into the tensors.
  static IrWeights FromBytes(absl::string_view bytes, std::shared_ptr<const void> owner);

  // The constant at bytes [offset, offset + size). Whole-byte types view the file; what is
  // small or not aligned to its elements is copied, narrower types are unpacked. INVALID_ARGUMENT
  // if the bytes are not there or too few for the shape; RESOURCE_EXHAUSTED.
  absl::StatusOr<Tensor> Constant(const ElementType& type, const TensorShape& shape, int64_t offset,
                                  int64_t size) const;

 private:
  absl::StatusOr<absl::string_view> Find(int64_t offset, int64_t size) const;

  absl::Status status_ = absl::NotFoundError("the model came without its .bin file");
  absl::string_view bytes_;
  std::shared_ptr<const void> owner_;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_IR_WEIGHTS_H_
