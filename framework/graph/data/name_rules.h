// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_NAME_RULES_H_
#define FRAMEWORK_GRAPH_DATA_NAME_RULES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// OK if IsValidNodeName; INVALID_ARGUMENT says what a name may be made of. `allow_internal`: names
// may begin with '_', as those of TensorFlow's own nodes do.
absl::Status CheckNodeName(absl::string_view name, bool allow_internal);

// An input of a NodeDef taken apart; borrows its text. A value.
struct InputRef {
  static constexpr int64_t kControl = -1;
  // The part before the port, without '^'.
  absl::string_view node;
  // The largest int64 if the text says more.
  int64_t port = 0;
  bool is_control() const { return port == kControl; }
};

// "^x" -> (x, control), "x:3" -> (x, 3), "x" -> (x, 0). A suffix that is no plain number belongs to
// the name.
InputRef ParseInputRef(absl::string_view input);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_NAME_RULES_H_
