// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The ops of the graph layer's tests: those of TensorFlow's importer tests, and a few that compute.
#ifndef TESTS_FRAMEWORK_GRAPH_TEST_OPS_H_
#define TESTS_FRAMEWORK_GRAPH_TEST_OPS_H_

#include <memory>

#include "absl/strings/string_view.h"
#include "framework/graph/io/import.h"
#include "framework/kernel/kernel_registry.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {

// ABC, TestParams, TestInput, TestMul, TestInt, TestOneInputTwoOutputs, TestOneInputOneOutput,
// TestVariadicOutput, TestDefaultAttr, TestList, TestNumbers, TestShaped, TestGone, TestCall,
// RequiresCurrentGraphVersion and TensorFlow's Merge, Enter and NextIteration. No kernels.
std::shared_ptr<const KernelRegistry> TestRegistry();

// A GraphDef in text format; a wrong text ends the test program.
GraphDef GraphOf(absl::string_view text);

// Options of an import with the ops above.
ImportGraphDefOptions TestOptions();

}  // namespace opgraft

#endif  // TESTS_FRAMEWORK_GRAPH_TEST_OPS_H_
