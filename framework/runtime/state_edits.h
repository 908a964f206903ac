// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_STATE_EDITS_H_
#define FRAMEWORK_RUNTIME_STATE_EDITS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "framework/runtime/infer_request.h"

// What decoders do to the cache of a language model between two runs. Each leaves the variable as
// it is if it fails: OUT_OF_RANGE for a length or an index that the axis has not, INVALID_ARGUMENT
// for an axis that the value has not or a new shape that the variable does not admit. A negative
// axis counts from the last. The cost is that of the bytes that stay; of a cache that grows in
// place TrimState moves none along the axis that it grows along, and ReorderState along axis 0
// makes the only copy. Thread-compatible, as the request.
namespace opgraft {

// Keeps the first `length` of an axis: drops tokens that were refused.
//
// Example: of [2, 5, 8], TrimState(state, 1, 3) leaves [2, 3, 8].
absl::Status TrimState(VariableState state, int axis, int64_t length);

// Makes of an axis the given elements, in this order; one may stand there twice or not at all:
// beams of a search.
//
// Example: of rows a b c, ReorderState(state, 0, {2, 0, 0}) leaves c a a.
absl::Status ReorderState(VariableState state, int axis, absl::Span<const int64_t> indices);

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_STATE_EDITS_H_
