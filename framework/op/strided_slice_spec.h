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

// StridedSlice's attrs: bit i belongs to entry i of begin, end and strides.
struct StridedSliceMasks {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t ellipsis = 0;
  uint32_t new_axis = 0;
  uint32_t shrink_axis = 0;
};

// StridedSlice's inputs. Borrows all of it.
struct StridedSliceArgs {
  static constexpr int64_t kMaxEntries = 31;  // TensorFlow's limit
  absl::Span<const int64_t> input_sizes;      // -1: not known
  absl::Span<const int64_t> strides;
  const int64_t* begin = nullptr;  // as many as strides; null: not known
  const int64_t* end = nullptr;    // as many as strides; null: not known
  StridedSliceMasks masks;
};

struct StridedSliceSpec {
  static constexpr int64_t kUnknown = -1;

  // Of dimension d of the input the elements begin, begin + stride, ... are taken, `size` of them.
  struct Range {
    int64_t begin = 0;  // means nothing if the size is kUnknown or 0
    int64_t stride = 1;
    int64_t size = kUnknown;
    bool whole = false;  // every element, perhaps from last to first
  };
  // A dimension of the output.
  struct OutputDim {
    int64_t size = kUnknown;
    int input_dim = -1;  // the dimension it is cut from; -1: a new axis
  };
  absl::InlinedVector<Range, 4> ranges;  // one for each dimension of the input
  absl::InlinedVector<OutputDim, 4> output;
};

// Puts into `*spec` what `args` say. INVALID_ARGUMENT with TensorFlow's words: several ellipses, a
// stride of 0, more indices than dimensions, an index out of range. Good for every value of the
// args.
absl::Status UnderstandStridedSlice(const StridedSliceArgs& args, StridedSliceSpec* spec);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_STRIDED_SLICE_SPEC_H_
