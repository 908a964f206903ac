// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_COMPRESS_H_
#define OPENVINO_WRITING_COMPRESS_H_

#include "framework/types/internal_namespace.h"
#include "openvino/writing/written_net.h"

namespace opgraft_internal {

// Makes float constants of a net and of its bodies halves with a Convert behind each, as OpenVINO
// writes them. A constant stays with a number that is beyond what halves hold.
void CompressConstants(WrittenNet* net);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_COMPRESS_H_
