// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// InitializeTableFromTextFileV2 beside what TensorFlow 2.21 answers.
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

struct Case {
  std::string text;
  DataType key_type;
  DataType value_type;
  int key_index;
  int value_index;
  std::string expected;  // "a=0 b=1", in the order of the keys' text; or what the error says
  int vocab_size = -1;
  int offset = 0;
  std::string delimiter = "\t";
};

std::string FileWith(const std::string& text) {
  std::string path = absl::StrCat(testing::TempDir(), "/vocabulary.txt");
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

// Fills a table `times` times and exports it.
absl::StatusOr<CompiledModel> ModelOf(const Case& c, const std::string& path, int times) {
  GraphBuilder b;
  const Value table =
      b.Op("HashTableV2", {}, "table", {{"key_dtype", c.key_type}, {"value_dtype", c.value_type}});
  Value last = table;
  for (int i = 0; i < times; ++i) {
    const Value filled = b.Op("InitializeTableFromTextFileV2", {table, b.Const(Tensor(path))}, "",
                              {{"key_index", c.key_index},
                               {"value_index", c.value_index},
                               {"vocab_size", c.vocab_size},
                               {"offset", c.offset},
                               {"delimiter", c.delimiter}});
    if (i > 0) b.AddControlInput(filled, last);
    last = filled;
  }
  const Value entries = b.Op("LookupTableExportV2", {table}, "entries",
                             {{"Tkeys", c.key_type}, {"Tvalues", c.value_type}});
  b.AddControlInput(entries, last);
  const absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) return graph.status();
  return CompiledModel::Compile(*graph);
}

std::string TextAt(const Tensor& tensor, int64_t i) {
  return tensor.Slice(i, i + 1).SummarizeValue(1);
}

std::string Filled(const Case& c, int times = 1) {
  const std::string path = FileWith(c.text);
  const absl::StatusOr<CompiledModel> model = ModelOf(c, path, times);
  if (!model.ok()) return model.status().ToString();
  InferRequest request = model->CreateRequest();
  const std::vector<std::string> folders = {testing::TempDir()};
  RunOptions options;
  options.allow_files = &folders;
  const auto outputs = request.Run({}, options);
  if (!outputs.ok()) return outputs.status().ToString();
  const Tensor keys = (*outputs)["entries:0"];
  const Tensor values = (*outputs)["entries:1"];
  std::map<std::string, std::string> entries;
  for (int64_t i = 0; i < keys.NumElements(); ++i) entries[TextAt(keys, i)] = TextAt(values, i);
  std::string text;
  for (const auto& [key, value] : entries)
    absl::StrAppend(&text, text.empty() ? "" : " ", key, "=", value);
  return text;
}

TEST(TableFromText, IsAsTensorFlowsIs) {
  const Case cases[] = {
      {"a\nb\nc\n", DT_STRING, DT_INT64, -2, -1, "a=0 b=1 c=2"},
      {"a\nb\nc", DT_STRING, DT_INT64, -2, -1, "a=0 b=1 c=2"},
      {"a\r\nb\r\n\r", DT_STRING, DT_INT64, -2, -1, "a=0 b=1"},
      {"a\nb\nc\n\n", DT_STRING, DT_INT64, -2, -1, "a=0 b=1 c=2", 3},
      {"a\nb\nc\n", DT_STRING, DT_INT64, -2, -1, "a=5 b=6", 2, 5},
      {"a\nb\na\n", DT_INT64, DT_STRING, -1, -2, "0=a 1=b 2=a"},
      {"a 1\nb 2 z\n", DT_STRING, DT_INT64, 0, 1, "a=1 b=2", -1, 0, " "},
      {"a\tx\nb\n", DT_STRING, DT_INT64, 0, -1, "a=0 b=1"},
      {"a\tx\nb\ty\n", DT_STRING, DT_STRING, 0, 1, "a=x b=y"},
      {"a\t 7 \nb\t+5\nc\t-5\n", DT_STRING, DT_INT64, 0, 1, "a=7 b=5 c=-5"},
      {"a\t1.5\nb\t.5\nc\tinf\nd\t0x10\n", DT_STRING, DT_FLOAT, 0, 1, "a=1.5 b=0.5 c=inf d=16"},
      {"a\t1e400\n", DT_STRING, DT_DOUBLE, 0, 1, "a=inf"},
      {"5\n6\n", DT_INT64, DT_INT64, -2, -1, "5=0 6=1"},
      {"5\n6\n", DT_STRING, DT_INT32, -2, 0, "5=5 6=6"},
  };
  for (const Case& c : cases) EXPECT_EQ(Filled(c), c.expected) << c.text;
}

TEST(TableFromText, RefusesWhatTensorFlowRefuses) {
  const Case cases[] = {
      {"a\n\nc\n", DT_STRING, DT_INT64, -2, -1, "INVALID_ARGUMENT: line 1 is empty"},
      {"a\n\r\nb", DT_STRING, DT_INT64, -2, -1, "INVALID_ARGUMENT: line 1 is empty"},
      {"", DT_STRING, DT_INT64, -2, -1, "OUT_OF_RANGE: there are no lines"},
      {"a\n", DT_STRING, DT_INT64, -2, -1, "OUT_OF_RANGE: there are no lines", 0},
      {"a\nb\n", DT_STRING, DT_INT64, -2, -1, "INVALID_ARGUMENT: expected 3 but got 2", 3},
      {"a\nb\na\n", DT_STRING, DT_INT64, -2, -1, "FAILED_PRECONDITION: different value"},
      {"a 1\nb\n", DT_STRING, DT_INT64, 0, 1,
       "INVALID_ARGUMENT: columns in line 1 (b): expected at least 2 got 1", -1, 0, " "},
      {"a\tx\n", DT_STRING, DT_INT64, 0, 1, "INVALID_ARGUMENT: Field x in line 0"},
      {"a\t99999999999\n", DT_STRING, DT_INT32, 0, 1, "INVALID_ARGUMENT: not a valid int32"},
      {"a\t1.5f\n", DT_STRING, DT_FLOAT, 0, 1, "INVALID_ARGUMENT: not a valid float"},
      {"a\t1\n", DT_STRING, DT_BOOL, 0, 1, "INVALID_ARGUMENT: bool not supported"},
      {"5\n", DT_STRING, DT_FLOAT, -2, -2, "INVALID_ARGUMENT: Value index for whole line"},
      {"5\n", DT_STRING, DT_INT32, -2, -1, "INVALID_ARGUMENT: Value index for line number"},
      {"a\n", DT_STRING, DT_INT64, -2, -1, "INVALID_ARGUMENT: only 1 char", -1, 0, "ab"},
      {"a\n", DT_STRING, DT_INT64, -2, -1, "INVALID_ARGUMENT: only 1 char", -1, 0, ""},
  };
  for (const Case& c : cases) {
    const std::string error = Filled(c);
    const size_t colon = c.expected.find(": ");
    EXPECT_TRUE(absl::StartsWith(error, c.expected.substr(0, colon))) << error;
    EXPECT_TRUE(absl::StrContains(error, c.expected.substr(colon + 2))) << error;
  }
}

TEST(TableFromText, StaysAsItIsOnceItIsFilled) {
  EXPECT_EQ(Filled({"a\nb\n", DT_STRING, DT_INT64, -2, -1, ""}, 2), "a=0 b=1");
}

TEST(TableFromText, NeedsLeaveToReadTheFile) {
  const std::string path = FileWith("a\n");
  const Case c = {"", DT_STRING, DT_INT64, -2, -1, ""};
  InferRequest request = ModelOf(c, path, 1)->CreateRequest();
  EXPECT_EQ(request.Run({}).status().code(), absl::StatusCode::kPermissionDenied);
  const std::vector<std::string> folders = {testing::TempDir()};
  RunOptions options;
  options.allow_files = &folders;
  InferRequest absent = ModelOf(c, path + ".not", 1)->CreateRequest();
  EXPECT_EQ(absent.Run({}, options).status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace opgraft
