// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/file_kernel.h"

#include "framework/files/file_scope.h"

namespace opgraft_internal {
namespace {

// That of a kernel outside of a run: none.
const FileAccess& Access() {
  static const FileAccess* const none = new FileAccess();
  const FileAccess* const files = FileScope::Current();
  return files == nullptr ? *none : *files;
}

}  // namespace

KernelFacets FileKernel::Facets() {
  KernelFacets facets;
  facets.files = this;
  return facets;
}

absl::Status FileKernel::CheckMayRead(const std::string& path) { return Access().CheckRead(path); }
absl::Status FileKernel::CheckMayWrite(const std::string& path) {
  return Access().CheckWrite(path);
}

}  // namespace opgraft_internal
