// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/problem_report.h"

#include "framework/graph/data/graph.h"
#include "framework/op/op_registry.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr char kInput[] =
    "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } } ";
constexpr char kConvs[] =
    "node { name: 'conv1' op: 'OwnFilter' input: 'x' } "
    "node { name: 'conv2' op: 'OwnFilter' input: 'conv1' } ";

GraphDef Parsed(const std::string& text) {
  GraphDef def;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &def));
  return def;
}

MissingOps MissingOf(const GraphDef& def) { return FindMissingOps(def, *OpRegistry::Global()); }

std::string Report(const std::string& text) {
  const GraphDef def = Parsed(text);
  const MissingOps missing = MissingOf(def);
  return ProblemReport("m.pb", &missing, Graph::Import(def).status());
}

TEST(ProblemReport, AMissingOpIsALineAndWhatToDoIsSaidOnce) {
  EXPECT_EQ(Report(absl::StrCat(kInput, kConvs, "node { name: 'norm' op: 'MyOwn' input: 'x' } ",
                                "node { name: 'd' op: 'TPUReplicatedInput' input: 'x' } ")),
            "m.pb: 3 ops that are not offered, in 4 of 5 nodes\n"
            "  TPUReplicatedInput  TensorFlow's, not offered yet  1 node, 'd'\n"
            "  OwnFilter           unknown                        2 nodes, first 'conv1'\n"
            "  MyOwn               unknown                        1 node, 'norm'\n"
            "An unknown op may be a custom op: --load ITS_LIBRARY.so\n");
}

TEST(ProblemReport, NothingIsAdvisedWhereAllIsTensorFlows) {
  EXPECT_EQ(Report(absl::StrCat(kInput, "node { name: 'd' op: 'TPUReplicatedInput' input: 'x' }")),
            "m.pb: 1 op that is not offered, in 1 of 2 nodes\n"
            "  TPUReplicatedInput  TensorFlow's, not offered yet  1 node, 'd'\n");
}

TEST(ProblemReport, OtherProblemsFollow) {
  EXPECT_EQ(Report(absl::StrCat(kInput, "node { name: 'a' op: 'Ned' input: 'x' } ",
                                "node { name: 'c' op: 'Neg' input: 'x' }")),
            "m.pb: 2 problems in 3 nodes\n"
            "  Ned  unknown; nearest: Neg  1 node, 'a'\n"
            "  node 'c' (Neg): attr 'T' is missing; Neg needs T: type in [DT_BFLOAT16, DT_HALF, "
            "DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_COMPLEX64, "
            "DT_COMPLEX128]\n"
            "An unknown op may be a custom op: --load ITS_LIBRARY.so\n");
}

TEST(ProblemReport, WhatAFunctionLacksIsTheModelsProblem) {
  const char* const call =
      "node { name: 'c' op: 'f' } library { function { signature { name: 'f' } "
      "node_def { name: 'a' op: 'MyOwn' } node_def { name: 'b' op: 'Neg' input: 'nowhere' "
      "attr { key: 'T' value { type: DT_FLOAT } } } } }";
  EXPECT_EQ(Report(call),
            "m.pb: 2 problems in 1 node\n"
            "  MyOwn  unknown  1 node, 'f/a'\n"
            "  node 'c' (f): function 'f':\n"
            "      node 'b' (Neg): input 0 'nowhere' does not exist in the function's body\n"
            "An unknown op may be a custom op: --load ITS_LIBRARY.so\n");
}

TEST(ProblemReport, NamesAreEscapedAndManyOpsAreCut) {
  std::string text = "node { name: 'x\\033[2J' op: 'A\\033' } ";
  for (int i = 0; i < 150; ++i)
    absl::StrAppend(&text, "node { name: 'n", i, "' op: 'Op", i, "' } ");
  const std::string report = Report(text);
  EXPECT_EQ(report.find('\033'), std::string::npos);
  EXPECT_NE(report.find("  ... and 51 ops more\n"), std::string::npos) << report;
}

TEST(LoadError, IsTheStatusWhereNoOpIsMissing) {
  const GraphDef whole = Parsed(kInput);
  const absl::Status status = absl::InternalError("as it was");
  EXPECT_EQ(LoadError("m.pb", MissingOf(whole), status), status);
  const GraphDef lacking = Parsed("node { name: 'a' op: 'MyOwn' }");
  EXPECT_EQ(LoadError("m.pb", MissingOf(lacking), Graph::Import(lacking).status()),
            absl::NotFoundError("m.pb: 1 op that is not offered, in 1 of 1 node\n"
                                "  MyOwn  unknown  1 node, 'a'\n"
                                "An unknown op may be a custom op: --load ITS_LIBRARY.so"));
}

}  // namespace
}  // namespace opgraft
