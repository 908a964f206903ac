// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Calls, branches and loops as an IR has them. run_cases --as-ir has more of them.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/status_macros.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "openvino/edited_ir.h"
#include "openvino/write_ir.h"

namespace opgraft {
namespace {

using testing::HasSubstr;
using testing::Not;

// Functions of one float; those that end with "less" and "next" of a counter before it.
constexpr char kFunctions[] = R"(
  function { signature { name: "twice" input_arg { name: "a" type: DT_FLOAT }
                         output_arg { name: "r" type: DT_FLOAT } }
    node_def { name: "s" op: "AddV2" input: "a" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
    ret { key: "r" value: "s:z:0" } }
  function { signature { name: "square" input_arg { name: "a" type: DT_FLOAT }
                         output_arg { name: "r" type: DT_FLOAT } }
    node_def { name: "s" op: "Mul" input: "a" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
    ret { key: "r" value: "s:z:0" } }
  function { signature { name: "negative" input_arg { name: "a" type: DT_FLOAT }
                         output_arg { name: "r" type: DT_FLOAT } }
    node_def { name: "n" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
               attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: -1 } } } }
    node_def { name: "s" op: "Mul" input: "a" input: "n:output:0"
               attr { key: "T" value { type: DT_FLOAT } } }
    ret { key: "r" value: "s:z:0" } }
  function { signature { name: "twice_twice" input_arg { name: "a" type: DT_FLOAT }
                         output_arg { name: "r" type: DT_FLOAT } }
    node_def { name: "c" op: "PartitionedCall" input: "a" attr { key: "f" value { func { name: "twice" } } }
               attr { key: "Tin" value { list { type: DT_FLOAT } } }
               attr { key: "Tout" value { list { type: DT_FLOAT } } } }
    node_def { name: "d" op: "PartitionedCall" input: "c:output:0"
               attr { key: "f" value { func { name: "twice" } } }
               attr { key: "Tin" value { list { type: DT_FLOAT } } }
               attr { key: "Tout" value { list { type: DT_FLOAT } } } }
    ret { key: "r" value: "d:output:0" } }
  function { signature { name: "less" input_arg { name: "i" type: DT_INT32 }
                         input_arg { name: "a" type: DT_FLOAT }
                         output_arg { name: "r" type: DT_BOOL } }
    node_def { name: "n" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
               attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape { } int_val: 3 } } } }
    node_def { name: "l" op: "Less" input: "i" input: "n:output:0"
               attr { key: "T" value { type: DT_INT32 } } }
    ret { key: "r" value: "l:z:0" } }
  function { signature { name: "next" input_arg { name: "i" type: DT_INT32 }
                         input_arg { name: "a" type: DT_FLOAT }
                         output_arg { name: "j" type: DT_INT32 } output_arg { name: "r" type: DT_FLOAT } }
    node_def { name: "n" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
               attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape { } int_val: 1 } } } }
    node_def { name: "k" op: "AddV2" input: "i" input: "n:output:0"
               attr { key: "T" value { type: DT_INT32 } } }
    node_def { name: "c" op: "PartitionedCall" input: "a"
               attr { key: "f" value { func { name: "twice_twice" } } }
               attr { key: "Tin" value { list { type: DT_FLOAT } } }
               attr { key: "Tout" value { list { type: DT_FLOAT } } } }
    ret { key: "j" value: "k:z:0" } ret { key: "r" value: "c:output:0" } })";

std::string Placeholder(const char* name, const char* type,
                        const char* shape = "unknown_rank: true") {
  return absl::StrCat("node { name: '", name, "' op: 'Placeholder' attr { key: 'dtype' value { ",
                      "type: ", type, " } } attr { key: 'shape' value { shape { ", shape,
                      " } } } } ");
}

// What tf.cond(p, lambda: a + a, lambda: a) was in TensorFlow 1; with an attr in the place of
// float.
constexpr char kTwiceIf[] = R"(
  function { signature { name: "twice_if" input_arg { name: "a" type_attr: "T" }
                         input_arg { name: "p" type: DT_BOOL }
                         output_arg { name: "r" type_attr: "T" }
                         attr { name: "T" type: "type" } }
    node_def { name: "w" op: "Switch" input: "a" input: "p"
               attr { key: "T" value { placeholder: "T" } } }
    node_def { name: "s" op: "AddV2" input: "w:output_true:0" input: "w:output_true:0"
               attr { key: "T" value { placeholder: "T" } } }
    node_def { name: "m" op: "Merge" input: "w:output_false:0" input: "s:z:0"
               attr { key: "T" value { placeholder: "T" } } attr { key: "N" value { i: 2 } } }
    ret { key: "r" value: "m:output:0" } })";

// A graph of these nodes and the functions above, which fetches the given tensors.
absl::StatusOr<LoadedIr> Load(const std::string& nodes, const std::string& functions,
                              const Signature& signature) {
  OPGRAFT_ASSIGN_OR_RETURN(
      Graph graph,
      Graph::FromBytes(absl::StrCat(nodes, "library {", functions, "} versions { producer: 1000 }"),
                       {}));
  CompileOptions options;
  options.signatures = {signature};
  return opgraft_internal::IrOfGraph(graph, std::move(options));
}
LoadedIr Model(const std::string& nodes, const Signature& signature) {
  const absl::StatusOr<LoadedIr> ir = Load(nodes, kFunctions, signature);
  EXPECT_TRUE(ir.ok()) << ir.status();
  return ir.ok() ? *ir : LoadedIr();
}

Signature Call(std::vector<std::string> feeds, std::vector<std::string> fetches) {
  Signature signature;
  signature.feeds = std::move(feeds);
  signature.fetches = std::move(fetches);
  return signature;
}

std::string XmlOf(const LoadedIr& ir) {
  const absl::StatusOr<IrFiles> files = WriteIr(ir);
  return files.ok() ? files->xml : files.status().ToString();
}

// What output `name` of the model is, run as it was and as it comes back from its files, with
// constants of 16 bits too; how they differ, if they do. All numbers here have few digits.
std::string RunBoth(const LoadedIr& ir, const std::vector<NamedTensor>& feeds,
                    const std::string& name) {
  const auto run = [&](const LoadedIr& one) -> absl::StatusOr<std::string> {
    OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model,
                             CompiledModel::Compile(one.graph, one.options));
    InferRequest request = model.CreateRequest();
    OPGRAFT_ASSIGN_OR_RETURN(const Outputs outputs, request.Run(feeds));
    const Tensor* const output = outputs.Find(name);
    return output == nullptr ? "no " + name : output->SummarizeValue(-1);
  };
  const auto written = [&](bool f16) -> absl::StatusOr<std::string> {
    OPGRAFT_ASSIGN_OR_RETURN(const IrFiles files, WriteIr(ir, {"n", f16}));
    OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr again, ParseIr(files.xml, files.weights));
    return run(again);
  };
  const absl::StatusOr<std::string> before = run(ir);
  for (const bool f16 : {false, true}) {
    const absl::StatusOr<std::string> after = written(f16);
    if (!before.ok() || !after.ok())
      return absl::StrCat(before.status().ToString(), "; written: ", after.status().ToString());
    if (*before != *after) return absl::StrCat(*before, "; written: ", *after);
  }
  return *before;
}

constexpr char kCallOfTwice[] = R"(
  node { name: "y" op: "PartitionedCall" input: "x" attr { key: "f" value { func { name: "twice_twice" } } }
         attr { key: "Tin" value { list { type: DT_FLOAT } } }
         attr { key: "Tout" value { list { type: DT_FLOAT } } } })";

// Functions with control flow of TensorFlow 1 are written as what they are run as.
TEST(WriteBodies, RaisesOldControlFlowInFunctions) {
  const auto ir = Load(absl::StrCat(Placeholder("x", "DT_FLOAT"), Placeholder("p", "DT_BOOL"), R"(
      node { name: "y" op: "twice_if" input: "x" input: "p"
             attr { key: "T" value { type: DT_FLOAT } } })"),
                       kTwiceIf, Call({"x", "p"}, {"y"}));
  ASSERT_TRUE(ir.ok()) << ir.status();
  EXPECT_THAT(XmlOf(*ir), HasSubstr("type=\"If\""));
  for (const bool p : {false, true}) {
    const std::vector<NamedTensor> feeds = {{"x", Tensor::Of({1.0f, -2.0f})},
                                            {"p", Tensor::Scalar(p)}};
    EXPECT_EQ(RunBoth(*ir, feeds, "y"), p ? "2 -4" : "1 -2");
  }
}

TEST(WriteBodies, PutsCallsInTheirPlace) {
  const LoadedIr ir = Model(Placeholder("x", "DT_FLOAT") + kCallOfTwice, Call({"x"}, {"y"}));
  EXPECT_EQ(RunBoth(ir, {{"x", Tensor::Of({1.0f, -2.0f})}}, "y"), "4 -8");
  EXPECT_THAT(XmlOf(ir), HasSubstr(R"(name="y/d/s" type="Add")"));
}

constexpr char kCase[] = R"(
  node { name: "y" op: "Case" input: "i" input: "x"
         attr { key: "branches" value { list { func { name: "twice" } func { name: "square" }
                                               func { name: "negative" } } } }
         attr { key: "Tin" value { list { type: DT_FLOAT } } }
         attr { key: "Tout" value { list { type: DT_FLOAT } } } })";

TEST(WriteBodies, MakesOfACaseAnIfInTheOther) {
  const LoadedIr ir = Model(Placeholder("x", "DT_FLOAT") + Placeholder("i", "DT_INT32", "") + kCase,
                            Call({"x", "i"}, {"y"}));
  // An index beyond the branches means the last.
  for (const auto& [index, answer] :
       {std::pair<int, const char*>(0, "6"), {1, "9"}, {2, "-3"}, {3, "-3"}, {-1, "-3"}}) {
    EXPECT_EQ(RunBoth(ir, {{"x", Tensor::Scalar(3.0f)}, {"i", Tensor::Scalar(index)}}, "y"),
              answer);
  }
}

constexpr char kWhile[] = R"(
  node { name: "w" op: "While" input: "i" input: "x"
         attr { key: "cond" value { func { name: "less" } } }
         attr { key: "body" value { func { name: "next" } } }
         attr { key: "T" value { list { type: DT_INT32 type: DT_FLOAT } } } })";

TEST(WriteBodies, MakesOfAWhileALoop) {
  const LoadedIr ir =
      Model(Placeholder("x", "DT_FLOAT") + Placeholder("i", "DT_INT32", "") + kWhile,
            Call({"x", "i"}, {"w:0", "w:1"}));
  EXPECT_THAT(XmlOf(ir), HasSubstr(R"(type="Loop" version="opset5")"));
  for (const auto& [begin, answer] :
       {std::pair<int, const char*>(0, "64"), {2, "4"}, {3, "1"}, {9, "1"}}) {
    EXPECT_EQ(RunBoth(ir, {{"x", Tensor::Scalar(1.0f)}, {"i", Tensor::Scalar(begin)}}, "w:1"),
              answer);
  }
}

// TensorFlow asks a condition that is no scalar whether it is empty.
TEST(WriteBodies, AsksForTheShapeOfACondition) {
  const LoadedIr ir = Model(Placeholder("x", "DT_FLOAT") + Placeholder("i", "DT_INT32") + kWhile,
                            Call({"x", "i"}, {"w:0", "w:1"}));
  EXPECT_THAT(XmlOf(ir), HasSubstr("its condition has shape <unknown>"));
}

// A condition that is known takes its branch; the other may be anything.
TEST(WriteBodies, TakesTheBranchOfAKnownCondition) {
  const std::string nodes = Placeholder("x", "DT_FLOAT") + R"(
      node { name: "c" op: "Const" attr { key: "dtype" value { type: DT_BOOL } }
             attr { key: "value" value { tensor { dtype: DT_BOOL tensor_shape { } bool_val: true } } } }
      node { name: "y" op: "If" input: "c" input: "x"
             attr { key: "then_branch" value { func { name: "square" } } }
             attr { key: "else_branch" value { func { name: "negative" } } }
             attr { key: "Tcond" value { type: DT_BOOL } }
             attr { key: "Tin" value { list { type: DT_FLOAT } } }
             attr { key: "Tout" value { list { type: DT_FLOAT } } } })";
  const LoadedIr ir = Model(nodes, Call({"x"}, {"y"}));
  EXPECT_EQ(RunBoth(ir, {{"x", Tensor::Scalar(3.0f)}}, "y"), "9");
  EXPECT_THAT(XmlOf(ir), Not(HasSubstr("then_body")));
}

// f0 calls f1 twice, which calls f2 twice, ...: a model without end in a small file.
TEST(WriteBodies, RefusesAModelWithoutEnd) {
  std::string functions;
  for (int i = 0; i < 40; ++i) {
    const std::string call = absl::StrCat(
        "op: 'PartitionedCall' attr { key: 'f' value { func { name: 'f", i + 1,
        "' } } } attr { key: 'Tin' value { list { type: DT_FLOAT } } } attr { key: 'Tout' value { ",
        "list { type: DT_FLOAT } } }");
    absl::StrAppend(&functions, "function { signature { name: 'f", i,
                    "' input_arg { name: 'a' type: DT_FLOAT } output_arg { name: 'r' type: ",
                    "DT_FLOAT } } node_def { name: 'c' input: 'a' ", call,
                    " } node_def { name: 'd' input: 'c:output:0' ", call,
                    " } ret { key: 'r' value: 'd:output:0' } }");
  }
  absl::StrAppend(
      &functions, "function { signature { name: 'f40' input_arg { name: 'a' type: ",
      "DT_FLOAT } output_arg { name: 'r' type: DT_FLOAT } } ret { key: 'r' value: 'a' } }");
  const std::string nodes = absl::StrCat(
      Placeholder("x", "DT_FLOAT"),
      "node { name: 'y' op: 'PartitionedCall' input: 'x' attr { key: 'f' value { func { name: 'f0' "
      "} } } attr { key: 'Tin' value { list { type: DT_FLOAT } } } attr { key: 'Tout' value { list "
      "{ type: DT_FLOAT } } } }");
  const absl::StatusOr<LoadedIr> ir = Load(nodes, functions, Call({"x"}, {"y"}));
  ASSERT_TRUE(ir.ok()) << ir.status();
  const absl::Status status = WriteIr(*ir).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
}

}  // namespace
}  // namespace opgraft
