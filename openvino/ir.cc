// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/ir.h"

#include "absl/strings/match.h"
#include "openvino/port_names.h"

namespace opgraft {

const IrPort* FindPort(const std::vector<IrPort>& ports, absl::string_view name) {
  const int index = opgraft_internal::FindPortIndex(ports, name);
  return index < 0 ? nullptr : &ports[static_cast<size_t>(index)];
}

std::string LoadedIr::FindTensor(absl::string_view name) const {
  const IrPort *const output = FindPort(outputs, name), *const input = FindPort(inputs, name);
  if (input == nullptr) return output == nullptr ? "" : output->tensor;
  if (output == nullptr) return input->tensor;
  const auto naming = [&](const IrPort& port) {
    return opgraft_internal::NamingOf(port.names, name);
  };
  return naming(*input) < naming(*output) ? input->tensor : output->tensor;
}

bool IsIrFile(absl::string_view path) { return absl::EndsWithIgnoreCase(path, ".xml"); }

}  // namespace opgraft
