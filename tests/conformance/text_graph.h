// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_CONFORMANCE_TEXT_GRAPH_H_
#define TESTS_CONFORMANCE_TEXT_GRAPH_H_

#include <set>
#include <string>
#include <vector>

#include "framework/op/op_registry.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {

// A GraphDef in protobuf's text format; false if the file is absent or none.
bool ReadTextGraph(const std::string& path, GraphDef* graph);

// The ops that the model of a case needs and `ops` lacks, as far as the file can be read at all:
// GraphDef in text or binary, what the tensors and nodes of these names need (no names: all); what
// the signatures of a SavedModel's folder need, its initializer and its restore function; the layer
// types of an OpenVINO IR.
std::set<std::string> MissingOps(const std::string& path, const std::vector<std::string>& names,
                                 const OpRegistry& ops);

}  // namespace opgraft

#endif  // TESTS_CONFORMANCE_TEXT_GRAPH_H_
