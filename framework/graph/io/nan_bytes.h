// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_NAN_BYTES_H_
#define FRAMEWORK_GRAPH_IO_NAN_BYTES_H_

#include "framework/types/internal_namespace.h"

namespace opgraft {
class GraphDef;
}  // namespace opgraft

namespace opgraft_internal {

// Text format writes every NaN as "nan", so its sign and payload are lost. These say whether there
// are tensors of which that is so, and move their elements into tensor_content, which is bytes. An
// attr that is a float by itself has no other form: it stays. Linear in the elements of all
// tensors.
bool HasNansThatTextLoses(const GraphDef& def);
void MoveNansToBytes(GraphDef* def);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_NAN_BYTES_H_
