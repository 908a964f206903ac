// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_FUNCTION_CODEC_H_
#define FRAMEWORK_GRAPH_IO_FUNCTION_CODEC_H_

#include "framework/graph/data/function_library.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How GraphDefs hold functions: bodies are made by MakeFunctionBody, written by ExportFunction. The
// data below io/ is given this as a table of pointers, since it cannot include io/ itself. It lives
// for ever; thread-safe.
const FunctionCodec& GraphFunctionCodec();

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_FUNCTION_CODEC_H_
