// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What a StridedSlice takes of its input: the one place where its indices and masks are understood,
// for shape function and kernel.
#ifndef FRAMEWORK_OP_STRIDED_SLICE_SPEC_H_
#define FRAMEWORK_OP_STRIDED_SLICE_SPEC_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// StridedSlice's attrs: bit i belongs to entry i of begin, end and strides. Plain data.
struct StridedSliceMasks {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t ellipsis = 0;
  uint32_t new_axis = 0;
  uint32_t shrink_axis = 0;
};

// StridedSlice's inputs, as far as known. Borrows all of it.
struct StridedSliceArgs {
  // TensorFlow's limit on the entries of begin, end and strides.
  static constexpr int64_t kMaxEntries = 31;
  // The sizes of the input; -1: not known.
  absl::Span<const int64_t> input_sizes;
  absl::Span<const int64_t> strides;
  // As many as strides; null: not known.
  const int64_t* begin = nullptr;
  // As many as strides; null: not known.
  const int64_t* end = nullptr;
  StridedSliceMasks masks;
};

// What a StridedSlice takes of its input, dimension by dimension, and what its output looks like.
// Plain data.
//
// Example: x[1:7:2, tf.newaxis, ::-1] of x of shape [8,3]
//   ranges   {begin 1, stride 2, size 3}, {begin 2, stride -1, size 3, whole}
//   output   3 of dimension 0, 1 (a new axis), 3 of dimension 1: [3,1,3]
struct StridedSliceSpec {
  static constexpr int64_t kUnknown = -1;

  // Of dimension d of the input the elements begin, begin + stride, ... are taken, `size` of them.
  struct Range {
    // The first element that is taken. Means nothing if the size is kUnknown or 0.
    int64_t begin = 0;
    int64_t stride = 1;
    int64_t size = kUnknown;
    // True if every element is taken, perhaps from last to first: the size is then that of the
    // input.
    bool whole = false;
  };
  // A dimension of the output.
  struct OutputDim {
    int64_t size = kUnknown;
    // The dimension it is cut from; -1: a new axis.
    int input_dim = -1;
  };
  // One for each dimension of the input.
  absl::InlinedVector<Range, 4> ranges;
  absl::InlinedVector<OutputDim, 4> output;
};

// Puts into `*spec` what `args` say. INVALID_ARGUMENT with TensorFlow's words: several ellipses, a
// stride of 0, more indices than dimensions, an index out of range. What is not known of begin, end
// or the sizes leaves sizes of the output unknown. Thread-safe; safe for any values of the args.
absl::Status UnderstandStridedSlice(const StridedSliceArgs& args, StridedSliceSpec* spec);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_STRIDED_SLICE_SPEC_H_
