// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/ir_signature.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"

namespace opgraft_internal {

Signature SignatureOf(const LoadedIr& ir) {
  Signature signature;
  const auto add = [](const std::vector<IrPort>& ports, std::vector<std::string>* tensors,
                      std::vector<std::string>* names) {
    absl::flat_hash_set<std::string> taken;
    for (const IrPort& port : ports) {
      tensors->push_back(port.tensor);
      const auto free =
          std::find_if(port.names.begin(), port.names.end(),
                       [&](const std::string& name) { return !taken.contains(name); });
      names->push_back(free == port.names.end() ? port.tensor : *free);
      taken.insert(names->back());
    }
  };
  add(ir.inputs, &signature.feeds, &signature.feed_names);
  add(ir.outputs, &signature.fetches, &signature.fetch_names);
  return signature;
}

}  // namespace opgraft_internal
