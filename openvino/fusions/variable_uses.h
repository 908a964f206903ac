// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_VARIABLE_USES_H_
#define OPENVINO_FUSIONS_VARIABLE_USES_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "framework/types/internal_namespace.h"
#include "pugixml.hpp"

namespace opgraft_internal {

// How many layers of a document, those of bodies too, read and assign each variable. A variable can
// become a cache (cache_layers.h) only if it has one of each, since other users would expect a
// plain tensor. A value; thread-compatible.
class VariableUses {
 public:
  // Without any use.
  VariableUses() = default;
  // Of the layers below this element.
  explicit VariableUses(pugi::xml_node net) { Count(net, 0); }

  // True if the document has one ReadValue and one Assign of the variable, in whatever net.
  bool IsOnePair(const std::string& variable) const {
    const auto found = uses_.find(variable);
    return found != uses_.end() && found->second.reads == 1 && found->second.assigns == 1;
  }

 private:
  struct Uses {
    int reads = 0;
    int assigns = 0;
  };

  void Count(pugi::xml_node net, int depth);

  absl::flat_hash_map<std::string, Uses> uses_;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_VARIABLE_USES_H_
