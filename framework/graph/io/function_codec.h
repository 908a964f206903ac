// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_FUNCTION_CODEC_H_
#define FRAMEWORK_GRAPH_IO_FUNCTION_CODEC_H_

#include "framework/graph/data/function_library.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How GraphDefs hold functions. It lives for ever.
const FunctionCodec& GraphFunctionCodec();

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_FUNCTION_CODEC_H_
