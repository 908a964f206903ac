// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_MARKDOWN_PAGES_H_
#define TOOLS_OP_GEN_MARKDOWN_PAGES_H_

#include <map>
#include <string>
#include <vector>

#include "framework/types/internal_namespace.h"
#include "tools/op_gen/op_page.h"

namespace opgraft_internal {

// The pages as Markdown, by file name: README.md with the ops by domain, NAME.md for each.
//
// Example, of the op Neg:
//   # Neg
//
//   -x.
//
//   ## Inputs
//
//   | Name | Type | Description |
//   |---|---|---|
//   | `x` | `T` | The values, of any shape. |
std::map<std::string, std::string> MarkdownPages(const std::vector<OpPage>& pages);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_MARKDOWN_PAGES_H_
