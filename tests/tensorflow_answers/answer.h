// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_TENSORFLOW_ANSWERS_ANSWER_H_
#define TESTS_TENSORFLOW_ANSWERS_ANSWER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/graph/data/graph.h"
#include "framework/runtime/compile_options.h"
#include "nlohmann/json.hpp"

namespace opgraft {

// What a graph knows of the inputs before it runs; each is a way of its own through shape
// functions, folding and kernels.
enum class Known { kNothing, kShapes, kValues };
inline constexpr Known kAllKnown[] = {Known::kNothing, Known::kShapes, Known::kValues};

// The graph of a call, and the one signature that is run. A value.
struct AnswerModel {
  Graph graph;
  CompileOptions options;
};
// What is run instead, with the same names of inputs and outputs.
using AnswerRewrite = absl::StatusOr<AnswerModel> (*)(const AnswerModel& model);

// Runs the call of one line of an answers file (README.md says what it is) in a graph of its own.
// "" or how the answer differs from TensorFlow's, in its values, its code, or from the shape that
// was inferred.
std::string CompareAnswer(const nlohmann::json& line, Known known, AnswerRewrite rewrite = nullptr);

}  // namespace opgraft

#endif  // TESTS_TENSORFLOW_ANSWERS_ANSWER_H_
