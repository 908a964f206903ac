// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_VARIABLE_USES_H_
#define OPENVINO_FUSIONS_VARIABLE_USES_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "framework/types/internal_namespace.h"
#include "pugixml.hpp"

namespace opgraft_internal {

// How many layers of a document, those of bodies too, read and assign each variable. A cache is
// kept in another form than a tensor, which all who use it must know.
class VariableUses {
 public:
  // Of none.
  VariableUses() = default;
  // Of the layers below this element.
  explicit VariableUses(pugi::xml_node net) { Count(net, 0); }

  // One ReadValue and one Assign, wherever they are.
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
