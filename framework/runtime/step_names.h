// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The steps of a program in the words of its graph, without exposing Program: for observers of runs
// (StepObserver) and for messages. Thread-safe: a compiled program does not change.
//
// Example, in a StepObserver: `std::cout << StepNode(program, pc).name() << CallPath(program, pc);`
#ifndef FRAMEWORK_RUNTIME_STEP_NAMES_H_
#define FRAMEWORK_RUNTIME_STEP_NAMES_H_

#include <string>

#include "framework/graph/data/graph.h"

namespace opgraft_internal {
struct Program;
}  // namespace opgraft_internal

namespace opgraft {

// "; in call of 'f' at {{node n}}" for every function the step was inlined from, innermost first.
std::string CallPath(const opgraft_internal::Program& program, int step);
// The node a step comes from.
Node StepNode(const opgraft_internal::Program& program, int step);

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_STEP_NAMES_H_
