// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/shape_refiner.h"

#include <algorithm>
#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/shape_function_report.h"
#include "framework/op/shape_inference.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

// Kernels for the constants below: the layer of graphs knows none.
template <typename Function>
class Int32Op : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    const int32_t b = context->input(1).scalar<int32_t>()();
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &out));
    out->scalar<int32_t>()() = Function()(context->input(0).scalar<int32_t>()(), b);
  }
};

struct Greater {
  int32_t operator()(int32_t a, int32_t b) const { return std::max(a, b); }
};

class FailOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    context->CtxFailure(absl::InvalidArgumentError("no"));
  }
};

REGISTER_KERNEL_BUILDER(Name("Mul").Device(DEVICE_CPU).TypeConstraint<int32_t>("T"),
                        Int32Op<std::multiplies<int32_t>>);
REGISTER_KERNEL_BUILDER(Name("Add").Device(DEVICE_CPU).TypeConstraint<int32_t>("T"),
                        Int32Op<std::plus<int32_t>>);
REGISTER_KERNEL_BUILDER(Name("Maximum").Device(DEVICE_CPU).TypeConstraint<int32_t>("T"),
                        Int32Op<Greater>);
REGISTER_KERNEL_BUILDER(Name("Div").Device(DEVICE_CPU).TypeConstraint<int32_t>("T"), FailOp);

const char kInputs[] = R"(
  x = Placeholder() dtype=float shape=[2,?,4]
  u = Placeholder() dtype=float
  full = Placeholder() dtype=float shape=[6,4]
  c = Placeholder() dtype=bool shape=[]
  zero = Const() dtype=int32 value=int32[]:0
  one = Const() dtype=int32 value=int32[]:1
  two = Const() dtype=int32 value=int32[]:2
  v0 = Const() dtype=int32 value=int32[1]:0
  v1 = Const() dtype=int32 value=int32[1]:1
  v2 = Const() dtype=int32 value=int32[1]:2
  z = Const() dtype=float value=float[]:0
  sx = Shape(x) T=float out_type=int32
  d0 = StridedSlice(sx, v0, v1, v1) T=int32 Index=int32 shrink_axis_mask=1
  d1 = StridedSlice(sx, v1, v2, v1) T=int32 Index=int32 shrink_axis_mask=1
)";

// The static shape of node 'y', or what is wrong.
std::string ShapeOfY(const std::string& text) {
  const auto graph = Graph::Import(MiniGraph(kInputs + text));
  if (!graph.ok()) return graph.status().ToString();
  return graph->node(graph->FindNode("y")).output_shape(0).DebugString();
}

struct ShapeCase {
  const char* about;
  const char* nodes;
  const char* shape;
};

TEST(ShapeRefiner, FollowsConstantsAndPartlyKnownShapes) {
  const ShapeCase cases[] = {
      {"a constant",
       "k = Const() dtype=int32 value=int32[2]:3,-1\n y = Reshape(u, k) T=float Tshape=int32",
       "[3,?]"},
      {"the shape of a tensor", "y = Reshape(u, sx) T=float Tshape=int32", "[2,?,4]"},
      {"Pack of parts of a shape",
       "p = Pack(d0, d1, two) N=3 T=int32 axis=0\n y = Fill(p, z) T=float index_type=int32",
       "[2,?,2]"},
      {"ConcatV2",
       "cc = ConcatV2(sx, v2, zero) N=2 T=int32 Tidx=int32\n y = Fill(cc, z) T=float "
       "index_type=int32",
       "[2,?,4,2]"},
      {"Pack of vectors, whose order an axis changes",
       "pp = Pack(sx, sx) N=2 T=int32 axis=1\n m1 = Const() dtype=int32 value=int32[1]:-1\n"
       "r = Reshape(pp, m1) T=int32 Tshape=int32\n y = Fill(r, z) T=float index_type=int32",
       "[?,?,?,?,?,?]"},
      {"Slice",
       "s = Slice(sx, v1, v2) T=int32 Index=int32\n y = Fill(s, z) T=float index_type=int32",
       "[?,4]"},
      {"StridedSlice backwards",
       "m1 = Const() dtype=int32 value=int32[1]:-1\n"
       "s = StridedSlice(sx, v0, v0, m1) T=int32 Index=int32 begin_mask=1 end_mask=1\n y = Fill(s, "
       "z) T=float "
       "index_type=int32",
       "[4,?,2]"},
      {"Cast and Identity",
       "w = Cast(sx) SrcT=int32 DstT=int64\n i = Identity(w) T=int64\n y = Fill(i, z) T=float "
       "index_type=int64",
       "[2,?,4]"},
      {"Unpack",
       "us = Unpack(sx) num=3 T=int32 axis=0\n p = Pack(us:2, us:1) N=2 T=int32 axis=0\n y = "
       "Fill(p, z) T=float "
       "index_type=int32",
       "[4,?]"},
      {"Split",
       "us = Split(zero, sx) num_split=3 T=int32\n cc = ConcatV2(us:2, us:1, zero) N=2 T=int32 "
       "Tidx=int32\n y = Fill(cc, z) T=float index_type=int32",
       "[4,?]"},
      {"Split of a matrix that a vector was made into",
       "cc = ConcatV2(sx, v2, zero) N=2 T=int32 Tidx=int32\n"
       "k = Const() dtype=int32 value=int32[2]:2,2\n m = Reshape(cc, k) T=int32 Tshape=int32\n"
       "us = Split(one, m) num_split=2 T=int32\n m1 = Const() dtype=int32 value=int32[1]:-1\n"
       "r = Reshape(us:1, m1) T=int32 Tshape=int32\n y = Fill(r, z) T=float index_type=int32",
       "[?,2]"},
      {"SplitV",
       "ls = Const() dtype=int32 value=int32[2]:2,-1\n us = SplitV(sx, ls, zero) num_split=2 "
       "T=int32 Tlen=int32\n cc = ConcatV2(us:1, us:0, zero) N=2 T=int32 Tidx=int32\n"
       "y = Fill(cc, z) T=float index_type=int32",
       "[4,2,?]"},
      {"GatherV2",
       "g = GatherV2(sx, v2, zero) Tparams=int32 Tindices=int32 Taxis=int32\n y = Fill(g, z) "
       "T=float index_type=int32",
       "[4]"},
      {"Size of a whole shape",
       "n = Size(full) T=float out_type=int32\n p = Pack(n) N=1 T=int32 axis=0\n y = Fill(p, z) "
       "T=float "
       "index_type=int32",
       "[24]"},
      {"Rank",
       "n = Rank(x) T=float\n p = Pack(n, n) N=2 T=int32 axis=0\n y = Fill(p, z) T=float "
       "index_type=int32",
       "[3,3]"},
      {"nothing but the length",
       "p = Placeholder() dtype=int32 shape=[2]\n y = Fill(p, z) T=float index_type=int32",
       "[?,?]"},
      {"a placeholder with default may be fed",
       "k = Const() dtype=int32 value=int32[1]:5\n p = PlaceholderWithDefault(k) dtype=int32 "
       "shape=[1]\n y = Fill(p, "
       "z) T=float index_type=int32",
       "[?]"},
      {"a node that equals another but for its input's shape",
       "q = Neg(full) T=float\n y = Neg(x) T=float", "[2,?,4]"},
      {"a node that equals another but for its input's value",
       "k = Const() dtype=int32 value=int32[2]:3,5\n q = Reshape(u, k) T=float Tshape=int32\n"
       "l = Const() dtype=int32 value=int32[2]:7,9\n y = Reshape(u, l) T=float Tshape=int32",
       "[7,9]"},
      {"a kernel that is run",
       "k = Mul(two, two) T=int32\n p = Pack(k, one) N=2 T=int32 axis=0\n y = Fill(p, z) T=float "
       "index_type=int32",
       "[4,1]"},
      {"a kernel of a size that is known of a shape that is not",
       "k = Mul(d0, two) T=int32\n p = Pack(k, d1) N=2 T=int32 axis=0\n y = Fill(p, z) T=float "
       "index_type=int32",
       "[4,?]"},
      {"a kernel of two sizes that are known of a shape that is not",
       "g = GatherV2(sx, two, zero) Tparams=int32 Tindices=int32 Taxis=int32\n"
       "k = Add(g, d0) T=int32\n p = Pack(k, d1) N=2 T=int32 axis=0\n"
       "y = Fill(p, z) T=float index_type=int32",
       "[6,?]"},
      {"a kernel that fails",
       "k = Div(two, zero) T=int32\n p = Pack(k) N=1 T=int32 axis=0\n y = Fill(p, z) T=float "
       "index_type=int32",
       "[?]"},
  };
  for (const ShapeCase& c : cases) EXPECT_EQ(ShapeOfY(c.nodes), c.shape) << c.about;
}

TEST(ShapeRefiner, FoldsLongChainsWithoutRecursion) {
  std::string text = "k0 = Add(one, zero) T=int32\n";
  for (int i = 1; i <= 20'000; ++i)
    absl::StrAppend(&text, "k", i, " = Maximum(k", i - 1, ", one) T=int32\n");
  EXPECT_EQ(
      ShapeOfY(
          text +
          "p = Pack(k20000, two) N=2 T=int32 axis=0\n y = Fill(p, z) T=float index_type=int32"),
      "[1,2]");
}

TEST(ShapeRefiner, DoesNotFoldBigTensors) {
  EXPECT_EQ(
      ShapeOfY(
          "n = Const() dtype=int32 value=int32[1]:1000000\n f = Fill(n, one) T=int32 "
          "index_type=int32\n"
          "s = Sum(f, zero) T=int32 Tidx=int32 keep_dims=false\n p = Pack(s) N=1 T=int32 axis=0\n"
          "y = Fill(p, z) T=float index_type=int32"),
      "[?]");
}

const char kFunctions[] = R"(
  function neg(v: float) -> (r: float = n:y:0)
    n = Neg(v) T=float
  end
  function abs(v: float) -> (r: float = n:y:0)
    n = Abs(v) T=float
  end
  function row(v: float) -> (r: float = n:output:0)
    a = Const() dtype=int32 value=int32[]:0
    n = ExpandDims(v, a:output:0) T=float Tdim=int32
  end
  function total(v: float) -> (r: float = n:output:0)
    a = Const() dtype=int32 value=int32[]:0
    n = Sum(v, a:output:0) T=float Tidx=int32 keep_dims=false
  end
  function fill(s: int32) -> (r: float = n:output:0)
    k = Const() dtype=float value=float[]:1
    n = Fill(s, k:output:0) T=float index_type=int32
  end
  function twice(v: float) -> (r: float = n:output:0)
    a = Const() dtype=int32 value=int32[]:0
    n = ConcatV2(v, v, a:output:0) N=2 T=float Tidx=int32
  end
  function square(v: float) -> (r: float = n:product:0)
    n = MatMul(v, v) T=float
  end
  function deep(v: float) -> (r: float = n:r:0)
    n = square(v)
  end
  function again(v: float) -> (r: float = n:r:0)
    n = again(v)
  end
)";

std::string If(const std::string& then_fn, const std::string& else_fn, const std::string& input,
               const std::string& cond = "c", const std::string& type = "float") {
  return absl::StrCat("y = If(", cond, ", ", input, ") Tcond=bool Tin={", type,
                      "} Tout={float} then_branch=@", then_fn, " else_branch=@", else_fn,
                      kFunctions);
}

TEST(ShapeRefiner, EntersFunctionsWithShapesAndValuesOfArguments) {
  EXPECT_EQ(ShapeOfY(absl::StrCat("y = neg(full)", kFunctions)), "[6,4]");
  EXPECT_EQ(ShapeOfY(absl::StrCat("y = row(x)", kFunctions)), "[1,2,?,4]");
  EXPECT_EQ(ShapeOfY(absl::StrCat("k = Const() dtype=int32 value=int32[2]:7,8\n y = fill(k)",
                                  kFunctions)),
            "[7,8]");
  EXPECT_EQ(ShapeOfY(absl::StrCat("y = fill(sx)", kFunctions)), "[2,?,4]");
}

TEST(ShapeRefiner, JoinsTheBranchesOfAnIf) {
  EXPECT_EQ(ShapeOfY(If("neg", "abs", "full")), "[6,4]");
  EXPECT_EQ(ShapeOfY(If("row", "total", "full")), "<unknown>");
  EXPECT_EQ(ShapeOfY(If("twice", "neg", "full")), "[?,4]");
  EXPECT_EQ(ShapeOfY(If("fill", "fill", "sx", "c", "int32")), "[2,?,4]");
}

TEST(ShapeRefiner, TakesTheBranchOfACaseThatAConstantChooses) {
  const auto shape = [](const std::string& index) {
    return ShapeOfY(absl::StrCat("i = Const() dtype=int32 value=int32[]:", index,
                                 "\ny = Case(i, full) Tin={float} Tout={float} "
                                 "branches={@neg,@square}",
                                 kFunctions));
  };
  EXPECT_EQ(shape("0"), "<unknown>");  // 'square' cannot be, so nothing is known of it
  EXPECT_THAT(shape("1"), HasSubstr("; in call of 'square' at {{node y}}"));
  EXPECT_THAT(shape("7"), HasSubstr("; in call of 'square' at {{node y}}"));
  EXPECT_THAT(shape("-1"), HasSubstr("; in call of 'square' at {{node y}}"));
}

TEST(ShapeRefiner, EntersThePartitionedCallOfAFunction) {
  EXPECT_EQ(ShapeOfY(absl::StrCat("y = PartitionedCall(sx) Tin={int32} Tout={float} f=@fill",
                                  kFunctions)),
            "[2,?,4]");
}

struct LoopCase {
  const char* about;
  const char* node;
  const char* shapes;  // of all outputs
};

const char kLoopFunctions[] = R"(
  function go(v: float, w: float, n: int32) -> (r: bool = k:output:0)
    k = Const() dtype=bool value=bool[]:1
  end
  function same(v: float, w: float, n: int32) -> (r: float = a:y:0, s: float = w, t: int32 = n)
    a = Neg(v) T=float
  end
  function longer(v: float, w: float, n: int32) -> (r: float = a:output:0, s: float = w, t: int32 = n)
    z = Const() dtype=int32 value=int32[]:0
    a = ConcatV2(v, v, z:output:0) N=2 T=float Tidx=int32
  end
  function crossed(v: float, w: float, n: int32) -> (r: float = w, s: float = v, t: int32 = n)
  end
  function deeper(v: float, w: float, n: int32) -> (r: float = a:output:0, s: float = w, t: int32 = n)
    z = Const() dtype=int32 value=int32[]:0
    a = ExpandDims(v, z:output:0) T=float Tdim=int32
  end
  function filled(v: float, w: float, n: int32) -> (r: float = a:output:0, s: float = w, t: int32 = n)
    p = Pack(n, n) N=2 T=int32 axis=0
    z = Const() dtype=float value=float[]:0
    a = Fill(p:output:0, z:output:0) T=float index_type=int32
  end
  function broken(v: float, w: float, n: int32) -> (r: float = a:product:0, s: float = w, t: int32 = n)
    a = MatMul(v, v) T=float
  end
  function half_cond(v: float, w: float, n: int32) -> (r: half = a:y:0)
    k = Const() dtype=float value=float[]:1
    a = Cast(k:output:0) SrcT=float DstT=half
  end
)";

std::string ShapesOfLoop(const std::string& node) {
  const auto graph = Graph::Import(
      MiniGraph(absl::StrCat(kInputs, "square = Placeholder() dtype=float shape=[2,2]\n",
                             "y = ", node, "\n", kLoopFunctions)));
  if (!graph.ok()) return graph.status().ToString();
  std::string shapes;
  const Node y = graph->node(graph->FindNode("y"));
  for (int i = 0; i < y.num_outputs(); ++i)
    absl::StrAppend(&shapes, y.output_shape(i).DebugString());
  return shapes;
}

TEST(ShapeRefiner, FindsWhatHoldsInEveryIterationOfALoop) {
  const LoopCase cases[] = {
      {"nothing changes", "While(full, x, two) T={float,float,int32} cond=@go body=@same",
       "[6,4][2,?,4][]"},
      {"a dimension grows", "While(full, x, two) T={float,float,int32} cond=@go body=@longer",
       "[?,4][2,?,4][]"},
      {"values change places", "While(full, x, two) T={float,float,int32} cond=@go body=@crossed",
       "<unknown><unknown>[]"},
      {"the rank grows", "While(full, x, two) T={float,float,int32} cond=@go body=@deeper",
       "<unknown>[2,?,4][]"},
      {"a value that is passed on is known in the body",
       "While(square, x, two) T={float,float,int32} cond=@go body=@filled", "[2,2][2,?,4][]"},
      {"shapes are given",
       "While(full, x, two) T={float,float,int32} cond=@go body=@longer "
       "output_shapes={[?,?],[2,3,4],[]}",
       "[?,?][2,3,4][]"},
      {"a body that refuses the first value",
       "While(full, x, two) T={float,float,int32} cond=@go body=@broken", "<unknown>[2,?,4][]"},
  };
  for (const LoopCase& c : cases) EXPECT_EQ(ShapesOfLoop(c.node), c.shapes) << c.about;
}

TEST(ShapeRefiner, RefusesALoopThatContradictsWhatItSaysOfItself) {
  EXPECT_THAT(ShapesOfLoop("While(full, x, two) T={float,float,int32} cond=@go body=@same "
                           "output_shapes={[6,5],[...],[]}"),
              HasSubstr("{{node y}}: output_shapes[0] is [6,5], but body 'same' gives [6,4]"));
  EXPECT_THAT(ShapesOfLoop("While(full, x, two) T={float,float,int32} cond=@half_cond body=@same"),
              HasSubstr("{{node y}}: a scalar of type half cannot be used as a condition"));
  EXPECT_THAT(ShapesOfLoop("While(full, x, two) T={float,float,int32} cond=@go body=@same "
                           "output_shapes={[6,4]}"),
              HasSubstr("`output_shapes` must be the same length as num outputs (1 vs. 3)"));
}

TEST(ShapeRefiner, ErrorsInACallNameTheNodeOfTheBodyAndTheCaller) {
  const std::string error = ShapeOfY(absl::StrCat("y = deep(x)", kFunctions));
  EXPECT_THAT(error, HasSubstr("'{{node n}} = MatMul"));
  EXPECT_THAT(error,
              HasSubstr("; in call of 'square' at {{node n}}; in call of 'deep' at {{node y}}"));
}

TEST(ShapeRefiner, AReportNamesEveryCallThatCannotBe) {
  const std::string error =
      ShapeOfY(absl::StrCat("y = square(x)\nagain = square(x)\nw = deep(x)", kFunctions));
  for (const char* call :
       {"'square' at {{node y}}", "'square' at {{node again}}", "'deep' at {{node w}}"})
    EXPECT_THAT(error, HasSubstr(absl::StrCat("; in call of ", call)));
}

TEST(ShapeRefiner, AnErrorInABranchIsOneIfItIsSurelyTaken) {
  EXPECT_EQ(ShapeOfY(If("square", "neg", "x")), "<unknown>");
  EXPECT_THAT(
      ShapeOfY("yes = Const() dtype=bool value=bool[]:1\n" + If("square", "neg", "x", "yes")),
      HasSubstr("; in call of 'square' at {{node y}}"));
  EXPECT_EQ(ShapeOfY("no = Const() dtype=bool value=bool[]:0\n" + If("square", "neg", "x", "no")),
            "<unknown>");
}

TEST(ShapeRefiner, RecursionAndDoublingCallsEnd) {
  EXPECT_EQ(ShapeOfY(absl::StrCat("y = again(full)", kFunctions)), "<unknown>");
  std::string text =
      "y = f40(full)\nfunction f0(v: float) -> (r: float = n:y:0)\nn = Neg(v) T=float\nend\n";
  for (int i = 1; i <= 40; ++i) {
    absl::StrAppend(&text, "function f", i, "(v: float) -> (r: float = b:r:0)\na = f", i - 1,
                    "(v)\nb = f", i - 1, "(a:r:0)\nend\n");
  }
  EXPECT_EQ(ShapeOfY(text), "[6,4]");
}

TEST(ShapeRefiner, CallsWithEverNewShapesStopAtALimit) {
  // Each level calls the next with two shapes: 2^30 different calls.
  std::string text =
      "y = f30(full)\nfunction f0(v: float) -> (r: float = n:y:0)\nn = Neg(v) T=float\nend\n";
  for (int i = 1; i <= 30; ++i) {
    absl::StrAppend(&text, "function f", i,
                    "(v: float) -> (r: float = b:r:0)\naxis = Const() dtype=int32 value=int32[]:",
                    i % 2, "\ntwice = ConcatV2(v, v, axis:output:0) N=2 T=float Tidx=int32\na = f",
                    i - 1, "(twice:output:0)\nb = f", i - 1, "(v)\nend\n");
  }
  EXPECT_THAT(ShapeOfY(text), Not(HasSubstr("INVALID")));
}

TEST(ShapeRefiner, AnOpsShapeFunctionSaysWhatIsWrong) {
  EXPECT_THAT(
      ShapeOfY("y = MatMul(full, full) T=float"),
      HasSubstr(
          "node 'y' (MatMul): Dimensions must be equal, but are 4 and 6 for '{{node y}} = MatMul"));
}

REGISTER_OP("Careless")
    .Input("x: float")
    .Output("y: float")
    .Output("z: float")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      shape_inference::ShapeHandle matrix;
      c->WithRank(c->input(0), 2, &matrix).IgnoreError();
      c->set_output(0, c->input(0));
      return absl::OkStatus();
    });

// Nodes of functions too; only where somebody wants to know.
TEST(ShapeRefiner, WhatShapeFunctionsKeepToThemselvesIsTold) {
  const std::string text =
      "y = f(x)\nn = Careless(full)\nfunction f(v: float) -> (r: float = n:y:0)\n"
      "n = Careless(v)\nend\n";
  EXPECT_EQ(ShapeOfY(text), "[2,?,4]");
  const ShapeFunctionReport report;
  EXPECT_EQ(ShapeOfY(text), "[2,?,4]");
  EXPECT_THAT(
      report.texts(),
      UnorderedElementsAre(
          AllOf(
              StartsWith("{{node n}} Careless: its shape function sets no shape for output 1 'z'"),
              HasSubstr("call set_output for each")),
          "{{node n}} Careless: its shape function drops an error: Shape must be rank 2 but is "
          "rank 3; return it (TF_RETURN_IF_ERROR)"));
}

}  // namespace
}  // namespace opgraft
