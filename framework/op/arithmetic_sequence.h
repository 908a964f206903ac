// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_ARITHMETIC_SEQUENCE_H_
#define FRAMEWORK_OP_ARITHMETIC_SEQUENCE_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The numbers start, start + step, start + 2 step, ... before `stop`: what OpenVINO's Range gives.
// There are none if `stop` is not ahead, and none with a step of 0. Integers are computed exactly.
// Immutable once made, so thread-safe.
//
// Example: start 2, stop 8 and step 3 are {2, 5}; stop 9 gives {2, 5, 8}.
class ArithmeticSequence {
 public:
  // Of three scalars of any real type. If `output_type` is an integer type, fractions are cut off.
  // INVALID_ARGUMENT for what is not a scalar, or not a number, and for more numbers than int64
  // counts.
  static absl::StatusOr<ArithmeticSequence> Make(const Tensor& start, const Tensor& stop,
                                                 const Tensor& step, DataType output_type);

  int64_t size() const { return size_; }
  // True if `output_type` was an integer type: IntegerAt gives the numbers, else FloatAt.
  bool is_integer() const { return is_integer_; }
  // REQUIRES: is_integer(), 0 <= i < size().
  int64_t IntegerAt(int64_t i) const {
    return static_cast<int64_t>(static_cast<uint64_t>(first_) +
                                static_cast<uint64_t>(i) * static_cast<uint64_t>(step_));
  }
  // REQUIRES: !is_integer(), 0 <= i < size().
  double FloatAt(int64_t i) const { return float_first_ + static_cast<double>(i) * float_step_; }

 private:
  // Set the size and what the numbers are computed from.
  absl::Status CountIntegers(int64_t start, int64_t stop, int64_t step);
  absl::Status CountFloats(double start, double stop, double step);

  bool is_integer_ = false;
  int64_t size_ = 0;
  int64_t first_ = 0;
  int64_t step_ = 0;
  double float_first_ = 0;
  double float_step_ = 0;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_ARITHMETIC_SEQUENCE_H_
