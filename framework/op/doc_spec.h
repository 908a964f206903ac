// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_DOC_SPEC_H_
#define FRAMEWORK_OP_DOC_SPEC_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "framework/op/spec_scanner.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// A wrong line of a doc text, and what is wrong in it.
struct DocError {
  std::string line;
  SpecError error;
};

// Splits a doc text into the summary (its first line), the description, and from the first line on
// that begins with `NAME:` in column 0 the descriptions of args and attrs, and puts them into
// `*op`. A NAME that no input, output or attr has is an error, unless it is one of `broken_names`,
// whose own spec is wrong. Returns all errors; the right lines count all the same.
//
// Example:
//   Adds two tensors.
//
//   Broadcasts as NumPy does.
//   x: One side.
//   y: The other side.
std::vector<DocError> ParseDoc(absl::string_view text,
                               const absl::flat_hash_set<std::string>& broken_names, OpDef* op);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_DOC_SPEC_H_
