// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/kernel_lines.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

KernelLine LineOf(const KernelSpec& spec) {
  KernelLine line;
  line.head = spec.device;
  if (!spec.label.empty()) absl::StrAppend(&line.head, " label=", spec.label);
  if (spec.priority != 0) absl::StrAppend(&line.head, " priority=", spec.priority);
  for (const AttrConstraint& constraint : spec.constraints) {
    if (line.attr.empty() && !constraint.types.empty()) {
      line.attr = constraint.attr;
      line.types = constraint.types;
    } else {
      absl::StrAppend(&line.rest, "  ", constraint.DebugString());
    }
  }
  return line;
}

}  // namespace

std::vector<KernelLine> KernelLines(absl::Span<const KernelRegistration* const> kernels) {
  std::vector<KernelLine> lines;
  for (const KernelRegistration* kernel : kernels) {
    KernelLine line = LineOf(kernel->spec);
    auto same = std::find_if(lines.begin(), lines.end(), [&](const KernelLine& l) {
      return l.head == line.head && l.attr == line.attr && l.rest == line.rest;
    });
    if (same == lines.end()) {
      lines.push_back(std::move(line));
    } else {
      same->types.insert(same->types.end(), line.types.begin(), line.types.end());
    }
  }
  return lines;
}

}  // namespace opgraft_internal
