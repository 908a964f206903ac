// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_names.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

constexpr int kMaxShown = 16;

template <typename NameOf>
std::string List(size_t count, const NameOf& name_of) {
  if (count == 0) return "none";
  std::string text;
  const int shown = std::min(static_cast<int>(count), kMaxShown);
  for (int i = 0; i < shown; ++i)
    absl::StrAppend(&text, i == 0 ? "" : ", ", i, " '", name_of(i), "'");
  if (shown < static_cast<int>(count))
    absl::StrAppend(&text, " and ", static_cast<int>(count) - shown, " more");
  return text;
}

}  // namespace

std::string InputNames(const NodeProperties& node) {
  return List(node.input_types.size(), [&](int i) { return node.InputName(i); });
}

std::string OutputNames(const NodeProperties& node) {
  return List(node.output_types.size(), [&](int i) { return node.OutputName(i); });
}

}  // namespace opgraft_internal
