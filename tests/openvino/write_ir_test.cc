// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/write_ir.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/status_macros.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "openvino/edited_ir.h"
#include "openvino/transforms.h"
#include "tests/openvino/net_text.h"

namespace opgraft {
namespace {

using opgraft_internal::IrText;
using testing::HasSubstr;

// The model that a text gives when it is written and read again.
LoadedIr ReadAgain(const LoadedIr& ir, const WriteIrOptions& options = {}) {
  const auto written = WriteIr(ir, options);
  EXPECT_TRUE(written.ok()) << written.status();
  if (!written.ok()) return {};
  auto again = ParseIr(written->xml, written->weights);
  EXPECT_TRUE(again.ok()) << again.status() << written->xml;
  return again.ok() ? *std::move(again) : LoadedIr();
}

TEST(WriteIr, WritesWhatOpenVinoWrites) {
  const std::string xml =
      IrText({{"x", "Parameter", "opset1", R"(element_type="f32" shape="?,2..5")", {}},
              {"r", "ReLU", "opset1", "", {"0"}},
              {"y", "Result", "opset1", "", {"1"}, 0}});
  const auto ir = ParseIr(xml, "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto written = WriteIr(*ir, {"small"});
  ASSERT_TRUE(written.ok()) << written.status();
  EXPECT_EQ(written->xml, R"(<?xml version="1.0"?>
<net name="small" version="11">
	<layers>
		<layer id="0" name="x" type="Parameter" version="opset1">
			<data shape="?,2..5" element_type="f32" />
			<output>
				<port id="0" precision="FP32" names="x">
					<dim>-1</dim>
					<dim>-1</dim>
				</port>
			</output>
		</layer>
		<layer id="1" name="r" type="ReLU" version="opset1">
			<input>
				<port id="0" precision="FP32">
					<dim>-1</dim>
					<dim>-1</dim>
				</port>
			</input>
			<output>
				<port id="1" precision="FP32" names="y">
					<dim>-1</dim>
					<dim>-1</dim>
				</port>
			</output>
		</layer>
		<layer id="2" name="y" type="Result" version="opset1" output_names="y">
			<input>
				<port id="0" precision="FP32">
					<dim>-1</dim>
					<dim>-1</dim>
				</port>
			</input>
		</layer>
	</layers>
	<edges>
		<edge from-layer="0" from-port="0" to-layer="1" to-port="0" />
		<edge from-layer="1" from-port="1" to-layer="2" to-port="0" />
	</edges>
	<rt_info />
</net>
)");
}

TEST(WriteIr, KeepsNamesAndState) {
  const std::string xml =
      IrText({{"x", "Parameter", "opset1", R"(element_type="f32" shape="2")", {}},
              {"old",
               "ReadValue",
               "opset6",
               R"(variable_id="sum" variable_type="f32" variable_shape="2")",
               {}},
              {"a b", "Add", "opset1", "", {"0", "1"}},
              {"new", "Assign", "opset6", R"(variable_id="sum")", {"2"}},
              {"y", "Result", "opset1", "", {"2"}, 0}});
  const auto ir = ParseIr(xml, "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  const LoadedIr again = ReadAgain(*ir);
  EXPECT_THAT(WriteIr(again)->xml, HasSubstr(R"(name="a b")"));
  const auto model = CompiledModel::Compile(again.graph, again.options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  for (const char* expected : {"1 2", "2 4", "3 6"}) {
    const auto outputs = request.Run({{"x", Tensor::Of({1.0f, 2.0f})}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)["y"].SummarizeValue(-1), expected);
  }
}

TEST(WriteIr, KeepsRuntimeInfoOfTheModelAndOfPorts) {
  std::string xml = IrText({{"x", "Parameter", "opset1", R"(element_type="f32" shape="2")", {}},
                            {"r", "ReLU", "opset1", "", {"0"}},
                            {"y", "Result", "opset1", "", {"1"}, 0}});
  const std::string of_port =
      R"(<rt_info><attribute name="layout" version="0" layout="[N]" /></rt_info>)";
  const std::string port = "<port id=\"0\"/></output>";
  xml.replace(xml.find(port), port.size(), "<port id=\"0\">" + of_port + "</port></output>");
  xml.insert(xml.rfind("</net>"),
             R"(<rt_info><nncf><ratio value="0.8" /></nncf><Version value="a&amp;b" /></rt_info>)");
  const auto ir = ParseIr(xml, "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto reshaped = ReshapeInputs(*ir, {{"x", PartialTensorShape({3})}});
  ASSERT_TRUE(reshaped.ok()) << reshaped.status();
  for (const LoadedIr& model : {*ir, ReadAgain(*ir), *reshaped}) {
    const auto written = WriteIr(model);
    ASSERT_TRUE(written.ok()) << written.status();
    EXPECT_THAT(written->xml, HasSubstr(R"(<attribute name="layout" version="0" layout="[N]" />)"));
    EXPECT_THAT(written->xml, HasSubstr(R"(
	<rt_info>
		<nncf>
			<ratio value="0.8" />
		</nncf>
		<Version value="a&amp;b" />
	</rt_info>
</net>
)"));
  }
}

TEST(WriteIr, TellsAllNodesThatItCannotWrite) {
  const auto graph = Graph::FromBytes(
      R"(node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
         node { name: "a" op: "Digamma" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
         node { name: "b" op: "Lgamma" input: "a" attr { key: "T" value { type: DT_FLOAT } } })",
      {});
  ASSERT_TRUE(graph.ok()) << graph.status();
  const auto ir = opgraft_internal::IrOfGraph(*graph);
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto written = WriteIr(*ir);
  EXPECT_EQ(written.status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(written.status().message(), HasSubstr("node 'a' (Digamma): OpenVINO has no layer"));
  EXPECT_THAT(written.status().message(), HasSubstr("node 'b' (Lgamma): OpenVINO has no layer"));
}

// What a graph is as an IR that is fed `x` and gives `y`, or why it cannot be.
absl::StatusOr<IrFiles> Write(const std::string& nodes) {
  OPGRAFT_ASSIGN_OR_RETURN(
      const Graph graph,
      Graph::FromBytes("node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: "
                       "DT_FLOAT } } attr { key: 'shape' value { shape { dim { size: 2 } } } } } "
                       "node { name: 't' op: 'Const' attr { key: 'dtype' value { type: DT_BOOL } } "
                       "attr { key: 'value' value { tensor { dtype: DT_BOOL tensor_shape { } "
                       "bool_val: true } } } } " +
                           nodes,
                       {}));
  CompileOptions options;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"x"};
  options.signatures[0].fetches = {"y"};
  OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr ir,
                           opgraft_internal::IrOfGraph(graph, std::move(options)));
  return WriteIr(ir);
}

constexpr char kFloat[] = "attr { key: 'T' value { type: DT_FLOAT } }";

TEST(WriteIr, LeavesOutWhatOnlyChecks) {
  const absl::StatusOr<IrFiles> written = Write(absl::StrCat(
      "node { name: 'a' op: 'Assert' input: 't' input: 'x' attr { key: 'T' value { list { type: ",
      "DT_FLOAT } } } } node { name: 'c' op: 'CheckNumerics' input: 'x' attr { key: 'message' "
      "value ",
      "{ s: 'text' } } ", kFloat, " } node { name: 'l' op: '_LiveTensor' input: 'c' input: 't' ",
      kFloat, " } node { name: 'y' op: 'Relu' input: 'l' input: '^a' ", kFloat, " }"));
  ASSERT_TRUE(written.ok()) << written.status();
  int layers = 0;
  for (size_t at = 0; (at = written->xml.find("<layer ", at)) != std::string::npos; ++at) ++layers;
  EXPECT_EQ(layers, 3) << written->xml;  // Parameter, ReLU, Result
}

TEST(WriteIr, LeavesOutNoEffect) {
  const char* const kLong = "value { type: DT_INT64 } }";
  const absl::Status status =
      Write(absl::StrCat("node { name: 'h' op: 'HashTableV2' attr { key: 'key_dtype' ", kLong,
                         " attr { key: 'value_dtype' ", kLong, " } node { name: 'k' op: 'Const' ",
                         "attr { key: 'dtype' ", kLong, " attr { key: 'value' value { tensor { ",
                         "dtype: DT_INT64 tensor_shape { dim { size: 1 } } int64_val: 1 } } } } ",
                         "node { name: 'w' op: 'InitializeTableV2' input: 'h' input: 'k' input: ",
                         "'k' attr { key: 'Tkey' ", kLong, " attr { key: 'Tval' ", kLong,
                         " } node { name: 'y' op: 'Relu' input: 'x' input: '^w' ", kFloat, " }"))
          .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(status.message(),
              HasSubstr("node 'w' (InitializeTableV2): runs for its effect, which an IR cannot"));
}

TEST(WriteIr, KeepsTheNamesOfAnInputThatIsAnOutput) {
  const absl::StatusOr<IrFiles> written =
      Write(absl::StrCat("node { name: 'y' op: 'Identity' input: 'x' ", kFloat, " }"));
  ASSERT_TRUE(written.ok()) << written.status();
  const auto again = ParseIr(written->xml, written->weights);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->inputs[0].names[0], "x");
  EXPECT_EQ(again->outputs[0].names[0], "y");
  // One tensor with both names has only the output's when OpenVINO compiles it.
  EXPECT_THAT(written->xml, HasSubstr("names=\"x\""));
  EXPECT_THAT(written->xml, HasSubstr("names=\"y\""));
}

// An Identity is no layer of what is written, but its output's name stays one of its own.
TEST(WriteIr, KeepsTheNamesOfAnInputThatALayerPassesOn) {
  std::string xml = IrText({{"x", "Parameter", "opset1", R"(element_type="f32" shape="2")", {}},
                            {"y", "Identity", "opset16", "", {"0"}},
                            {"r", "Result", "opset1", "", {"1"}, 0}});
  absl::StrReplaceAll({{R"(<output><port id="0")", R"(<output><port id="0" names="x")"},
                       {R"(<output><port id="1")", R"(<output><port id="1" names="y")"}},
                      &xml);
  const auto ir = ParseIr(xml, "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  const absl::StatusOr<IrFiles> written = WriteIr(*ir);
  ASSERT_TRUE(written.ok()) << written.status();
  EXPECT_THAT(written->xml, HasSubstr("names=\"x\""));
  EXPECT_THAT(written->xml, HasSubstr("names=\"y\""));
}

// The first output of the model that these files are, fed 1 and 4.
std::string RunFiles(const IrFiles& files) {
  const auto ir = ParseIr(files.xml, files.weights);
  if (!ir.ok()) return ir.status().ToString();
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  if (!model.ok()) return model.status().ToString();
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"x", Tensor::Of({1.0f, 4.0f})}});
  return outputs.ok() ? (*outputs)["y"].SummarizeValue(-1) : outputs.status().ToString();
}

// (x - mean) * scale / sqrt(variance + epsilon) + offset, of x as scale and variance, and of 0.5
// and 1 as mean and offset.
TEST(WriteIr, NormalizesBatches) {
  for (const char* op : {"FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"}) {
    const bool has_two_types = absl::string_view(op) != "FusedBatchNorm";
    const absl::StatusOr<IrFiles> written = Write(absl::StrCat(
        "node { name: 's' op: 'Const' attr { key: 'dtype' value { type: DT_INT32 } } attr { key: ",
        "'value' value { tensor { dtype: DT_INT32 tensor_shape { dim { size: 4 } } int_val: 1 ",
        "int_val: 1 int_val: 1 int_val: 2 } } } } node { name: 'i' op: 'Reshape' input: 'x' "
        "input: ",
        "'s' ", kFloat, " } node { name: 'c' op: 'Const' attr { key: 'dtype' value { type: ",
        "DT_FLOAT } } attr { key: 'value' value { tensor { dtype: DT_FLOAT tensor_shape { dim { ",
        "size: 2 } } float_val: 0.5 float_val: 1 } } } } node { name: 'n' op: '", op,
        "' input: 'i' input: 'x' input: 'c' input: 'c' input: 'x' ", kFloat,
        has_two_types ? " attr { key: 'U' value { type: DT_FLOAT } }" : "",
        " attr { key: 'is_training' value { b: false } } attr { key: 'epsilon' value { f: 0 } } } ",
        "node { name: 'y' op: 'Relu' input: 'n' ", kFloat, " }"));
    ASSERT_TRUE(written.ok()) << written.status();
    EXPECT_EQ(RunFiles(*written), "[[[1 7]]]");
  }
}

// OpenVINO infers neither the type of random numbers nor passes over axes that a mode has no use
// for.
TEST(WriteIr, SaysOfLayersWhatOpenVinoAsksFor) {
  const char* const half = R"(element_type="f16" shape="")";
  const char* const sizes = R"(element_type="i64" shape="2")";
  const auto ir =
      ParseIr(IrText({{"s", "Parameter", "opset1", sizes, {}},
                      {"low", "Parameter", "opset1", half, {}},
                      {"high", "Parameter", "opset1", half, {}},
                      {"u",
                       "RandomUniform",
                       "opset8",
                       R"(output_type="f16" global_seed="1" op_seed="2")",
                       {"0", "1", "2"}},
                      {"axes", "Parameter", "opset1", R"(element_type="u8" shape="")", {}},
                      {"b", "Broadcast", "opset1", R"(mode="numpy")", {"3", "0", "4"}},
                      {"y", "Result", "opset1", "", {"5"}, 0}}),
              "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto written = WriteIr(*ir);
  ASSERT_TRUE(written.ok()) << written.status();
  EXPECT_THAT(written->xml, HasSubstr(R"(output_type="f16")"));
  EXPECT_THAT(written->xml, HasSubstr(R"(to-layer="5" to-port="1")"));
  EXPECT_THAT(written->xml, testing::Not(HasSubstr(R"(to-layer="5" to-port="2")")));
}

// OpenVINO reads no constant of no bytes.
TEST(WriteIr, GivesAnEmptyConstantAByte) {
  const absl::StatusOr<IrFiles> written = Write(absl::StrCat(
      "node { name: 'e' op: 'Const' attr { key: 'dtype' value { type: DT_INT32 } } attr { key: ",
      "'value' value { tensor { dtype: DT_INT32 tensor_shape { dim { size: 0 } } } } } } node { ",
      "name: 'y' op: 'Sum' input: 'x' input: 'e' ", kFloat, " }"));
  ASSERT_TRUE(written.ok()) << written.status();
  EXPECT_EQ(written->weights.size(), 1);
  EXPECT_TRUE(ParseIr(written->xml, written->weights).ok());
}

TEST(WriteIr, StoresEqualConstantsOnceAndHalvesThatFit) {
  const std::string floats("\0\0\x80\x3f\0\0\0\x40", 8);  // 1, 2
  const std::string weights = floats + floats;
  const std::string xml =
      IrText({{"x", "Parameter", "opset1", R"(element_type="f32" shape="2")", {}},
              {"c", "Const", "opset1", R"(element_type="f32" shape="2" offset="0" size="8")", {}},
              {"d", "Const", "opset1", R"(element_type="f32" shape="2" offset="8" size="8")", {}},
              {"s", "Add", "opset1", "", {"0", "1"}},
              {"t", "Multiply", "opset1", "", {"3", "2"}},
              {"y", "Result", "opset1", "", {"4"}, 0}});
  const auto ir = ParseIr(xml, weights);
  ASSERT_TRUE(ir.ok()) << ir.status();
  EXPECT_EQ(WriteIr(*ir)->weights, floats);
  const auto halves = WriteIr(*ir, {"n", /*f16=*/true});
  EXPECT_EQ(halves->weights.size(), 4);
  EXPECT_THAT(halves->xml, HasSubstr(R"(<attribute name="decompression" version="0" />)"));
  const LoadedIr again = ReadAgain(*ir, {"n", /*f16=*/true});
  const auto model = CompiledModel::Compile(again.graph, again.options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"x", Tensor::Of({1.0f, 2.0f})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)["y"].SummarizeValue(-1), "2 8");
}

}  // namespace
}  // namespace opgraft
