// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CHECKPOINT_TENSOR_SLICE_H_
#define CHECKPOINT_TENSOR_SLICE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class TensorSliceProto;
}  // namespace opgraft

namespace opgraft_internal {

// A part of a tensor: of each dimension all of it, or a stretch. A value; thread-compatible.
//
// Example: ParseShapeAndSlice("10 20 0,5:-") is rows 0 to 4 of a tensor of shape [10,20]: its
// shape() is [5,20], its start(0) is 0.
class TensorSlice {
 public:
  // All of a tensor.
  explicit TensorSlice(const TensorShape& whole);
  // What an index says. INVALID_ARGUMENT unless it lies in a tensor of that shape.
  static absl::StatusOr<TensorSlice> FromProto(const TensorSliceProto& proto,
                                               const TensorShape& whole);

  bool is_whole() const;
  const TensorShape& whole() const { return whole_; }
  // Of the part.
  TensorShape shape() const;
  int64_t start(int dim) const { return extents_[static_cast<size_t>(dim)].start; }
  // How many elements two slices of one tensor have in common: 0 where they do not meet.
  int64_t CommonElements(const TensorSlice& other) const;

  void ToProto(TensorSliceProto* proto) const;
  // Under which key an index has this part of the tensor `name`: TensorFlow's ordered code.
  std::string KeyOf(absl::string_view name) const;

 private:
  friend absl::StatusOr<TensorSlice> ParseShapeAndSlice(absl::string_view text);

  // Of one dimension. All of it is written as such in a file, also where a length says the same.
  struct Extent {
    int64_t start = 0;
    int64_t length = 0;
    bool is_all = true;
  };

  // INVALID_ARGUMENT if the dimension has no such elements.
  absl::Status SetExtent(int dim, int64_t start, int64_t length);

  TensorShape whole_;
  std::vector<Extent> extents_;
};

// What SaveV2 and RestoreV2 are told of a part of a tensor, "10 20 0,5:-": the shape of the whole,
// and of each dimension START,LENGTH or - for all. INVALID_ARGUMENT.
absl::StatusOr<TensorSlice> ParseShapeAndSlice(absl::string_view text);

// Copies to `to`, which is the part `to_slice` of a tensor, what `from`, its part `from_slice`, has
// of it. REQUIRES: both are of one type that is numbers or strings, and of their slices' shapes.
void CopyCommonPart(const TensorSlice& from_slice, const Tensor& from, const TensorSlice& to_slice,
                    Tensor* to);

}  // namespace opgraft_internal

#endif  // CHECKPOINT_TENSOR_SLICE_H_
