// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/weights_file.h"

#include "absl/strings/str_cat.h"
#include "openvino/ir.h"

namespace opgraft_internal {

std::string WeightsFileOf(absl::string_view path) {
  if (IsIrFile(path)) path.remove_suffix(absl::string_view(".xml").size());
  return absl::StrCat(path, ".bin");
}

}  // namespace opgraft_internal
