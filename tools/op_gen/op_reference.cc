// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/op_reference.h"

#include <vector>

#include "framework/types/status_macros.h"
#include "tools/op_gen/html_pages.h"
#include "tools/op_gen/markdown_pages.h"
#include "tools/op_gen/op_page.h"

namespace opgraft_internal {

absl::StatusOr<std::map<std::string, std::string>> MakeOpReference(
    absl::Span<const OpRegistrationData* const> ops, const ApiDefTable& api_defs,
    const ApiDefTable& python_api_defs, const std::shared_ptr<const KernelRegistry>& registry) {
  std::vector<OpPage> pages;
  for (const OpRegistrationData* op : ops) {
    OPGRAFT_ASSIGN_OR_RETURN(const ApiDef api, api_defs.For(op->op_def));
    OPGRAFT_ASSIGN_OR_RETURN(const ApiDef python_api, python_api_defs.For(op->op_def));
    if (api.visibility() != ApiDef::SKIP)
      pages.push_back(MakeOpPage(*op, api, python_api, registry));
  }
  std::map<std::string, std::string> files = HtmlPages(pages);
  files.merge(MarkdownPages(pages));
  return files;
}

}  // namespace opgraft_internal
