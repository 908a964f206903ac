// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_CONFORMANCE_SPEC_TABLE_H_
#define TESTS_CONFORMANCE_SPEC_TABLE_H_

#include <string>

#include "framework/op/op_def_builder.h"
#include "nlohmann/json.hpp"
#include "tests/conformance/case_result.h"

namespace opgraft {

// The builder calls that a line of op_specs or spec_cases stands for.
OpDefBuilder BuilderOfSpec(const std::string& op_name, const nlohmann::json& line);

// Runs one line of a table of TensorFlow's answers: op_specs*, spec_cases*, node_cases* or
// compat_cases*.jsonl, told apart by the beginning of `file_name`. Compares what is accepted, the
// OpDef, whether it is valid, types and summaries; messages only for being there. The id is the
// name of the op, or the group.
CaseResult RunTableLine(const std::string& file_name, const nlohmann::json& line);

}  // namespace opgraft

#endif  // TESTS_CONFORMANCE_SPEC_TABLE_H_
