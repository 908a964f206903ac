// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/ir_signature.h"

#include <algorithm>

namespace opgraft_internal {

Signature SignatureOf(const LoadedIr& ir) {
  Signature signature;
  const auto add = [](const std::vector<IrPort>& ports, std::vector<std::string>* tensors,
                      std::vector<std::string>* names) {
    for (const IrPort& port : ports) {
      tensors->push_back(port.tensor);
      std::string name = port.tensor;
      for (auto it = port.names.rbegin(); it != port.names.rend(); ++it) {
        if (std::find(names->begin(), names->end(), *it) == names->end()) name = *it;
      }
      names->push_back(name);
    }
  };
  add(ir.inputs, &signature.feeds, &signature.feed_names);
  add(ir.outputs, &signature.fetches, &signature.fetch_names);
  return signature;
}

}  // namespace opgraft_internal
