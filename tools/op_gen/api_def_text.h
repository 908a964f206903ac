// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_API_DEF_TEXT_H_
#define TOOLS_OP_GEN_API_DEF_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The text with every `field: <<END`, its lines and the `END` line turned into a quoted string, as
// protobuf's text format knows it. Lines keep their numbers, for messages. A block that does not
// end runs to the end of the text.
std::string QuoteBlocks(absl::string_view text);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_API_DEF_TEXT_H_
