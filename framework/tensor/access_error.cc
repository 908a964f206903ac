// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/access_error.h"

#include <utility>

namespace opgraft {

__thread int AccessScope::depth_ = 0;

void ReportAccessError(const void* data, std::string call) {
  if (AccessScope::Active()) throw AccessError{data, std::move(call)};
}

}  // namespace opgraft
