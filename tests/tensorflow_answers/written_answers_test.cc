// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that can be written as an IR: what is written is read again, and answers as TensorFlow does.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "framework/types/status_macros.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "openvino/edited_ir.h"
#include "openvino/write_ir.h"
#include "openvino/writing/writing_table.h"
#include "tests/tensorflow_answers/answer.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using opgraft_internal::OpsWithRows;

absl::StatusOr<AnswerModel> AsWritten(const AnswerModel& model) {
  OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr ir,
                           opgraft_internal::IrOfGraph(model.graph, model.options));
  OPGRAFT_ASSIGN_OR_RETURN(const IrFiles files, WriteIr(ir));
  OPGRAFT_ASSIGN_OR_RETURN(LoadedIr again, ParseIr(files.xml, files.weights));
  return AnswerModel{again.graph, std::move(again.options)};
}

std::string OpOf(const json& line) {
  const auto node = line["node"].get<std::string>();
  const std::string before = "op: \"";
  const size_t begin = node.find(before) + before.size();
  return node.substr(begin, node.find('"', begin) - begin);
}

// TensorFlow's ops with rows, and those of them whose answers came back.
struct Coverage {
  std::set<std::string> rows;
  std::set<std::string> came_back;
};

bool Says(const json& line, absl::string_view attr) {
  return absl::StrContains(line["node"].get<std::string>(), attr);
}

bool HasEmptyTensor(const json& line) {
  for (const json& input : line["inputs"]) {
    for (const json& dim : input["shape"]) {
      if (dim == 0) return true;
    }
  }
  return false;
}

// Calls that OpenVINO's layers answer in another way.
bool IsLeftToOpenVino(const json& line, Known known) {
  const std::string op = OpOf(line);
  // What of NaN is the least, or in between.
  const bool has_nan = absl::StrContains(line["inputs"].dump(), "nan");
  if (op == "ArgMin" || op == "ClipByValue" || op == "ResizeBilinear") return has_nan;
  if (op == "TopKV2") return Says(line, "key: \"sorted\" value { b: false }");  // in any order
  // Integers wrap around or do not.
  if (op == "Pow") return Says(line, "DT_INT");
  // That shapes do not fit each other, that there is no dimension, and how many groups there are is
  // seen in a run.
  if (op == "Equal" || op == "NotEqual")
    return known == Known::kNothing && Says(line, "incompatible_shape_error\" value { b: false }");
  if (op == "ReverseV2") return known != Known::kValues && line["inputs"][0]["shape"].empty();
  if (op == "Conv2D") return known == Known::kNothing || HasEmptyTensor(line);
  return op == "Conv2DBackpropInput" && HasEmptyTensor(line);
}

// UNIMPLEMENTED says honestly that a call cannot be written: of complex numbers, of an unknown
// rank, ...
void Check(const json& line, const std::string& text, Coverage* coverage) {
  for (Known known : kAllKnown) {
    if (IsLeftToOpenVino(line, known)) continue;
    const std::string difference = CompareAnswer(line, known, &AsWritten);
    if (absl::StartsWith(difference, "UNIMPLEMENTED: ")) continue;
    EXPECT_EQ(difference, "") << static_cast<int>(known) << " of Known: " << text.substr(0, 600);
    if (difference.empty()) coverage->came_back.insert(OpOf(line));
  }
}

// Ops whose nodes keep state, give nothing, or outputs that mean nothing: write_ir_test has them.
// TopK of version 1 is an op that TensorFlow does not answer any more; what follows is its
// documentation's.
const char* const kElsewhere[] = {"Assert",           "Assign",           "FusedBatchNorm",
                                  "FusedBatchNormV2", "FusedBatchNormV3", "ReadValue",
                                  "_LiveTensor",      "_SwitchCondition"};
constexpr char kTopK[] =
    R"({"node": "name: 'n' op: \"TopK\" input: 'x0' attr { key: 'T' value { type: DT_INT32 } }
                 attr { key: 'k' value { i: 2 } }",
        "inputs": [{"type": "int32", "shape": [4], "data": [1, 5, 3, 5]}],
        "outputs": [{"type": "int32", "shape": [2], "data": [5, 5]},
                    {"type": "int32", "shape": [2], "data": [1, 3]}]})";

std::vector<std::string> AnswerFiles() {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator("tests/tensorflow_answers")) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(WrittenAnswers, AreTensorFlowsForEachRow) {
  Coverage coverage;
  for (const absl::string_view op : OpsWithRows()) {
    if (!absl::StartsWith(op, "OpenVINO>")) coverage.rows.insert(std::string(op));
  }
  for (const char* op : kElsewhere) coverage.rows.erase(op);
  for (const std::string& file : AnswerFiles()) {
    std::ifstream in(file);
    for (std::string text; std::getline(in, text);) {
      const json line = json::parse(text);
      if (line.contains("error") || coverage.rows.count(OpOf(line)) == 0) continue;
      Check(line, text, &coverage);
    }
  }
  std::string top_k = kTopK;
  std::replace(top_k.begin(), top_k.end(), '\n', ' ');
  Check(json::parse(top_k), top_k, &coverage);
  EXPECT_THAT(coverage.came_back, testing::ContainerEq(coverage.rows));
}

}  // namespace
}  // namespace opgraft
