// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_HTML_PAGES_H_
#define TOOLS_OP_GEN_HTML_PAGES_H_

#include <map>
#include <string>
#include <vector>

#include "framework/types/internal_namespace.h"
#include "tools/op_gen/op_page.h"

namespace opgraft_internal {

// The pages as HTML, by file name: index.html with the ops by domain, NAME.html for each, ops.js
// for the search, search.js, style.css. They need no server and no network. All texts of ops are
// escaped, so that documentation cannot bring in markup or scripts.
std::map<std::string, std::string> HtmlPages(const std::vector<OpPage>& pages);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_HTML_PAGES_H_
