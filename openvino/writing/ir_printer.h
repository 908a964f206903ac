// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_IR_PRINTER_H_
#define OPENVINO_WRITING_IR_PRINTER_H_

#include <string>

#include "absl/status/statusor.h"
#include "framework/types/internal_namespace.h"
#include "openvino/writing/weights_writer.h"
#include "openvino/writing/written_net.h"

namespace opgraft_internal {

// What a model's file says beside its net.
struct ModelText {
  std::string name;
  // The contents of <rt_info>: XML of whole lines.
  std::string info;
};

// The .xml file of a net, in the form that OpenVINO writes: layers with Parameters
// first, then what computes, Assigns and Results; edges by the layer that they come from. Constants
// go to `weights`. INVALID_ARGUMENT for a text that XML cannot hold; the errors of WeightsWriter.
absl::StatusOr<std::string> PrintIr(const WrittenNet& net, const ModelText& model,
                                    WeightsWriter* weights);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_IR_PRINTER_H_
