// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_MODEL_VIEW_PAGE_FILES_H_
#define TOOLS_MODEL_VIEW_PAGE_FILES_H_

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The files of tools/model_view/page, which the build puts into the program and model_html.h puts
// together. The script is all .js files, each after those that it needs. Static storage;
// thread-safe.
absl::string_view PageStyle();
absl::string_view PageBody();
absl::string_view PageScript();

}  // namespace opgraft_internal

#endif  // TOOLS_MODEL_VIEW_PAGE_FILES_H_
