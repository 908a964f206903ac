// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/ir.h"

#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/cancellation.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "openvino/transforms.h"
#include "tests/openvino/net_text.h"

namespace opgraft {
namespace {

using opgraft_internal::IrText;
using opgraft_internal::TextLayer;
using testing::ElementsAre;
using testing::HasSubstr;

const char kFloat2[] = R"(element_type="f32" shape="2")";

std::string ErrorOf(const std::string& xml, const std::string& weights = "") {
  const auto ir = ParseIr(xml, weights);
  return ir.ok() ? "loads" : std::string(ir.status().message());
}

TEST(Ir, RunsByTheNamesOfItsLayers) {
  const std::string xml = IrText({{"x", "Parameter", "opset1", kFloat2, {}},
                                  {"a/b c", "ReLU", "opset1", "", {"0"}},
                                  {"y", "Result", "opset1", "", {"1"}, 0}});
  const auto ir = ParseIr(xml, "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  EXPECT_EQ(ir->FindTensor("y"), "a/b_c:0");
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"x", Tensor::Of({-1.0f, 2.0f})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)["y"].SummarizeValue(-1), "0 2");
}

// Of version 10 inputs of 16 bits are fed in 32, and outputs are of two types; inside and in
// version 11 all types are what the file says.
TEST(Ir, ServesOldModelsInTheTypesOfTheirTime) {
  std::string xml = IrText({{"half", "Parameter", "opset1", R"(element_type="f16" shape="2")", {}},
                            {"wide", "Parameter", "opset1", R"(element_type="i64" shape="2")", {}},
                            {"less", "Less", "opset1", "", {"0", "0"}},
                            {"sum", "Add", "opset1", "", {"1", "1"}},
                            {"twice", "Add", "opset1", "", {"0", "0"}},
                            {"a", "Result", "opset1", "", {"2"}, 0},
                            {"b", "Result", "opset1", "", {"3"}, 0},
                            {"c", "Result", "opset1", "", {"4"}, 0}});
  const auto types_of = [](const std::string& text) {
    const auto ir = ParseIr(text, "");
    std::vector<DataType> types;
    if (!ir.ok()) return types;
    const auto model = CompiledModel::Compile(ir->graph, ir->options);
    if (!model.ok()) return types;
    for (int i = 0; i < model->num_inputs(); ++i) types.push_back(model->input_type(i));
    for (int i = 0; i < model->num_outputs(); ++i) types.push_back(model->output_type(i));
    return types;
  };
  EXPECT_THAT(types_of(xml), ElementsAre(DT_HALF, DT_INT64, DT_BOOL, DT_INT64, DT_HALF));
  xml.replace(xml.find("version=\"11\""), 12, "version=\"10\"");
  EXPECT_THAT(types_of(xml), ElementsAre(DT_FLOAT, DT_INT64, DT_FLOAT, DT_INT32, DT_FLOAT));
  const auto ir = ParseIr(xml, "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  const auto outputs =
      request.Run({{"half", Tensor::Of({0.1f, 2.0f})}, {"wide", Tensor::Of<int64_t>({3, -4})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)["less"].SummarizeValue(-1), "0 0");
  EXPECT_EQ((*outputs)["sum"].SummarizeValue(-1), "6 -8");
  EXPECT_EQ((*outputs)["twice"].SummarizeValue(-1), "0.199951 4");  // in 16 bits on the way
}

TEST(Ir, TellsAllProblemsWithTheirLayers) {
  const std::string xml =
      IrText({{"x", "Parameter", "opset1", kFloat2, {}},
              {"c", "Const", "opset1", R"(element_type="f33" shape="2" offset="0" size="8")", {}},
              {"odd", "Odd", "opset1", "", {"0"}},
              {"new", "ReLU", "opset77", "", {"0"}},
              {"y", "Result", "opset1", "", {"1"}, 0},
              {"z", "Result", "opset1", "", {"2"}, 0},
              {"w", "Result", "opset1", "", {"3"}, 0}});
  EXPECT_EQ(ErrorOf(xml),
            "layer 1 'c' (Const, opset1): 'f33' is not an OpenVINO element type\n"
            "layer 2 'odd' (Odd, opset1): layers of type 'Odd' are not supported\n"
            "layer 3 'new' (ReLU, opset77): the opset 'opset77' is not known; there are opset1 to "
            "opset16");
}

TEST(Ir, TellsHowFarItIsAndEndsWhenItIsCancelled) {
  std::vector<TextLayer> layers = {{"x", "Parameter", "opset1", kFloat2, {}}};
  for (int i = 0; i < 1000; ++i)
    layers.push_back({absl::StrCat("r", i), "ReLU", "opset1", "", {absl::StrCat(i)}});
  layers.push_back({"y", "Result", "opset1", "", {"1000"}, 0});
  const std::string xml = IrText(layers);
  std::vector<std::string> phases;
  double converted = 0;
  ImportOptions options;
  options.progress = [&](absl::string_view phase, double done) {
    if (phases.empty() || phases.back() != phase) phases.emplace_back(phase);
    if (phase == "converting layers") converted = done;
  };
  ASSERT_TRUE(ParseIr(xml, "", options).ok());
  EXPECT_THAT(phases, ElementsAre("parsing", "converting layers", "checking"));
  EXPECT_GT(converted, 0.7);
  EXPECT_LT(converted, 1);
  for (const std::string& at : phases) {
    CancellationManager manager;
    options.cancellation_manager = &manager;
    options.progress = [&](absl::string_view phase, double) {
      if (phase == at) manager.StartCancel();
    };
    const absl::Status status = ParseIr(xml, "", options).status();
    EXPECT_EQ(status, absl::CancelledError(absl::StrCat("the load was cancelled while ", at)));
  }
}

TEST(Ir, NeedsOnlyWhatItsResultsNeed) {
  const std::string xml = IrText({{"x", "Parameter", "opset1", kFloat2, {}},
                                  {"odd", "Odd", "opset1", "", {"0"}},
                                  {"y", "Result", "opset1", "", {"0"}, 0}});
  EXPECT_TRUE(ParseIr(xml, "").ok());
}

TEST(Ir, RefusesWhatIsNoNet) {
  const struct {
    const char* xml;
    const char* message;
  } cases[] = {
      {"", "it is not XML: line 1, column 1: No document element found"},
      {"<net\n <", "it is not XML: line 2, column 2: "},
      {"<model/>", "it is not an IR: its root is not <net>"},
      {"<net version=\"99\"/>", "the IR is of version '99'; versions 10 and 11 are read"},
  };
  for (const auto& c : cases) EXPECT_THAT(ErrorOf(c.xml), HasSubstr(c.message)) << c.xml;
}

TEST(Ir, RefusesEdgesThatLeadNowhere) {
  const std::string good = IrText({{"x", "Parameter", "opset1", kFloat2, {}},
                                   {"r", "ReLU", "opset1", "", {"0"}},
                                   {"y", "Result", "opset1", "", {"1"}, 0}});
  const struct {
    const char* from;
    const char* to;
    const char* message;
  } cases[] = {
      {R"(from-layer="0")", R"(from-layer="8")", "there is no layer 8"},
      {R"(from-port="0" to-layer="1")", R"(from-port="3" to-layer="1")", "there is no such output"},
      {R"(to-layer="1" to-port="0")", R"(to-layer="1" to-port="5")", "there is no such input"},
      {R"(<edge from-layer="0")", R"(<edge from-layers="0")", "has no attribute 'from-layer'"},
      {R"(from-layer="0" from-port="0")", R"(from-layer="1" from-port="1")", "part of a cycle"},
      {R"(id="1" name)", R"(id="0" name)", "another layer has this id"},
  };
  for (const auto& c : cases) {
    std::string bad = good;
    const size_t at = bad.find(c.from);
    ASSERT_NE(at, std::string::npos) << c.from;
    bad.replace(at, std::strlen(c.from), c.to);
    EXPECT_THAT(ErrorOf(bad), HasSubstr(c.message)) << bad;
  }
}

TEST(Ir, ChecksWhereItsConstantsLie) {
  const auto with = [](const std::string& data) {
    return IrText({{"c", "Const", "opset1", data, {}}, {"y", "Result", "opset1", "", {"0"}, 0}});
  };
  const std::string weights(8, '\0');
  EXPECT_EQ(ErrorOf(with(R"(element_type="f32" shape="2" offset="0" size="8")"), weights), "loads");
  EXPECT_THAT(ErrorOf(with(R"(element_type="f32" shape="2" offset="1" size="8")"), weights),
              HasSubstr("its 8 bytes at 1 lie outside of the .bin file, which has 8"));
  EXPECT_THAT(ErrorOf(with(R"(element_type="f32" shape="3" offset="0" size="8")"), weights),
              HasSubstr("its `size` is 8 bytes; elements of that type and shape take 12"));
  EXPECT_THAT(ErrorOf(with(R"(element_type="f32" shape="2" offset="-8" size="8")"), weights),
              HasSubstr("lie outside"));
}

// A loop whose condition comes from nowhere.
TEST(Ir, TellsResultsOfBodiesThatNothingFeeds) {
  std::string body = opgraft_internal::NetText({{"p", "Parameter", "opset1", kFloat2, {}},
                                                {"r", "Result", "opset1", "", {"0"}, 0},
                                                {"c", "Result", "opset1", "", {"0"}, 0}});
  const std::string edge = R"(<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>)";
  body.replace(body.find(edge), edge.size(), "");
  const std::string more =
      R"(<port_map><input external_port_id="2" internal_layer_id="0"/>)"
      R"(<output external_port_id="3" internal_layer_id="1"/>)"
      R"(<output external_port_id="-1" internal_layer_id="2" purpose="execution_condition"/>)"
      "</port_map><body>" +
      body + "</body>";
  const std::string xml = IrText(
      {{"x", "Parameter", "opset1", kFloat2, {}},
       {"t", "Const", "opset1", R"(element_type="i32" shape="" offset="0" size="4")", {}},
       {"b", "Const", "opset1", R"(element_type="boolean" shape="" offset="4" size="1")", {}},
       {"loop", "Loop", "opset5", "", {"1", "2", "0"}, 1, more},
       {"y", "Result", "opset1", "", {"3"}, 0}});
  EXPECT_THAT(ErrorOf(xml, std::string("\2\0\0\0\1", 5)),
              HasSubstr("layer 2 'c' (Result, opset1): no edge comes to input 0"));
}

TEST(Ir, ToleratesOutputsThatTheOpLacksWhereNobodyReadsThem) {
  const auto with = [](const std::string& source) {
    return IrText({{"x", "Parameter", "opset1", kFloat2, {}},
                   {"r", "ReLU", "opset1", "", {"0"}, 2},
                   {"c", "Concat", "opset1", R"(axis="0")", {"1", "1"}, 2},
                   {"y", "Result", "opset1", "", {source}, 0}});
  };
  EXPECT_EQ(ErrorOf(with("1:0")), "loads");
  EXPECT_EQ(ErrorOf(with("2:0")), "loads");
  EXPECT_THAT(ErrorOf(with("1:1")), HasSubstr("layer 1 'r' (ReLU, opset1): "));
  EXPECT_EQ(ErrorOf(with("2:1")), "layer 2 'c' (Concat, opset1): there is no output 1");
}

TEST(Ir, TakesAParameterWithoutAnOutput) {
  const std::string xml = IrText({{"x", "Parameter", "opset1", kFloat2, {}},
                                  {"unread", "Parameter", "opset1", kFloat2, {}, 0},
                                  {"y", "Result", "opset1", "", {"0"}, 0}});
  const auto ir = ParseIr(xml, "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  EXPECT_THAT(ir->inputs[1].names, ElementsAre("unread"));
}

// A lowering may name a constant as the file names a layer.
TEST(Ir, KeepsNamesOfLayersAndOfPartsApart) {
  const std::string xml = IrText({{"c/axis", "Parameter", "opset1", kFloat2, {}},
                                  {"c", "Concat", "opset1", R"(axis="0")", {"0", "0"}},
                                  {"y", "Result", "opset1", "", {"1"}, 0}});
  const auto ir = ParseIr(xml, "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  EXPECT_EQ(ir->FindTensor("c/axis"), "c/axis:0");
}

// As models that are converted from others have it: layer names count on, tensor names are given.
TEST(Ir, FindsPortsByTheirTensorsBeforeTheirLayers) {
  std::string xml = IrText({{"x1", "Parameter", "opset1", kFloat2, {}},
                            {"x2", "Parameter", "opset1", kFloat2, {}},
                            {"sum", "Add", "opset1", "", {"0", "1"}},
                            {"x0", "Result", "opset1", "", {"2"}, 0}});
  const auto name = [&](const std::string& type, const std::string& port,
                        const std::string& names) {
    const size_t at = xml.find("<port id=\"" + port + "\"/>", xml.find(type + "\" version"));
    xml.insert(at + std::strlen("<port "), "names=\"" + names + "\" ");
  };
  name("x1\" type=\"Parameter", "0", "x0");
  name("x2\" type=\"Parameter", "0", "x1");
  name("Add", "2", "y");
  const auto ir = ParseIr(xml, "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  EXPECT_THAT(ir->inputs[0].names, ElementsAre("x0", "x1"));
  EXPECT_THAT(ir->inputs[1].names, ElementsAre("x1", "x2"));
  EXPECT_EQ(FindPort(ir->inputs, "x0"), &ir->inputs[0]);
  EXPECT_EQ(FindPort(ir->inputs, "x1"), &ir->inputs[1]);
  EXPECT_EQ(FindPort(ir->inputs, "x2"), &ir->inputs[1]);
  EXPECT_EQ(FindPort(ir->inputs, "x3"), nullptr);
  EXPECT_EQ(ir->FindTensor("x0"), ir->inputs[0].tensor);  // which a Result is called, too
  EXPECT_EQ(ir->FindTensor("y"), ir->outputs[0].tensor);

  const auto reshaped = ReshapeInputs(*ir, {{"x1", PartialTensorShape({1})}});
  ASSERT_TRUE(reshaped.ok()) << reshaped.status();
  const Graph& graph = reshaped->graph;
  EXPECT_EQ(graph.node(graph.FindNode("x1")).output_shape(0).DebugString(), "[2]");
  EXPECT_EQ(graph.node(graph.FindNode("x2")).output_shape(0).DebugString(), "[1]");
  EXPECT_EQ(ReshapeInputs(*ir, {{"x11", PartialTensorShape({1})}}).status().message(),
            "there is no input 'x11'; nearest: 'x1'");
}

TEST(Ir, TakesTypesInAnyLetterCase) {
  const std::string xml =
      IrText({{"x", "PARAMETER", "opset1", R"(element_type="F32" shape="-1..5")", {}},
              {"r", "RELU", "opset1", "", {"0"}},
              {"m", "multiply", "opset1", R"(auto_broadcast="numpy")", {"1", "1"}},
              {"c", "convert", "opset1", R"(destination_type="I32")", {"2"}},
              {"y", "Result", "opset1", "", {"3"}, 0}});
  const auto ir = ParseIr(xml, "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"x", Tensor::Of({-1.0f, 2.0f})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)["y"].SummarizeValue(-1), "0 4");
}

TEST(Ir, RefusesPrecisionsThatAreNoTypes) {
  std::string xml = IrText({{"x", "Parameter", "opset1", kFloat2, {}},
                            {"r", "ReLU", "opset1", "", {"0"}},
                            {"y", "Result", "opset1", "", {"1"}, 0}});
  const auto with = [&](const std::string& precision) {
    std::string changed = xml;
    const std::string port = "<output><port id=\"1\"";
    changed.insert(changed.find(port) + port.size(), " precision=\"" + precision + "\"");
    return ErrorOf(changed);
  };
  EXPECT_EQ(with("FP32"), "loads");
  EXPECT_EQ(with("f32"), "loads");
  EXPECT_EQ(with("UNSPECIFIED"), "loads");
  EXPECT_EQ(with("FP33"),
            "layer 1 'r' (ReLU, opset1): output port 1: 'FP33' is not an OpenVINO element type");
}

// A net of one image, with what an old model does to it first.
std::string PreProcessed(const std::string& pre_process, const std::string& shape = "1,2,1,2") {
  std::string xml =
      IrText({{"x", "Parameter", "opset1", "element_type=\"f32\" shape=\"" + shape + "\"", {}},
              {"r", "ReLU", "opset1", "", {"0"}},
              {"y", "Result", "opset1", "", {"1"}, 0}});
  xml.insert(xml.rfind("</net>"), pre_process);
  return xml;
}

TEST(Ir, SubtractsTheMeansOfAnImage) {
  for (const char* layer : {"x", ""}) {
    const auto ir =
        ParseIr(PreProcessed(std::string("<pre-process reference-layer-name=\"") + layer +
                             R"("><channel id="1"><mean value="2"/></channel>)"
                             R"(<channel id="0"><mean value="0.5"/></channel></pre-process>)"),
                "");
    ASSERT_TRUE(ir.ok()) << ir.status();
    EXPECT_EQ(ir->inputs[0].tensor, "x:0");
    const auto model = CompiledModel::Compile(ir->graph, ir->options);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    Tensor image(DT_FLOAT, TensorShape({1, 2, 1, 2}));
    for (int i = 0; i < 4; ++i) image.flat<float>()(i) = static_cast<float>(i);
    const auto outputs = request.Run({{"x", image}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    const auto y = (*outputs)["y"].flat<float>();
    EXPECT_EQ(std::vector<float>(y.data(), y.data() + 4), (std::vector<float>{0, 0.5f, 0, 1}));
  }
}

TEST(Ir, RefusesMeansThatDoNotFitTheirImage) {
  const std::string begin = "<pre-process reference-layer-name=\"x\"><channel id=\"0\">";
  const std::string one = begin + "<mean value=\"1\"/></channel></pre-process>";
  EXPECT_EQ(ErrorOf(PreProcessed(begin + "</channel></pre-process>")), "loads");
  EXPECT_THAT(ErrorOf(PreProcessed(one)),
              HasSubstr("<pre-process> has the means of 1 channels; the input has 2"));
  EXPECT_THAT(ErrorOf(PreProcessed(one, "?,1,2,2")), HasSubstr("of known size, not of float [?,"));
  EXPECT_EQ(
      ErrorOf(PreProcessed(begin + "<mean offset=\"0\" size=\"8\"/></channel></pre-process>")),
      "<pre-process>: mean images are not supported");
  EXPECT_EQ(ErrorOf(PreProcessed(begin + "<mean value=\"a\"/></channel></pre-process>")),
            "<pre-process>: 'a' is no number");
  std::string other = one;
  other.replace(other.find("\"x\""), 3, "\"z\"");
  EXPECT_EQ(ErrorOf(PreProcessed(other)), "<pre-process>: there is no input 'z'");
}

TEST(Ir, RefusesPartsBeyondWhatTensorsHave) {
  const std::string body = opgraft_internal::NetText(
      {{"p", "Parameter", "opset1", kFloat2, {}}, {"r", "Result", "opset1", "", {"0"}, 0}});
  const auto with = [&](const std::string& slices, const std::string& joined = "") {
    const std::string more =
        R"(<port_map><input external_port_id="0" internal_layer_id="0" axis="0" )" + slices +
        R"(/><output external_port_id="1" internal_layer_id="1" )" + joined + "/>" +
        "</port_map><body>" + body + "</body>";
    return IrText({{"x", "Parameter", "opset1", kFloat2, {}},
                   {"ti", "TensorIterator", "opset1", "", {"0"}, 1, more},
                   {"y", "Result", "opset1", "", {"1"}, 0}});
  };
  EXPECT_EQ(ErrorOf(with(R"(end="-1")")), "loads");
  EXPECT_THAT(ErrorOf(with(R"(end="9223372036854775807")")),
              HasSubstr("there is no element 9223372036854775807"));
  EXPECT_THAT(ErrorOf(with(R"(start="-9223372036854775808")")), HasSubstr("there is no element"));
  EXPECT_THAT(ErrorOf(with(R"(stride="-9223372036854775808")")), HasSubstr("there is no element"));
  EXPECT_THAT(ErrorOf(with(R"(stride="0")")), HasSubstr("a stride of 0"));
  EXPECT_EQ(ErrorOf(with("", R"(axis="0" stride="-1")")), "loads");
  EXPECT_EQ(ErrorOf(with("", R"(axis="0" stride="1" part_size="2")")),
            "layer 1 'ti' (TensorIterator, opset1): port map: the stride of an output must be its "
            "part_size, or minus that");
}

// In time linear in the layers.
TEST(Ir, NamesLayersOfOneNameApart) {
  std::vector<opgraft_internal::TextLayer> layers = {{"x", "Parameter", "opset1", kFloat2, {}}};
  for (int i = 0; i < 20'000; ++i)
    layers.push_back({"x", "ReLU", "opset1", "", {std::to_string(i)}});
  layers.push_back({"y", "Result", "opset1", "", {"20000"}, 0});
  const auto ir = ParseIr(IrText(layers), "");
  ASSERT_TRUE(ir.ok()) << ir.status();
  EXPECT_EQ(ir->outputs[0].tensor, "x_20000:0");
}

// A body that is sure to run stands in the place of the If; the other is not even looked at.
TEST(Ir, OfAConstantConditionHasNoBranches) {
  const auto body = [](const char* type) {
    return opgraft_internal::NetText({{"p", "Parameter", "opset1", kFloat2, {}},
                                      {"op", type, "opset1", "", {"0"}},
                                      {"r", "Result", "opset1", "", {"1"}, 0}});
  };
  const std::string maps = R"(<input external_port_id="1" internal_layer_id="0"/>)"
                           R"(<output external_port_id="2" internal_layer_id="2"/>)";
  const std::string more = "<then_port_map>" + maps + "</then_port_map><else_port_map>" + maps +
                           "</else_port_map><then_body>" + body("ReLU") +
                           "</then_body><else_body>" + body("Odd") + "</else_body>";
  const std::string xml = IrText(
      {{"x", "Parameter", "opset1", kFloat2, {}},
       {"c", "Const", "opset1", R"(element_type="boolean" shape="" offset="0" size="1")", {}},
       {"if", "If", "opset8", "", {"1", "0"}, 1, more},
       {"y", "Result", "opset1", "", {"2"}, 0}});
  EXPECT_EQ(ErrorOf(xml, "\1"), "loads");
  EXPECT_THAT(ErrorOf(xml, std::string(1, '\0')), HasSubstr("'Odd' are not supported"));
}

}  // namespace
}  // namespace opgraft
