// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_PORT_NAMES_H_
#define OPENVINO_PORT_NAMES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How a name names a port, the best first.
enum class Naming {
  kTensor,  // it is a tensor name
  kAlone,   // it is the port's only name: the layer's, and maybe the tensor's
  kLayer,   // it is the layer's
  kNot,
};

// `names` are a port's: tensor names, then the layer's.
Naming NamingOf(const std::vector<std::string>& names, absl::string_view name);

// The index of the port that a name names best, of equal ones the first; -1: none. Ports are of any
// class that has `names`. So a layer's name does not hide a tensor's.
template <typename Port>
int FindPortIndex(const std::vector<Port>& ports, absl::string_view name) {
  int found = -1;
  Naming best = Naming::kNot;
  for (size_t i = 0; i < ports.size(); ++i) {
    const Naming naming = NamingOf(ports[i].names, name);
    if (naming >= best) continue;
    found = static_cast<int>(i);
    best = naming;
  }
  return found;
}

}  // namespace opgraft_internal

#endif  // OPENVINO_PORT_NAMES_H_
