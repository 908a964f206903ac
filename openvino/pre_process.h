// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_PRE_PROCESS_H_
#define OPENVINO_PRE_PROCESS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "framework/types/internal_namespace.h"
#include "openvino/layer_lowering.h"
#include "pugixml.hpp"

namespace opgraft_internal {

// What an old model's <pre-process> does to an image that is fed: it subtracts a number of each
// channel. A value.
//
//   <pre-process reference-layer-name="data"><channel id="0"><mean value="104.5"/></channel> ...
struct PreProcess {
  std::string input;         // the Parameter's layer; "": the first of four dimensions
  std::vector<float> means;  // by channel
};

// That of a <net>; nothing if it has none or that has no means. INVALID_ARGUMENT for channels that
// cannot be read; UNIMPLEMENTED for a mean image.
absl::StatusOr<absl::optional<PreProcess>> ReadPreProcess(pugi::xml_node net);

// What the layers of the model get of `image`, which is fed to the Parameter `layer`.
// INVALID_ARGUMENT if it is not an image of known size, or has another number of channels.
absl::StatusOr<Value> SubtractMeans(const PreProcess& pre_process, Value image,
                                    LayerLowering* layer);

}  // namespace opgraft_internal

#endif  // OPENVINO_PRE_PROCESS_H_
