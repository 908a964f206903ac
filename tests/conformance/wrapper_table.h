// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_CONFORMANCE_WRAPPER_TABLE_H_
#define TESTS_CONFORMANCE_WRAPPER_TABLE_H_

#include <map>
#include <string>

#include "nlohmann/json.hpp"
#include "tests/conformance/case_result.h"
#include "tools/op_gen/api_def_table.h"

namespace opgraft {

// TensorFlow's answers about the Python functions of ops, wrappers*.jsonl, against what `opgraft
// gen python` makes of the ops in the op_specs*.jsonl files beside it.
class WrapperTable {
 public:
  // Reads the op_specs*.jsonl of `folder`.
  explicit WrapperTable(const std::string& folder);

  // Compares the function's name, its parameters in order with defaults and annotations, and what
  // it returns. Skips an op that no file beside it specifies. `module` and `exported_as` come from
  // build files and endpoints, not from OpDefs: they are not looked at.
  CaseResult RunLine(const nlohmann::json& line) const;

 private:
  std::map<std::string, nlohmann::json> specs_;  // by op
  const ApiDefTable api_defs_ = ApiDefTable::BuiltinForPython();
};

}  // namespace opgraft

#endif  // TESTS_CONFORMANCE_WRAPPER_TABLE_H_
