// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_NODE_NAMES_H_
#define FRAMEWORK_GRAPH_DATA_NODE_NAMES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// True for parts [A-Za-z0-9.][A-Za-z0-9_.\-/]* joined by '>'. With `allow_internal` the name may
// start with '_'.
bool IsValidNodeName(absl::string_view name, bool allow_internal);

// INVALID_ARGUMENT says what a name may be made of.
absl::Status CheckNodeName(absl::string_view name, bool allow_internal);

// An input of a NodeDef taken apart; borrows its text.
struct InputRef {
  static constexpr int64_t kControl = -1;
  absl::string_view node;
  int64_t port = 0;  // the largest int64 if the text says more
  bool is_control() const { return port == kControl; }
};

// "^x" -> (x, control), "x:3" -> (x, 3), "x" -> (x, 0). A suffix that is no plain number belongs to
// the name.
InputRef ParseInputRef(absl::string_view input);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_NODE_NAMES_H_
