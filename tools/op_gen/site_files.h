// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_SITE_FILES_H_
#define TOOLS_OP_GEN_SITE_FILES_H_

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The files of tools/op_gen/site, which the build puts into the program: what HtmlPages writes as
// search.js and style.css, and the table of SearchWords. Static storage; thread-safe.
absl::string_view SearchScript();
absl::string_view SearchWordLines();
absl::string_view StyleSheet();

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_SITE_FILES_H_
