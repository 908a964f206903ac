// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/function_library.h"

#include <algorithm>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/functions/function_args.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/io/function_codec.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/framework/graph/test_ops.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

absl::StatusOr<Graph> Import(const std::string& text) {
  return Graph::Import(GraphOf(text), TestOptions());
}

// A function of the given signature, body and results, all in text format.
std::string Def(const std::string& name, const std::string& signature, const std::string& rest) {
  return absl::StrCat("function { signature { name: '", name, "' ", signature, " } ", rest, " } ");
}
std::string Library(const std::string& functions) {
  return absl::StrCat("library { ", functions, "}");
}
// A library of one.
std::string Function(const std::string& name, const std::string& signature,
                     const std::string& rest) {
  return Library(Def(name, signature, rest));
}

constexpr char kFloatToFloat[] =
    "input_arg { name: 'n' type: DT_FLOAT } output_arg { name: 'r' type: DT_FLOAT }";
// Calls f by its name.
constexpr char kCall[] =
    "node { name: 'x' op: 'TestParams' } node { name: 'y' op: 'f' input: 'x' }";
// The same through a func attr.
constexpr char kCallByAttr[] =
    "node { name: 'x' op: 'TestParams' } node { name: 'y' op: 'TestCall' input: 'x' attr { key: "
    "'Tin' value { list { "
    "type: DT_FLOAT } } }"
    " attr { key: 'Tout' value { list { type: DT_FLOAT } } } attr { key: 'f' value { func { name: "
    "'f' } } } }";

TEST(FunctionLibraryTest, AFunctionIsAnOp) {
  const auto graph =
      Import(absl::StrCat(kCall, Function("f", kFloatToFloat,
                                          "node_def { name: 'm' op: 'TestMul' input: [ 'n', 'n' ] "
                                          "} ret { key: 'r' value: 'm:o:0' }")));
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_TRUE(graph->node(1).op_data().is_function_op);
  EXPECT_EQ(graph->node(1).output_type(0), DT_FLOAT);
  const FunctionLibrary& functions = graph->functions();
  EXPECT_THAT(functions.FunctionNames(), ElementsAre("f"));
  EXPECT_EQ(functions.Nearest("F"), "f");
  const auto body = functions.Instantiate("f", NodeAttrs());
  ASSERT_TRUE(body.ok()) << body.status();
  EXPECT_EQ((*body)->graph.num_nodes(), 2);
  EXPECT_EQ((*body)->graph.node((*body)->args[0]).op(), kArgOpName);
  EXPECT_THAT((*body)->arg_names, ElementsAre("n"));
  EXPECT_THAT((*body)->rets, ElementsAre(Endpoint{1, 0}));
  EXPECT_EQ(functions.Instantiate("f", NodeAttrs())->get(), body->get()) << "a body is made once";
}

// However they share what they hold.
TEST(FunctionLibraryTest, AttrsThatAnOpHasNotAreToldOfInFunctionsToo) {
  std::vector<std::string> warnings;
  ImportGraphDefOptions options = TestOptions();
  options.warning = [&](absl::string_view text) { warnings.emplace_back(text); };
  const std::string text = absl::StrCat(
      kCall, "node { name: 'z' op: 'f' input: 'y' }",
      Function("f", kFloatToFloat,
               "node_def { name: 'd' op: 'TestDefaultAttr' attr { key: 'defualt_int' value { i: 3 "
               "} } } ret { key: 'r' value: 'n' }"));
  ASSERT_TRUE(Graph::Import(GraphOf(text), options).ok());
  EXPECT_THAT(warnings,
              ElementsAre("function 'f': node 'd' (TestDefaultAttr): TestDefaultAttr has no attr "
                          "'defualt_int'; nearest: 'default_int'; it is ignored"));
}

TEST(FunctionLibraryTest, EachLibraryHasTheFunctionsItWasMadeWith) {
  std::vector<FunctionLibrary> libraries = {FunctionLibrary(TestOptions().registry)};
  std::vector<std::string> names;
  for (int n = 0; n < 70; ++n) {
    FunctionLibraryBuilder builder(libraries.back(), GraphFunctionCodec());
    for (int more = n % 5 == 0 ? 3 : 1; more > 0; --more) {
      names.push_back(absl::StrCat("f", names.size()));
      FunctionDef def;
      def.mutable_signature()->set_name(names.back());
      EXPECT_TRUE(builder.Add(def).ok());
      EXPECT_TRUE(builder.Add(def).ok()) << "the same again";
    }
    libraries.push_back(builder.Build());
  }
  size_t last = 0;
  for (const FunctionLibrary& library : libraries) {
    const auto size = static_cast<size_t>(library.num_functions());
    EXPECT_GE(size, last);
    last = size;
    EXPECT_THAT(library.FunctionNames(),
                ::testing::ElementsAreArray(names.begin(), names.begin() + static_cast<int>(size)));
    for (size_t i = 0; i < names.size(); ++i) EXPECT_EQ(library.Contains(names[i]), i < size);
  }
  EXPECT_EQ(last, names.size());
  FunctionLibraryBuilder builder(libraries[1], GraphFunctionCodec());
  EXPECT_TRUE(builder.AddFrom(libraries.back(), "f50").ok());
  EXPECT_THAT(builder.Build().FunctionNames(), ElementsAre("f0", "f1", "f2", "f50"));
}

double SecondsOfThread() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The least of three: the machine may have other things to do.
double SecondsToAddOneByOne(const FunctionLibrary& all, int count) {
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double begin = SecondsOfThread();
    FunctionLibrary library(TestOptions().registry);
    for (int n = 0; n < count; ++n) {
      FunctionLibraryBuilder builder(library, GraphFunctionCodec());
      EXPECT_TRUE(builder.AddFrom(all, absl::StrCat("f", n)).ok());
      library = builder.Build();
    }
    least = std::min(least, SecondsOfThread() - begin);
  }
  return least;
}

TEST(FunctionLibraryTest, TakesTimeAboutLinearInFunctionsAddedOneByOne) {
  constexpr int kFew = 500, kMany = 4000;
  FunctionLibraryBuilder builder(FunctionLibrary(TestOptions().registry), GraphFunctionCodec());
  for (int n = 0; n < kMany; ++n) {
    FunctionDef def;
    def.mutable_signature()->set_name(absl::StrCat("f", n));
    ASSERT_TRUE(builder.Add(def).ok());
  }
  const FunctionLibrary all = builder.Build();
  const double few = SecondsToAddOneByOne(all, kFew);
  EXPECT_LT(SecondsToAddOneByOne(all, kMany), 24 * few) << "8 times as many; 64 if it is quadratic";
}

TEST(FunctionLibraryTest, ABodyOutlivesItsGraph) {
  std::shared_ptr<const FunctionBody> body;
  {
    const auto graph =
        Import(absl::StrCat(kCall, Function("f", kFloatToFloat, "ret { key: 'r' value: 'n' }")));
    ASSERT_TRUE(graph.ok()) << graph.status();
    body = *graph->functions().Instantiate("f", NodeAttrs());
  }
  EXPECT_TRUE(body->graph.functions().Contains("f"));
  EXPECT_TRUE(body->graph.functions().Instantiate("f", NodeAttrs()).ok());
}

// Functions "f0" and "f1" of one node each, which are called and equal.
std::string TwoFunctions(const std::string& node) {
  std::string nodes, functions;
  for (const std::string& name : {std::string("f0"), std::string("f1")}) {
    absl::StrAppend(&nodes, "node { name: 'call_", name, "' op: '", name, "' input: 'x' } ");
    absl::StrAppend(&functions, Def(name, kFloatToFloat, node + " ret { key: 'r' value: 'n' }"));
  }
  return absl::StrCat("node { name: 'x' op: 'TestParams' } ", nodes, Library(functions));
}

TEST(FunctionLibraryTest, EqualNodesOfAllBodiesShareTheirAttrs) {
  const auto graph = Import(TwoFunctions("node_def { name: 'd' op: 'TestDefaultAttr' }"));
  ASSERT_TRUE(graph.ok()) << graph.status();
  std::vector<const void*> attrs;
  for (const char* name : {"f0", "f1"}) {
    const auto body = graph->functions().Instantiate(name, NodeAttrs());
    ASSERT_TRUE(body.ok()) << body.status();
    attrs.push_back((*body)->graph.node((*body)->graph.FindNode("d")).attrs().identity());
  }
  EXPECT_NE(attrs[0], nullptr);
  EXPECT_EQ(attrs[0], attrs[1]);
}

// Whether the library keeps it as bytes, as a message because it is large, or as one because
// protobuf does not read a name that is no UTF-8.
TEST(FunctionLibraryTest, GivesAFunctionAsItWasAdded) {
  for (const std::string& note :
       {std::string("small"), std::string(1000, 'x'), std::string("\xff")}) {
    GraphDef def = GraphOf(Function("f", kFloatToFloat, "ret { key: 'r' value: 'n' }"));
    FunctionDef* const function = def.mutable_library()->mutable_function(0);
    function->mutable_signature()->set_description(note);
    const auto graph = Graph::Import(def, TestOptions());
    ASSERT_TRUE(graph.ok()) << graph.status();
    const auto found = graph->functions().FindFunction("f");
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->SerializeAsString(), function->SerializeAsString());
    EXPECT_TRUE(graph->functions().Instantiate("f", NodeAttrs()).ok());
    EXPECT_EQ(graph->functions().Find("f")->op_def.description(), note);
  }
}

TEST(FunctionLibraryTest, FillsInAttrsListsAndControlResults) {
  const auto graph = Import(R"(
      node { name: 'x' op: 'TestParams' }
      node { name: 'y' op: 'sum' input: [ 'x', 'x' ] attr { key: 'T' value { type: DT_FLOAT } }
          attr { key: 'N' value { i: 2 } } }
      library { function {
        signature {
          name: 'sum' input_arg { name: 'xs' type_attr: 'T' number_attr: 'N' } output_arg { name: 'r' type_attr: 'T' }
          output_arg { name: 'xs_again' type_attr: 'T' number_attr: 'N' } control_output: 'done'
          attr { name: 'T' type: 'type' } attr { name: 'N' type: 'int' }
              attr { name: 'K' type: 'int' default_value { i: 3 } }
        }
        node_def { name: 'add' op: 'TestNumbers' input: 'xs' attr { key: 'T' value { placeholder: 'T' } }
            attr { key: 'N' value { placeholder: 'N' } } }
        node_def { name: 'second' op: 'TestNumbers' input: [ 'xs:1', 'add:o', '^add' ]
            attr { key: 'T' value { placeholder: 'T' } } attr { key: 'N' value { i: 2 } } }
        node_def { name: 'side' op: 'TestVariadicOutput' attr { key: 'N' value { placeholder: 'K' } } }
        ret { key: 'r' value: 'second:o:0' }
            ret { key: 'xs_again' value: 'xs' } control_ret { key: 'done' value: 'side' }
      } })");
  ASSERT_TRUE(graph.ok()) << graph.status();
  const auto body = graph->functions().Instantiate("sum", graph->node(1).attrs());
  ASSERT_TRUE(body.ok()) << body.status();
  EXPECT_THAT((*body)->arg_names, ElementsAre("xs_0", "xs_1"));
  EXPECT_THAT((*body)->ret_types, ElementsAre(DT_FLOAT, DT_FLOAT, DT_FLOAT));
  EXPECT_THAT((*body)->rets, ElementsAre(Endpoint{3, 0}, Endpoint{0, 0}, Endpoint{1, 0}));
  EXPECT_THAT((*body)->control_rets, ElementsAre(4));
  EXPECT_THAT((*body)->graph.node(3).inputs(), ElementsAre(Endpoint{1, 0}, Endpoint{2, 0}));
  EXPECT_THAT((*body)->graph.node(3).control_inputs(), ElementsAre(2));
  EXPECT_EQ((*body)->graph.node(4).num_outputs(), 3);
}

TEST(FunctionLibraryTest, ABodyDoesNotBelieveTheShapesThatTheFileGivesItsArguments) {
  const auto graph = Import(absl::StrCat(
      kCall, Function("f", kFloatToFloat,
                      "arg_attr { key: 0 value { attr { key: '_output_shapes' value { list { shape "
                      "{ dim { size: 4 } } } } } } } ret { key: 'r' value: 'n' }")));
  ASSERT_TRUE(graph.ok()) << graph.status();
  const auto body = graph->functions().Instantiate("f", NodeAttrs());
  EXPECT_EQ((*body)->graph.node(0).output_shape(0).DebugString(), "<unknown>");
}

struct BadFunction {
  const char* about;
  const char* signature;
  const char* rest;
  const char* message;
};

const BadFunction kBadFunctions[] = {
    {"unknown input", kFloatToFloat,
     "node_def { name: 'm' op: 'TestMul' input: [ 'n', 'ghost:o:0' ] } ret { key: 'r' value: "
     "'m:o:0' }",
     "function 'f': node 'm' (TestMul): input 1 'ghost:o:0' does not exist in the function's body"},
    {"input without output name", kFloatToFloat,
     "node_def { name: 'p' op: 'TestParams' } node_def { name: 'm' op: 'TestMul' input: [ 'n', 'p' "
     "] } ret { key: 'r' "
     "value: 'm:o:0' }",
     "input 1 'p' does not exist in the function's body; nearest: 'p:o:0'"},
    {"index beyond the output", kFloatToFloat,
     "node_def { name: 'm' op: 'TestMul' input: [ 'n', 'n:1' ] } ret { key: 'r' value: 'm:o:0' }",
     "input 1 'n:1' does not exist"},
    {"unknown control input", kFloatToFloat,
     "node_def { name: 'm' op: 'ABC' input: '^ghost' } ret { key: 'r' value: 'n' }",
     "node 'm' (ABC): input 0 '^ghost' does not exist"},
    {"unknown op", kFloatToFloat,
     "node_def { name: 'm' op: 'Mystery' input: 'n' } ret { key: 'r' value: 'm:o:0' }",
     "function 'f': node 'm' (Mystery): op 'Mystery' is not registered"},
    {"wrong type", kFloatToFloat,
     "node_def { name: 'm' op: 'TestInt' input: 'n' } ret { key: 'r' value: 'n' }",
     "was passed float from n:0 incompatible with expected int32"},
    {"ret beyond the output", kFloatToFloat,
     "node_def { name: 'p' op: 'TestParams' } ret { key: 'r' value: 'p:o:99' }",
     "function 'f': result 'r' -> 'p:o:99' is not found in the function's body"},
    {"ret of an unknown node", kFloatToFloat, "ret { key: 'r' value: 'ghost:o:0' }",
     "result 'r' -> 'ghost:o:0' is not found"},
    {"no ret", kFloatToFloat, "", "result 'r' is missing"},
    {"ret of another type", kFloatToFloat,
     "node_def { name: 'v' op: 'TestVariadicOutput' attr { key: 'N' value { i: 1 } } } ret { key: "
     "'r' value: "
     "'v:outputs:0' }",
     "result 'r' is declared as float, but 'v:outputs:0' is int32"},
    {"ret of a list", kFloatToFloat,
     "node_def { name: 'v' op: 'TestVariadicOutput' attr { key: 'N' value { i: 2 } } } ret { key: "
     "'r' value: "
     "'v:outputs' }",
     "result 'r' is declared as float, but 'v:outputs' is int32, int32"},
    {"two arguments of a name",
     "input_arg { name: 'n' type: DT_FLOAT } input_arg { name: 'n' type: DT_FLOAT } output_arg { "
     "name: 'r' type: "
     "DT_FLOAT }",
     "ret { key: 'r' value: 'n' }", "two arguments are named 'n'"},
    {"a node named as an argument", kFloatToFloat,
     "node_def { name: 'n' op: 'ABC' } ret { key: 'r' value: 'n' }",
     "node 'n' (ABC): the name is not unique"},
    {"unknown placeholder", kFloatToFloat,
     "node_def { name: 'd' op: 'TestDefaultAttr' attr { key: 'default_int' value { placeholder: "
     "'K' } } } ret { key: "
     "'r' value: 'n' }",
     "node 'd' (TestDefaultAttr): attr 'default_int': placeholder 'K' is not an attr of the "
     "function"},
    {"cycle", kFloatToFloat,
     "node_def { name: 'a' op: 'ABC' input: '^b' } node_def { name: 'b' op: 'ABC' input: '^a' } "
     "ret { key: 'r' value: "
     "'n' }",
     "2 nodes in a cycle: 'a' -> 'b' -> 'a'"},
    {"control result of nothing",
     "input_arg { name: 'n' type: DT_FLOAT } output_arg { name: 'r' type: DT_FLOAT } "
     "control_output: 'c'",
     "ret { key: 'r' value: 'n' } control_ret { key: 'c' value: 'ghost' }",
     "control output 'c' -> 'ghost' is not found"},
};

TEST(FunctionLibraryTest, RefusesABrokenFunctionThatIsCalled) {
  for (const BadFunction& c : kBadFunctions) {
    const bool has_two_args = absl::string_view(c.about) == "two arguments of a name";
    const std::string call =
        has_two_args
            ? "node { name: 'x' op: 'TestParams' } node { name: 'y' op: 'f' input: [ 'x', 'x' ] }"
            : kCall;
    const absl::Status status =
        Import(absl::StrCat(call, Function("f", c.signature, c.rest))).status();
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message)) << c.about;
    EXPECT_THAT(std::string(status.message()), HasSubstr("node 'y' (f): function 'f': "))
        << c.about;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("\n"))) << c.about;
  }
}

TEST(FunctionLibraryTest, ABrokenFunctionThatNobodyCallsIsNoProblem) {
  for (const BadFunction& c : kBadFunctions) {
    EXPECT_TRUE(Import(Function("f", c.signature, c.rest)).ok()) << c.about;
  }
}

TEST(FunctionLibraryTest, TellsOfABrokenFunctionOnceWhoeverCallsIt) {
  const std::string rest =
      "node_def { name: 'm' op: 'ABC' input: '^ghost' } ret { key: 'r' value: 'n' }";
  const absl::Status status =
      Import(absl::StrCat(kCall, "node { name: 'z' op: 'f' input: 'x' }",
                          "node { name: 'viaG' op: 'g' input: 'x' }",
                          Library(Def("f", kFloatToFloat, rest) +
                                  Def("g", kFloatToFloat,
                                      "node_def { name: 'call' op: 'f' input: 'n' } ret { key: 'r' "
                                      "value: 'call:r:0' }"))))
          .status();
  EXPECT_EQ(status.message(),
            "node 'y' (f): function 'f': node 'm' (ABC): input 0 '^ghost' does not exist: Unknown "
            "input node 'ghost'");
}

TEST(FunctionLibraryTest, LooksIntoFunctionsThatFunctionsCall) {
  const absl::Status status =
      Import(absl::StrCat(kCallByAttr,
                          Library(Def("f", kFloatToFloat,
                                      "node_def { name: 'call' op: 'g' input: 'n' } ret { key: 'r' "
                                      "value: 'call:r:0' }") +
                                  Def("g", kFloatToFloat, "ret { key: 'r' value: 'ghost' }"))))
          .status();
  EXPECT_THAT(
      std::string(status.message()),
      HasSubstr("function 'f': node 'call' (g): function 'g': result 'r' -> 'ghost' is not found"));
}

TEST(FunctionLibraryTest, NamesAFunctionThatIsNotThere) {
  const absl::Status by_attr =
      Import(absl::StrCat(kCallByAttr, Function("fg", kFloatToFloat, ""))).status();
  EXPECT_EQ(
      by_attr,
      absl::NotFoundError(
          "node 'y' (TestCall): attr 'f': function 'f' is not in the library; nearest: 'fg'"));
  EXPECT_EQ(Import(kCall).status().code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(Import("node { name: 'y' op: 'TestFunctions' attr { key: 'fs' value { list { func { "
                     "name: 'TestMul' } } } } }")
                  .ok())
      << "an op will do";
  EXPECT_EQ(Import("node { name: 'y' op: 'TestFunctions' attr { key: 'fs' value { list { func { "
                   "name: 'ghost' } } } } }")
                .status()
                .code(),
            absl::StatusCode::kNotFound);
}

TEST(FunctionLibraryTest, NamesTheNearestOfAFunctionAskedFor) {
  const auto graph = Import(Function("double_it", kFloatToFloat, ""));
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(
      graph->functions().Instantiate("doubel_it", NodeAttrs()).status(),
      absl::NotFoundError("function 'doubel_it' is not in the library; nearest: 'double_it'"));
}

TEST(FunctionLibraryTest, RefusesAMissingAttrOfTheFunction) {
  const absl::Status status =
      Import(
          absl::StrCat(kCallByAttr,
                       Function("f", absl::StrCat(kFloatToFloat, " attr { name: 'K' type: 'int' }"),
                                "ret { key: 'r' value: 'n' }")))
          .status();
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("function 'f': attr 'K' is missing; the function needs K: int"));
}

TEST(FunctionLibraryTest, RefusesClashesOfNames) {
  const std::string f = Def("f", kFloatToFloat, "ret { key: 'r' value: 'n' }");
  EXPECT_TRUE(Import(Library(f + f)).ok()) << "the same twice is harmless";
  EXPECT_THAT(std::string(Import(Library(f + Def("f", kFloatToFloat, ""))).status().message()),
              HasSubstr("Cannot add function 'f' because a different function with the same name "
                        "already exists."));
  EXPECT_THAT(
      std::string(Import(Function("TestMul", kFloatToFloat, "")).status().message()),
      HasSubstr("Cannot add function 'TestMul' because an op with the same name already exists."));
  EXPECT_THAT(std::string(Import(Function("", kFloatToFloat, "")).status().message()),
              HasSubstr("has no name"));
}

TEST(FunctionLibraryTest, ARecursiveFunctionIsLookedAtOnce) {
  EXPECT_TRUE(Import(absl::StrCat(kCall, Function("f", kFloatToFloat,
                                                  "node_def { name: 'again' op: 'f' input: 'n' } "
                                                  "ret { key: 'r' value: 'again:r:0' }")))
                  .ok());
}

TEST(FunctionLibraryTest, ARecursionWithMoreAttrsEachTimeEnds) {
  const std::string f = R"(
      signature { name: 'f' attr { name: 'A' type: 'func' } }
      node_def { name: 'again' op: 'f' attr { key: 'A' value { func { name: 'TestMul'
          attr { key: 'x' value { placeholder: 'A' } } attr { key: 'y' value { placeholder: 'A' } } } } } })";
  const absl::Status status =
      Import(absl::StrCat("node { name: 'y' op: 'f' attr { key: 'A' value { func { name: 'TestMul' "
                          "} } } } library { function {",
                          f, "} }"))
          .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
}

TEST(FunctionLibraryTest, AListOfManyInAFewBytesEnds) {
  std::string inputs;
  for (int i = 0; i < 100; ++i) absl::StrAppend(&inputs, i == 0 ? "" : ", ", "'v:outputs'");
  const absl::Status status =
      Import(
          absl::StrCat(kCall, Function("f", kFloatToFloat,
                                       absl::StrCat("node_def { name: 'v' op: 'TestVariadicOutput' "
                                                    "attr { key: 'N' value { i: 1000000 } } } "
                                                    "node_def { name: 'm' op: 'ABC' input: [",
                                                    inputs, "] } ret { key: 'r' value: 'n' }"))))
          .status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
}

TEST(FunctionLibraryTest, ManyArgumentsInAFewBytesEnd) {
  const std::string f =
      "signature { name: 'f' input_arg { name: 'n' type: DT_FLOAT number_attr: 'N' } attr { name: "
      "'N' type: 'int' } }";
  const auto with_length = [&](int length) {
    return Import(absl::StrCat("node { name: 'y' op: 'TestFunctions' attr { key: 'fs' value { list "
                               "{ func { name: 'f' ",
                               "attr { key: 'N' value { i: ", length,
                               " } } } } } } } library { function {", f, "} }"))
        .status();
  };
  EXPECT_TRUE(with_length(100).ok());
  EXPECT_EQ(with_length(100'000).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(with_length(1 << 30).code(), absl::StatusCode::kInvalidArgument);
  std::string calls;
  for (int i = 0; i < 50; ++i) {
    absl::StrAppend(&calls, "func { name: 'f' attr { key: 'N' value { i: ", 50'000 + i, " } } } ");
  }
  EXPECT_EQ(
      Import(absl::StrCat("node { name: 'y' op: 'TestFunctions' attr { key: 'fs' value { list { ",
                          calls, "} } } } library { function {", f, "} }"))
          .status()
          .code(),
      absl::StatusCode::kResourceExhausted);
}

// What names an argument of so many looked for it where it was not.
TEST(FunctionLibraryTest, AnArgumentBeyondTheMostMayBeNamed) {
  for (const char* user :
       {"ret { key: 'r' value: 'n:99999' }",
        "node_def { name: 'm' op: 'TestOneInputOneOutput' input: 'n:99999' attr { "
        "key: 'T' value { type: DT_FLOAT } } } ret { key: 'r' value: 'm:y:0' }"}) {
    const absl::Status status =
        Import(
            absl::StrCat("node { name: 'y' op: 'TestFunctions' attr { key: 'fs' value { list { "
                         "func { name: 'f' attr { key: 'N' value { i: 100000 } } } } } } } "
                         "library { function { signature { name: 'f' input_arg { name: 'n' type: "
                         "DT_FLOAT number_attr: 'N' } output_arg { name: 'r' type: DT_FLOAT } "
                         "attr { name: 'N' type: 'int' } } ",
                         user, "} }"))
            .status();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("the function has over 65536 arguments"));
  }
}

TEST(FunctionLibraryTest, AFunctionOfNearlyAsManyArgumentsAsItMayHaveCanBeCalled) {
  GraphDef def =
      GraphOf(absl::StrCat(kCall, Function("f", kFloatToFloat, "ret { key: 'r' value: 'n' }")));
  for (int i = 1; i < 65'000; ++i) {
    auto* const arg =
        def.mutable_library()->mutable_function(0)->mutable_signature()->add_input_arg();
    arg->set_name(absl::StrCat("n", i));
    arg->set_type(DT_FLOAT);
    def.mutable_node(1)->add_input("x");
  }
  const auto graph = Graph::Import(def, TestOptions());
  EXPECT_TRUE(graph.ok()) << graph.status();
}

TEST(FunctionLibraryTest, ManyThreadsGetOneBody) {
  const auto graph =
      Import(absl::StrCat(kCall, Function("f", kFloatToFloat, "ret { key: 'r' value: 'n' }")));
  ASSERT_TRUE(graph.ok()) << graph.status();
  std::vector<const FunctionBody*> bodies(8);
  std::vector<std::thread> threads;
  for (auto& body : bodies)
    threads.emplace_back([&] { body = graph->functions().Instantiate("f", NodeAttrs())->get(); });
  for (std::thread& thread : threads) thread.join();
  for (const FunctionBody* body : bodies) EXPECT_EQ(body, bodies[0]);
}

TEST(FunctionLibraryTest, ManyThreadsMakeBodiesOfOneLibrary) {
  std::vector<std::string> names;
  std::string functions;
  for (int i = 0; i < 8; ++i) {
    names.push_back(absl::StrCat("f", i));
    functions += Def(names.back(), kFloatToFloat,
                     "node_def { name: 'd' op: 'TestDefaultAttr' } ret { key: 'r' value: 'n' }");
  }
  const auto graph = Import(Library(functions));
  ASSERT_TRUE(graph.ok()) << graph.status();
  std::vector<std::thread> threads;
  for (const std::string& name : names) {
    threads.emplace_back(
        [&] { EXPECT_TRUE(graph->functions().Instantiate(name, NodeAttrs()).ok()); });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace opgraft
