// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_WRITE_PART_H_
#define OPENVINO_WRITING_WRITE_PART_H_

#include <vector>

#include "framework/types/internal_namespace.h"
#include "openvino/writing/net_writing.h"

namespace opgraft_internal {

// Writes the nodes that `wanted` and `effects` of the part need, in order: those that run functions
// by write_bodies.h, all others by their row of the table (writing_table.h). What each of `wanted`
// has become.
//
// A node that cannot be written is a problem of the document; the nodes that read it are looked at
// with ports that stand for nothing in its place. So one call finds the problems of all nodes.
std::vector<LayerPort> WritePart(const GraphPart& part, NetWriting* net);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_WRITE_PART_H_
