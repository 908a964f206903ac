// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_CONFORMANCE_CASE_COMPARE_H_
#define TESTS_CONFORMANCE_CASE_COMPARE_H_

#include <string>

#include "absl/status/status.h"
#include "framework/graph/data/graph.h"
#include "nlohmann/json.hpp"

// Comparisons of what came with what a case.json expects. Each gives "" or a sentence on the first
// difference.
namespace opgraft {

// `error` as in a step or in load: {"code", "contains"}.
std::string CompareError(const absl::Status& status, const nlohmann::json& error);

// `port` is {name, type, shape} as the original reports it; ours must be of that type and at least
// as sharp.
std::string ComparePort(DataType type, const PartialTensorShape& shape, const nlohmann::json& port);

// True if there is a shape that both admit.
bool MayFit(const PartialTensorShape& shape, const nlohmann::json& port);

// The graph written back against a GraphDef in text: nodes and functions in any order, defaults
// filled in.
std::string CompareExport(const Graph& graph, const std::string& path);

}  // namespace opgraft

#endif  // TESTS_CONFORMANCE_CASE_COMPARE_H_
