// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WEIGHTS_FILE_H_
#define OPENVINO_WEIGHTS_FILE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Where the weights of an IR are if the caller does not name a file: MODEL.bin beside MODEL.xml. A
// path without the ending ".xml" gets ".bin" behind it.
std::string WeightsFileOf(absl::string_view path);

}  // namespace opgraft_internal

#endif  // OPENVINO_WEIGHTS_FILE_H_
