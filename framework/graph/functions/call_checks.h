// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_CALL_CHECKS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_CALL_CHECKS_H_

namespace opgraft {

class GraphImporter;
class ProblemList;
struct GraphData;

// Checks the functions that the nodes just imported use: that they exist, that the branches of an
// If fit it, and the bodies of all that are called, at any depth; a recursive one is looked at
// once. False if it added problems.
bool CheckCalls(const GraphData& graph, const GraphImporter& importer, ProblemList* problems);

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_CALL_CHECKS_H_
