// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/file_scope.h"

namespace opgraft_internal {

__thread const FileAccess* FileScope::current_ = nullptr;

}  // namespace opgraft_internal
