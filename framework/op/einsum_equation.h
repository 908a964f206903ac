// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_EINSUM_EQUATION_H_
#define FRAMEWORK_OP_EINSUM_EQUATION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What the attr `equation` of Einsum says: a label for each dimension of each operand, a label
// being any character but ',' and '.'. Dimensions of one label have one size; a label that the
// output leaves out is summed over; one that stands twice in an operand means its diagonal. The
// dimensions that "..." stands for broadcast.
//
// Example: "...ij,jk->...ik" has inputs ".ij" and "jk" and output ".ik".
struct EinsumEquation {
  // Stands for "..." in the strings below.
  static constexpr char kEllipsis = '.';

  // INVALID_ARGUMENT, with TensorFlow's messages, unless it is an equation of one or two inputs
  // whose output has no label but theirs.
  static absl::StatusOr<EinsumEquation> Parse(absl::string_view equation);

  std::vector<std::string> inputs;  // a character a dimension
  std::string output;
};

// INVALID_ARGUMENT unless an operand of `rank` can have these labels.
absl::Status CheckEinsumRank(absl::string_view labels, int rank, int input);

// True if "..." is among the labels.
inline bool HasEllipsis(absl::string_view labels) {
  return labels.find(EinsumEquation::kEllipsis) != absl::string_view::npos;
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_EINSUM_EQUATION_H_
