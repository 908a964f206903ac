// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_PLAIN_TEXT_H_
#define TOOLS_OP_GEN_PLAIN_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The text in a form that is safe in every generated file: bytes that are not UTF-8, and control
// characters other than newline, become '?'. Documentation and names come from op libraries, which
// may hold anything.
std::string PlainText(absl::string_view text);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_PLAIN_TEXT_H_
