// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_IR_PRINTER_H_
#define OPENVINO_WRITING_IR_PRINTER_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "openvino/writing/weights_writer.h"
#include "openvino/writing/written_net.h"

namespace opgraft_internal {

// The .xml file of a net called `name`, in the form that OpenVINO writes: layers with Parameters
// first, then what computes, Assigns and Results; edges by the layer that they come from. Constants
// go to `weights`. INVALID_ARGUMENT for a text that XML cannot hold; the errors of WeightsWriter.
absl::StatusOr<std::string> PrintIr(const WrittenNet& net, absl::string_view name,
                                    WeightsWriter* weights);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_IR_PRINTER_H_
