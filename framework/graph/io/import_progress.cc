// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/import_progress.h"

#include "absl/strings/str_cat.h"
#include "framework/kernel/cancellation.h"

namespace opgraft_internal {

absl::Status TellProgress(const ImportOptions& options, absl::string_view phase, double done) {
  if (options.progress != nullptr) options.progress(phase, done);
  const CancellationManager* const manager = options.cancellation_manager;
  if (manager == nullptr || !manager->IsCancelled()) return absl::OkStatus();
  return absl::CancelledError(absl::StrCat("the load was cancelled while ", phase));
}

}  // namespace opgraft_internal
