// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/access_error.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace opgraft {

__thread int AccessScope::depth_ = 0;

void ReportAccessError(const void* data, std::string call) {
  if (AccessScope::Active()) throw AccessError{data, std::move(call)};
}

void FailAccess(const void* data, std::string call, const std::string& text) {
  ReportAccessError(data, std::move(call));
  std::fputs(("opgraft: " + text + "\n").c_str(), stderr);  // in one piece
  std::abort();
}

}  // namespace opgraft
