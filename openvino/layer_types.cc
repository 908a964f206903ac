// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/layer_types.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "openvino/lowering/lowering_table.h"

namespace opgraft_internal {
namespace {

// What the reader makes something of itself.
constexpr absl::string_view kOwn[] = {"Parameter", "Constant", "Result",
                                      "If",        "Loop",     "TensorIterator"};

}  // namespace

bool HasLayerType(absl::string_view type, const OpRegistry& ops) {
  return absl::c_linear_search(kOwn, type) || FindLowering(type) != nullptr ||
         ops.Find(absl::StrCat(kOpenVinoOps, type)) != nullptr;
}

std::string LayerTypeOf(absl::string_view written, const OpRegistry& ops) {
  if (HasLayerType(written, ops)) return std::string(written);
  for (const absl::string_view own : kOwn) {
    if (absl::EqualsIgnoreCase(written, own)) return std::string(own);
  }
  if (const LoweringRow* const row = FindLoweringInAnyCase(written); row != nullptr)
    return row->type;
  const std::string op = absl::StrCat(kOpenVinoOps, written), nearest = ops.Nearest(op);
  if (!absl::EqualsIgnoreCase(nearest, op)) return std::string(written);
  return nearest.substr(absl::string_view(kOpenVinoOps).size());
}

}  // namespace opgraft_internal
