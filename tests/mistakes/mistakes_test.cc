// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The mistakes that authors of ops and graphs make (numbers are those of the list they were
// collected in), made on purpose: what a user of opgraft/op.h and opgraft/run.h is told. Each
// answer names the cause and what to do. Mistakes of loading a library (1 to 10) are in
// tests/framework/kernel, those of generated wrappers (30) in tests/tools/op_gen, those of old
// spellings (33) in tests/tensorflow_compat.
#include <stdexcept>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/graph/io/resolved_options.h"
#include "framework/op/op_registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/op.h"
#include "opgraft/run.h"
#include "testing/check_kernel.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

// --- What a user sees ---

// Of a registry with this op alone; "" for none.
std::string ErrorOfSpec(const OpDefBuilder& spec) {
  return std::string(OpRegistryBuilder().Add(spec).Build().status().message());
}

// Of importing and compiling a GraphDef in text format and of running it once; "" for none.
std::string ErrorOfRun(const std::string& graph_def, const RunOptions& options = {}) {
  const auto run = [&]() -> absl::Status {
    OPGRAFT_ASSIGN_OR_RETURN(const Graph graph, Graph::FromBytes(graph_def, ImportOptions()));
    OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model, CompiledModel::Compile(graph));
    InferRequest request = model.CreateRequest();
    return request.Run({}, options).status();
  };
  return std::string(run().message());
}

std::string NodeText(const std::string& name, const std::string& op,
                     const std::vector<std::string>& inputs, const std::string& attrs = "") {
  return absl::StrCat("node { name: '", name, "' op: '", op, "' ",
                      absl::StrJoin(inputs, "",
                                    [](std::string* out, const std::string& input) {
                                      absl::StrAppend(out, "input: '", input, "' ");
                                    }),
                      attrs, " }\n");
}

std::string TypeAttr(const std::string& name, const std::string& type) {
  return absl::StrCat("attr { key: '", name, "' value { type: ", type, " } } ");
}

// A constant float[2,3] called "x".
std::string X() {
  return NodeText(
      "x", "Const", {},
      TypeAttr("dtype", "DT_FLOAT") +
          "attr { key: 'value' value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 2 } "
          "dim { size: 3 } } float_val: [1, 2, 3, 4, 5, 6] } } }");
}

struct Mistake {
  std::string made;
  std::vector<std::string> told;
};

void ExpectTold(const std::string& message, const std::vector<std::string>& told) {
  for (const std::string& part : told) EXPECT_THAT(message, HasSubstr(part));
}

// --- 11: kernels ---

REGISTER_OP("FloatOnly").Attr("T: {float, double, int32}").Input("x: T").Output("y: T");
class PassOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override { c->set_output(0, c->input(0)); }
};
REGISTER_KERNEL_BUILDER(Name("FloatOnly").Device(DEVICE_CPU).TypeConstraint<int32>("T"), PassOp);
REGISTER_KERNEL_BUILDER(
    Name("FloatOnly").Device(DEVICE_CPU).TypeConstraint<float>("T").Label("fast"), PassOp);

TEST(Mistakes, No11_NoKernelForTheDtypeListsEveryCandidateAndItsReason) {
  ExpectTold(ErrorOfRun(X() + NodeText("y", "FloatOnly", {"x"}, TypeAttr("T", "DT_FLOAT"))),
             {"{{node y}} FloatOnly, T=float: no CPU kernel", "int32@CPU: T is float",
              "float (label 'fast')@CPU: node has no _kernel label", "Cast the input to int32",
              "register TypeConstraint<float>", "mistakes_test.cc:"});
}

// --- 12 to 15: specs ---

TEST(Mistakes, No12To15_SpecsAreShownWithTheWordThatIsWrong) {
  const struct {
    OpDefBuilder spec;
    std::vector<std::string> told;
  } cases[] = {
      {OpDefBuilder("Typo").Attr("T: {float, doubel}"),
       {"^~~~~~ 'doubel' is not a type; nearest: double"}},
      {OpDefBuilder("Typo").Input("x: floot"),
       {"'floot' is neither a type (nearest: float) nor an attr of Typo"}},
      {OpDefBuilder("Typo").Input("x: T"),
       {"'T' is neither a type nor an attr of Typo (it has none)"}},
      {OpDefBuilder("Default").Attr("s: string = foo"), {"'foo'", "quotes"}},
      {OpDefBuilder("Default").Attr("f: float = 1.0f"), {"1.0f", "1.0"}},
      {OpDefBuilder("Default").Attr("i: int = 1e3"), {"1e3", "1000"}},
      {OpDefBuilder("Default").Attr("l: list(int) = 1, 2"), {"[1, 2]"}},
      {OpDefBuilder("Default").Attr("t: type = float"), {"DT_FLOAT"}},
      {OpDefBuilder("Default").Attr("a: int >= 3 = 1"), {"'a'", "1", "minimum 3"}},
      {OpDefBuilder("my_op"), {"my_op", "CamelCase"}},
      {OpDefBuilder("Names").Input("X: float"), {"'X'", "lower case", "x"}},
      {OpDefBuilder("Names").Input("in-put: float"), {"in-put"}},
      {OpDefBuilder("Names").Input("x float"), {"':' is missing after the input name 'x'"}},
      {OpDefBuilder("Names").Attr("x: int").Input("x: float"),
       {"'x'", "twice", "Attr(\"x: int\")"}},
      {OpDefBuilder("DocNote").Input("a: int32").Doc("Sum.\n\nNote: text\n"),
       {"'Note:' in column 0 reads as the documentation of an argument named Note; indent it or "
        "write 'Note -'"}},
  };
  for (const auto& c : cases) ExpectTold(ErrorOfSpec(c.spec), c.told);
}

// --- 16 to 23 and 27: kernels at run time ---

using Body = void (*)(OpKernelContext*);

// An op with a kernel made of one function.
template <int n, Body body>
class BodyOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override { body(c); }
};

void FlatWrong(OpKernelContext* c) { c->input(0).flat<int32>(); }
REGISTER_OP("FlatWrong").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("FlatWrong").Device(DEVICE_CPU), BodyOp<16, FlatWrong>);

void RankWrong(OpKernelContext* c) { c->input(0).vec<float>(); }
REGISTER_OP("RankWrong").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("RankWrong").Device(DEVICE_CPU), BodyOp<17, RankWrong>);

void ScalarWrong(OpKernelContext* c) { c->input(0).scalar<float>(); }
REGISTER_OP("ScalarWrong").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("ScalarWrong").Device(DEVICE_CPU), BodyOp<17, ScalarWrong>);

void NegativeShape(OpKernelContext* c) {
  Tensor* y = nullptr;
  OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({-1, 2}), &y));
}
REGISTER_OP("NegativeShape").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("NegativeShape").Device(DEVICE_CPU), BodyOp<17, NegativeShape>);

void InputIndex(OpKernelContext* c) { c->input(1); }
REGISTER_OP("InputIndex").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("InputIndex").Device(DEVICE_CPU), BodyOp<17, InputIndex>);

void CheckInput(OpKernelContext* c) {
  OP_REQUIRES(c, false, absl::InvalidArgumentError("bad input"));
}
void GoesOn(OpKernelContext* c) {
  CheckInput(c);
  Tensor* y = nullptr;
  static_cast<void>(c->allocate_output(0, c->input(0).shape(), &y));
}
REGISTER_OP("GoesOn").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("GoesOn").Device(DEVICE_CPU), BodyOp<18, GoesOn>);

void NotSet(OpKernelContext*) {}
REGISTER_OP("NotSet").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("NotSet").Device(DEVICE_CPU), BodyOp<19, NotSet>);

void MutIn(OpKernelContext* c) {
  Tensor t = c->input(0);
  t.flat<float>()(0) = 99;
  c->set_output(0, Tensor(1.0f));
}
REGISTER_OP("MutIn").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("MutIn").Device(DEVICE_CPU), BodyOp<20, MutIn>);

void OutIndex(OpKernelContext* c) {
  Tensor* y = nullptr;
  OP_REQUIRES_OK(c, c->allocate_output(1, TensorShape({}), &y));
}
REGISTER_OP("OutIndex").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("OutIndex").Device(DEVICE_CPU), BodyOp<21, OutIndex>);

void OutName(OpKernelContext* c) {
  Tensor* y = nullptr;
  OP_REQUIRES_OK(c, c->allocate_output("out", TensorShape({}), &y));
}
REGISTER_OP("OutName").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("OutName").Device(DEVICE_CPU), BodyOp<21, OutName>);

void InName(OpKernelContext* c) {
  const Tensor* x = nullptr;
  OP_REQUIRES_OK(c, c->input("xx", &x));
}
REGISTER_OP("InName").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("InName").Device(DEVICE_CPU), BodyOp<21, InName>);

void OutType(OpKernelContext* c) { c->set_output(0, Tensor(1)); }
REGISTER_OP("OutType").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("OutType").Device(DEVICE_CPU), BodyOp<21, OutType>);

class AttrNameOp : public OpKernel {
 public:
  explicit AttrNameOp(OpKernelConstruction* c) : OpKernel(c) {
    float alpha = 0;
    OP_REQUIRES_OK(c, c->GetAttr("alpa", &alpha));
  }
  void Compute(OpKernelContext*) override {}
};
REGISTER_OP("AttrName").Attr("alpha: float = 1").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("AttrName").Device(DEVICE_CPU), AttrNameOp);

class AttrTypeOp : public OpKernel {
 public:
  explicit AttrTypeOp(OpKernelConstruction* c) : OpKernel(c) {
    float n = 0;
    OP_REQUIRES_OK(c, c->GetAttr("n", &n));
  }
  void Compute(OpKernelContext*) override {}
};
REGISTER_OP("AttrType").Attr("n: int = 1").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("AttrType").Device(DEVICE_CPU), AttrTypeOp);

void SevenOp(OpKernelContext* c) {
  Tensor* y = nullptr;
  OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({7}), &y));
}
REGISTER_OP("ShapeLie")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_KERNEL_BUILDER(Name("ShapeLie").Device(DEVICE_CPU), BodyOp<27, SevenOp>);

void Throws(OpKernelContext*) { throw std::runtime_error("oops"); }
REGISTER_OP("Throws").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("Throws").Device(DEVICE_CPU), BodyOp<0, Throws>);

void Absurd(OpKernelContext* c) {
  Tensor* y = nullptr;
  OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({int64_t{1} << 40, int64_t{1} << 10}), &y));
}
REGISTER_OP("Absurd").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("Absurd").Device(DEVICE_CPU), BodyOp<0, Absurd>);

TEST(Mistakes, No16To27_AKernelsFaultFailsTheRunAndNamesNodeCallAndFix) {
  const Mistake mistakes[] = {
      {"FlatWrong",
       {"{{node y}} FlatWrong", "input 0 'x' (float) as int32", ".TypeConstraint<...>"}},
      {"RankWrong",
       {"{{node y}} RankWrong", "input 0 'x' (float) with vec()", "its shape is [2,3]",
        "OP_REQUIRES"}},
      {"ScalarWrong", {"{{node y}} ScalarWrong", "scalar()", "its shape is [2,3]"}},
      {"NegativeShape",
       {"'y'", "-1", "an output shape must be known; did you copy it from a shape function?"}},
      {"InputIndex", {"the kernel asked for input(1), but has inputs 0 'x'"}},
      {"GoesOn",
       {"bad input", "the kernel kept running after it reported",
        "mistakes_test.cc:", "return a Status"}},
      {"NotSet", {"{{node y}} NotSet: Compute returned OK but did not set output 0 'y'"}},
      {"OutIndex", {"allocate_output with bad index=1; outputs: 0 'y'"}},
      {"OutName", {"Unknown output name: out; outputs: y"}},
      {"InName", {"xx", "inputs: x"}},
      {"OutType", {"output 'y' is float, the kernel gave int32"}},
      {"AttrName", {"AttrName's kernel asks for attr 'alpa'; the op has: alpha (float)"}},
      {"AttrType", {"attr 'n' is int, AttrType's kernel reads it into a float"}},
      {"ShapeLie", {"{{node y}} ShapeLie", "[7]", "its shape function promised [2,3]"}},
      {"Throws", {"{{node y}} Throws", "threw std::runtime_error: oops"}},
      {"Absurd", {"{{node y}} Absurd", "'y'", "[1099511627776,1024]"}},
  };
  for (const Mistake& m : mistakes)
    ExpectTold(ErrorOfRun(X() + NodeText("y", m.made, {"x"})), m.told);
}

TEST(Mistakes, No20_AKernelThatWritesIntoItsInputIsNamedWhenTheRunIsChecked) {
  RunOptions options;
  options.check = true;
  ExpectTold(ErrorOfRun(X() + NodeText("y", "MutIn", {"x"}), options),
             {"{{node y}} MutIn: the kernel changed its input 0 'x'",
              "use forward_input_or_allocate_output or copy"});
}

// --- 22: found by the test kit ---

class CountsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    ++n_;
    c->set_output(0, c->input(0));
  }

 private:
  int n_ = 0;
};
REGISTER_OP("Counts").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("Counts").Device(DEVICE_CPU), CountsOp);

TEST(Mistakes, No22_StateInMembersIsFoundByCheckKernel) {
  const KernelCheckReport report = CheckKernel("Counts");
  ASSERT_FALSE(report.ok());
  ExpectTold(report.findings[0],
             {"writes its own members in Compute", "set members in the constructor only"});
}

// --- 25, 26: shape functions ---

absl::Status SetsOutputOne(shape_inference::InferenceContext* c) {
  c->set_output(1, c->Scalar());
  return absl::OkStatus();
}
REGISTER_OP("ShapeIndex").Input("x: float").Output("y: float").SetShapeFn(SetsOutputOne);
REGISTER_KERNEL_BUILDER(Name("ShapeIndex").Device(DEVICE_CPU), PassOp);

absl::Status IgnoresRank(shape_inference::InferenceContext* c) {
  shape_inference::ShapeHandle h;
  (void)c->WithRank(c->input(0), 3, &h);
  c->set_output(0, c->Matrix(c->Dim(h, 0), 2));
  return absl::OkStatus();
}
REGISTER_OP("RankIgnored").Input("x: float").Output("y: float").SetShapeFn(IgnoresRank);
REGISTER_KERNEL_BUILDER(Name("RankIgnored").Device(DEVICE_CPU), PassOp);

TEST(Mistakes, No25And26_AShapeFunctionsFaultIsItsOwn) {
  ExpectTold(ErrorOfRun(X() + NodeText("y", "ShapeIndex", {"x"})),
             {"shape function of ShapeIndex set output 1 of 1"});
  ExpectTold(ErrorOfRun(X() + NodeText("y", "RankIgnored", {"x"})),
             {"shape function of RankIgnored ignored: Shape must be rank 3 but is rank 2"});
}

// --- 1, 28, 29, 32: graphs ---

REGISTER_OP("IntIn").Input("x: int32").Output("y: int32");
REGISTER_OP("SameT").Attr("T: type").Input("a: T").Input("b: T").Output("y: T");
REGISTER_OP("Enum").Attr("mode: {'nearest', 'linear'}").Input("x: float").Output("y: float");
REGISTER_OP("LeastTwo").Attr("l: list(int) >= 2").Input("x: float").Output("y: float");
REGISTER_OP("Known").Attr("k: int").Input("x: float").Output("y: float");

TEST(Mistakes, No1And28To32_AGraphsFaultNamesTheNodeAndWhatIsKnown) {
  const std::string strings = "attr { key: 'mode' value { s: 'liner' } }";
  const Mistake mistakes[] = {
      {NodeText("y", "Knwon", {"x"}), {"'y'", "'Knwon' is not registered", "'Known'"}},
      {NodeText("y", "Qqqqqqq", {"x"}), {"'y'", "'Qqqqqqq' is not registered", "--load"}},
      {NodeText("y", "IntIn", {"x"}),
       {"'y' (IntIn)", "Input 0 of node y was passed float from x:0", "int32", "Cast"}},
      {NodeText("i", "Const", {},
                TypeAttr("dtype", "DT_INT32") +
                    "attr { key: 'value' value { tensor { dtype: DT_INT32 tensor_shape {} int_val: "
                    "1 } } }") +
           NodeText("y", "SameT", {"x", "i"}, TypeAttr("T", "DT_FLOAT")),
       {"'y'", "int32", "float"}},
      {NodeText("y", "Enum", {"x"}, strings), {"'y'", "'mode'", "liner", "linear"}},
      {NodeText("y", "LeastTwo", {"x"}, "attr { key: 'l' value { list { i: 1 } } }"),
       {"'y'", "'l'", "2"}},
      {NodeText("y", "Known", {"x"}), {"'y'", "'k'", "missing"}},
      {NodeText("y", "Known", {"x"}, "attr { key: 'k' value { f: 1 } }"),
       {"'y'", "'k'", "float", "int"}},
      {NodeText("y", "Known", {"xx"}, "attr { key: 'k' value { i: 1 } }"), {"'y'", "'xx'", "'x'"}},
      {NodeText("y", "Known", {"x:1"}, "attr { key: 'k' value { i: 1 } }"), {"'y'", "x", "1"}},
      {NodeText("x", "NoOp", {}),
       {"'x'", "the name is not unique: nodes 0 and 1 of the file have it"}},
      {NodeText("a", "Known", {"b"}, "attr { key: 'k' value { i: 1 } }") +
           NodeText("b", "Known", {"a"}, "attr { key: 'k' value { i: 1 } }"),
       {"cycle", "'a'", "'b'"}},
  };
  for (const Mistake& m : mistakes) ExpectTold(ErrorOfRun(X() + m.made), m.told);
}

// --- 34: state ---

std::string Read(const std::string& id) {
  return NodeText(
      absl::StrCat("read_", id), "ReadValue", {"x"},
      absl::StrCat(
          "attr { key: 'N' value { i: 1 } } attr { key: 'variable_id' value { s: '", id, "' } } ",
          TypeAttr("variable_type", "DT_FLOAT"),
          "attr { key: 'variable_shape' value { shape { dim { size: 2 } dim { size: 3 } } } }"));
}
std::string Write(const std::string& name, const std::string& id) {
  return NodeText(name, "Assign", {"x"},
                  absl::StrCat(TypeAttr("T", "DT_FLOAT"), "attr { key: 'variable_id' value { s: '",
                               id, "' } }"));
}

TEST(Mistakes, No34_AVariablesFaultNamesItsNodes) {
  const Mistake mistakes[] = {
      {Write("w", "v"), {"'w'", "'v'", "ReadValue"}},
      {Read("v") + Write("w1", "v") + Write("w2", "v"), {"'v'", "'w1'", "'w2'"}},
      {Read("v") + Write("w", ""), {"'w'", "variable_id"}},
      {Read("v") + Write("w", "u"), {"'w'", "'u'", "ReadValue"}},
  };
  for (const Mistake& m : mistakes) ExpectTold(ErrorOfRun(X() + m.made), m.told);
}

}  // namespace
}  // namespace opgraft
