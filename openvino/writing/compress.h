// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_COMPRESS_H_
#define OPENVINO_WRITING_COMPRESS_H_

#include "framework/types/internal_namespace.h"
#include "openvino/writing/written_net.h"

namespace opgraft_internal {

// Replaces the float constants of a net and of its bodies by halves, each with a Convert to float,
// as OpenVINO writes them. A constant with a number that a half cannot hold
// stays.
void CompressConstants(WrittenNet* net);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_COMPRESS_H_
