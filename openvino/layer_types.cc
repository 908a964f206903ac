// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/layer_types.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "openvino/lowering/lowering_table.h"

namespace opgraft_internal {

bool HasLayerType(absl::string_view type, const OpRegistry& ops) {
  // What the reader makes something of itself.
  constexpr absl::string_view kOwn[] = {"Parameter", "Constant", "Result",
                                        "If",        "Loop",     "TensorIterator"};
  return absl::c_linear_search(kOwn, type) || FindLowering(type) != nullptr ||
         ops.Find(absl::StrCat(kOpenVinoOps, type)) != nullptr;
}

}  // namespace opgraft_internal
