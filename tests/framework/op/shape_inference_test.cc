// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/shape_inference.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "framework/types/status_macros.h"
#include "opgraft/proto/tensor_shape.pb.h"
#include "testing/shape_inference_testutil.h"

namespace opgraft {
namespace shape_inference {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kMax = DimRange::kUnbounded;

// A context over inputs of these shapes, and nothing else.
class Bench {
 public:
  explicit Bench(const std::string& shapes, int outputs = 1)
      : op_(OpDefBuilder("Bench")
                .Attr("N: int >= 0")
                .Attr("M: int >= 0")
                .Input("xs: N * float")
                .Output("ys: M * float")),
        inputs_(*TestInputs::Parse(op_, shapes)) {
    op_.Attr("N", inputs_->shapes.size()).Attr("M", outputs);
    properties_ = *op_.Properties();
    context_ = std::make_unique<InferenceContext>(properties_, inputs_->facts);
  }
  InferenceContext* operator->() { return context_.get(); }
  ShapeHandle in(int i) { return context_->input(i); }
  std::string Text(ShapeHandle s) { return context_->DebugString(s); }
  std::string Text(DimensionHandle d) { return context_->DebugString(d); }

 private:
  ShapeInferenceTestOp op_;
  std::unique_ptr<TestInputs> inputs_;
  NodeProperties properties_;
  std::unique_ptr<InferenceContext> context_;
};

std::string MessageOf(const absl::Status& status) { return std::string(status.message()); }

// --- Handles ---

TEST(ShapeInference, UnknownDimensionsAreTheSameOnlyIfTheyAreOneHandle) {
  Bench b("[?,?];[?]");
  EXPECT_FALSE(b->Dim(b.in(0), 0).SameHandle(b->Dim(b.in(0), 1)));
  EXPECT_FALSE(b->Dim(b.in(0), 0).SameHandle(b->Dim(b.in(1), 0)));
  EXPECT_TRUE(b->Dim(b.in(0), 0).SameHandle(b->Dim(b.in(0), -2)));
  EXPECT_TRUE(b->MakeDim(b->Dim(b.in(0), 0)).SameHandle(b->Dim(b.in(0), 0)));
  EXPECT_FALSE(b->UnknownDim().SameHandle(b->UnknownDim()));
}

TEST(ShapeInference, ReadsShapesAndDimensions) {
  Bench b("?;[1,?,2..5]");
  EXPECT_FALSE(b->RankKnown(b.in(0)));
  EXPECT_EQ(b->Rank(b.in(0)), InferenceContext::kUnknownRank);
  EXPECT_FALSE(b->ValueKnown(b->Dim(b.in(0), 17)));
  EXPECT_EQ(b->Rank(b.in(1)), 3);
  EXPECT_EQ(b->Value(b->Dim(b.in(1), 0)), 1);
  EXPECT_EQ(b->Value(b->Dim(b.in(1), 1)), InferenceContext::kUnknownDim);
  EXPECT_EQ(b->Value(b->Dim(b.in(1), -1)), InferenceContext::kUnknownDim);
  EXPECT_EQ(b->Bounds(b->Dim(b.in(1), -1)), DimRange(2, 5));
  EXPECT_FALSE(b->FullyDefined(b.in(1)));
  EXPECT_TRUE(b->FullyDefined(b->MakeShape({1, 2})));
  EXPECT_EQ(b.Text(b.in(0)), "?");
  EXPECT_EQ(b.Text(b.in(1)), "[1,?,2..5]");
}

TEST(ShapeInference, TellsWhatItIsAskedAbout) {
  Bench b("[2,?];[]", 2);
  EXPECT_EQ(b->DebugString(),
            "InferenceContext for node: {{node test}} = Bench[M=2, N=2](in0, in1) with input "
            "shapes: [2,?], []");
  EXPECT_EQ(b->DebugString(ShapeAndType(b.in(0), DT_HALF)), "[2,?]:half");
  EXPECT_EQ(b->DebugString(std::vector<ShapeAndType>{{b.in(0), DT_HALF}, {b.in(1), DT_BOOL}}),
            "[[2,?]:half,[]:bool]");
}

TEST(ShapeInference, GivesOutputsBackAsTheyWereSet) {
  Bench b("[2,?]", 2);
  b->set_output(0, b.in(0));
  b->set_output(1, b->Scalar());
  std::vector<ShapeHandle> outputs;
  ASSERT_TRUE(b->output("ys", &outputs).ok());
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_TRUE(outputs[0].SameHandle(b.in(0)));
  EXPECT_EQ(b.Text(outputs[1]), "[]");
  EXPECT_EQ(b->output("zs", &outputs), absl::InvalidArgumentError("Unknown output name: zs"));
  EXPECT_TRUE(outputs.empty());
  EXPECT_EQ(b->output_handle_shapes_and_types(0), nullptr);
  b->set_output_handle_shapes_and_types(0, {{b.in(0), DT_FLOAT}});
  ASSERT_NE(b->output_handle_shapes_and_types(0), nullptr);
  EXPECT_EQ(b->output_handle_shapes_and_types(0)->front().dtype, DT_FLOAT);
}

TEST(ShapeInference, MakesShapes) {
  Bench b("[?]");
  const DimensionHandle d = b->Dim(b.in(0), 0);
  EXPECT_EQ(b.Text(b->Scalar()), "[]");
  EXPECT_EQ(b.Text(b->Vector(3)), "[3]");
  EXPECT_EQ(b.Text(b->Matrix(d, 4)), "[?,4]");
  EXPECT_TRUE(b->Dim(b->Matrix(d, 4), 0).SameHandle(d));
  EXPECT_EQ(b.Text(b->MakeShape({d, 2, InferenceContext::kUnknownDim})), "[?,2,?]");
  EXPECT_EQ(b.Text(b->MakeShape({d, d})), "[?,?]");
  EXPECT_EQ(b.Text(b->MakeShape(std::vector<DimensionHandle>{d})), "[?]");
  EXPECT_EQ(b.Text(b->MakeDim({d})), "?");
  EXPECT_EQ(b.Text(b->MakeDim({5})), "5");
  EXPECT_EQ(b.Text(b->UnknownShape()), "?");
  EXPECT_EQ(b.Text(b->UnknownShapeOfRank(2)), "[?,?]");
  EXPECT_EQ(b.Text(b->NumElements(b->MakeShape({2, 3, 4}))), "24");
  EXPECT_EQ(b.Text(b->NumElements(b->MakeShape({d, 0}))), "0");
  EXPECT_EQ(b.Text(b->NumElements(b->MakeShape({kMax, 2, 0}))), "0");
  EXPECT_EQ(b.Text(b->NumElements(b->MakeShape({d, 3}))), "?");
  EXPECT_EQ(b.Text(b->NumElements(b->MakeShape({b->MakeBoundedDim(DimRange(2, 5)), 3}))), "6..15");
  EXPECT_EQ(b.Text(b->NumElements(b->MakeShape({kMax, kMax}))), "?");
  ShapeHandle shape;
  ASSERT_TRUE(b->MakeShapeFromTensorShape(TensorShape({2, 3}), &shape).ok());
  EXPECT_EQ(b.Text(shape), "[2,3]");
  TensorShapeProto proto;
  b->ShapeHandleToProto(b->MakeShape({d, 2}), &proto);
  EXPECT_EQ(proto.dim(0).size(), -1);
  ASSERT_TRUE(b->MakeShapeFromShapeProto(proto, &shape).ok());
  EXPECT_EQ(b.Text(shape), "[?,2]");
  proto.mutable_dim(0)->set_size(-7);
  EXPECT_FALSE(b->MakeShapeFromShapeProto(proto, &shape).ok());
}

// --- Checks and their messages ---

using ShapeCall = std::function<absl::Status(InferenceContext*, ShapeHandle*)>;

struct ShapeCase {
  const char* inputs;
  ShapeCall call;
  const char* out;  // or null:
  const char* error = "";
};

void Check(const std::vector<ShapeCase>& cases) {
  for (const ShapeCase& c : cases) {
    Bench b(c.inputs);
    ShapeHandle out;
    const absl::Status status = c.call(b.operator->(), &out);
    if (c.out != nullptr) {
      EXPECT_EQ(MessageOf(status), "") << c.inputs;
      EXPECT_EQ(b.Text(out), c.out) << c.inputs;
    } else {
      EXPECT_EQ(MessageOf(status), c.error) << c.inputs;
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    }
  }
}

TEST(ShapeInference, ChecksRanks) {
  const auto rank2 = [](InferenceContext* c, ShapeHandle* out) {
    return c->WithRank(c->input(0), 2, out);
  };
  const auto at_least_2 = [](InferenceContext* c, ShapeHandle* out) {
    return c->WithRankAtLeast(c->input(0), 2, out);
  };
  const auto at_most_2 = [](InferenceContext* c, ShapeHandle* out) {
    return c->WithRankAtMost(c->input(0), 2, out);
  };
  const auto huge = [](InferenceContext* c, ShapeHandle* out) {
    return c->WithRank(c->input(0), kMax, out);
  };
  Check({{"?", rank2, "[?,?]"},
         {"[1,?]", rank2, "[1,?]"},
         {"[1]", rank2, nullptr, "Shape must be rank 2 but is rank 1"},
         {"?", at_least_2, "?"},
         {"[1,2,3]", at_least_2, "[1,2,3]"},
         {"[1]", at_least_2, nullptr, "Shape must be at least rank 2 but is rank 1"},
         {"?", at_most_2, "?"},
         {"[1]", at_most_2, "[1]"},
         {"[1,2,3]", at_most_2, nullptr, "Shape must be at most rank 2 but is rank 3"},
         {"?", huge, nullptr,
          "Shape must be rank 9223372036854775807: shape of 9223372036854775807 dimensions; a "
          "tensor has at most 254"}});
}

TEST(ShapeInference, MergesShapes) {
  const auto merge = [](InferenceContext* c, ShapeHandle* out) {
    return c->Merge(c->input(0), c->input(1), out);
  };
  Check({{"?;?", merge, "?"},
         {"?;[1,2]", merge, "[1,2]"},
         {"[1,2];?", merge, "[1,2]"},
         {"[1,?];[?,2]", merge, "[1,2]"},
         {"[2..5];[4..9]", merge, "[4..5]"},
         {"[2..5];[4]", merge, "[4]"},
         {"[1];[1,2]", merge, nullptr, "Shapes must be equal rank, but are 1 and 2"},
         {"[2];[3]", merge, nullptr,
          "Dimension 0 in both shapes must be equal, but are 2 and 3. Shapes are [2] and [3]."},
         {"[1,2..5];[1,7]", merge, nullptr,
          "Dimension 1 in both shapes must be equal, but are 2..5 and 7. Shapes are [1,2..5] and "
          "[1,7]."}});
}

TEST(ShapeInference, MergeKeepsTheHandleThatSaysItAll) {
  Bench b("[1,?];[1,2];[?,?]");
  ShapeHandle out;
  ASSERT_TRUE(b->Merge(b.in(0), b.in(1), &out).ok());
  EXPECT_TRUE(out.SameHandle(b.in(1)) || b->Dim(out, 1).SameHandle(b->Dim(b.in(1), 1)));
  ASSERT_TRUE(b->Merge(b.in(0), b.in(2), &out).ok());
  EXPECT_TRUE(out.SameHandle(b.in(0)));
  ASSERT_TRUE(b->Merge(b.in(0), b.in(0), &out).ok());
  EXPECT_TRUE(out.SameHandle(b.in(0)));
}

TEST(ShapeInference, MergesIntoItsInputs) {
  Bench b("[?,3]");
  EXPECT_TRUE(b->MergeInput(0, b->MakeShape({2, InferenceContext::kUnknownDim})));
  EXPECT_EQ(b.Text(b.in(0)), "[2,3]");
  EXPECT_FALSE(b->MergeInput(0, b->MakeShape({2, 4})));
  EXPECT_FALSE(b->MergeInput(1, b->UnknownShape()));
  EXPECT_EQ(b.Text(b.in(0)), "[2,3]");
}

TEST(ShapeInference, MergesPrefixes) {
  const auto shape = [](InferenceContext* c, ShapeHandle* out) {
    ShapeHandle prefix;
    return c->MergePrefix(c->input(0), c->input(1), out, &prefix);
  };
  const auto prefix = [](InferenceContext* c, ShapeHandle* out) {
    ShapeHandle s;
    return c->MergePrefix(c->input(0), c->input(1), &s, out);
  };
  Check({{"[?,2,3];[1,?]", shape, "[1,2,3]"},
         {"[?,2,3];[1,?]", prefix, "[1,2]"},
         {"?;[1]", shape, "?"},
         {"?;[1]", prefix, "[1]"},
         {"[1];[1,2]", shape, nullptr, "Shape must be at least rank 2 but is rank 1"},
         {"[1,2];[3]", shape, nullptr, "Dimensions must be equal, but are 1 and 3"}});
}

TEST(ShapeInference, TakesPartsOfShapes) {
  const auto part = [](int64_t start, int64_t end, int64_t stride) {
    return [=](InferenceContext* c, ShapeHandle* out) {
      return c->Subshape(c->input(0), start, end, stride, out);
    };
  };
  const auto from = [](int64_t start) {
    return
        [=](InferenceContext* c, ShapeHandle* out) { return c->Subshape(c->input(0), start, out); };
  };
  const auto replace = [](int64_t index) {
    return [=](InferenceContext* c, ShapeHandle* out) {
      return c->ReplaceDim(c->input(0), index, c->MakeDim(9), out);
    };
  };
  const auto concat = [](InferenceContext* c, ShapeHandle* out) {
    return c->Concatenate(c->input(0), c->input(1), out);
  };
  Check({{"[1,2,3]", from(0), "[1,2,3]"},
         {"[1,2,3]", from(1), "[2,3]"},
         {"[1,2,3]", from(-1), "[3]"},
         {"[1,2,3]", from(5), "[]"},
         {"?", from(1), "?"},
         {"[1,2,3]", part(0, 2, 1), "[1,2]"},
         {"[1,2,3]", part(-3, -1, 1), "[1,2]"},
         {"[1,2,3,4,5]", part(0, kMax, 2), "[1,3,5]"},
         {"[1,2,3]", part(5, 0, -1), "[3,2]"},
         {"[1,2,3]", part(0, kMax, kMax), "[1]"},
         {"[1,2,3]", part(0, kMax, 0), nullptr, "Subshape stride must not be 0"},
         {"[1,2,3]", from(-4), nullptr, "Subshape start out of bounds: -4, for shape with rank 3"},
         {"[1,2,3]", part(0, -4, 1), nullptr,
          "Subshape end out of bounds: -4, for shape with rank 3"},
         {"[1,2,3]", part(2, 1, 1), nullptr,
          "Subshape must have computed start <= end, but is 2 and 1 (computed from start 2 and end "
          "1 over shape with "
          "rank 3)"},
         {"[1,2,3]", part(1, 2, -1), nullptr,
          "Subshape must have computed start >= end since stride is negative, but is 1 and 2 "
          "(computed from start 1 "
          "and end 2 "
          "over shape with rank 3 and stride -1)"},
         {"[1];[2,?]", concat, "[1,2,?]"},
         {"[1];?", concat, "?"},
         {"[1,2]", replace(-1), "[1,9]"},
         {"?", replace(7), "?"},
         {"[1,2]", replace(5), nullptr, "Out of range dim_index 5 for shape with 2 dimensions"}});
}

// --- Dimensions ---

using DimCall = std::function<absl::Status(InferenceContext*, DimensionHandle, DimensionHandle,
                                           DimensionHandle*)>;

struct DimCase {
  const char* inputs;  // [first,second]
  const char* out;     // or null:
  const char* error = "";
};

void Check(const DimCall& call, const std::vector<DimCase>& cases) {
  for (const DimCase& c : cases) {
    Bench b(c.inputs);
    DimensionHandle out;
    const absl::Status status = call(b.operator->(), b->Dim(b.in(0), 0), b->Dim(b.in(0), 1), &out);
    if (c.out != nullptr) {
      EXPECT_EQ(MessageOf(status), "") << c.inputs;
      EXPECT_EQ(b.Text(out), c.out) << c.inputs;
    } else {
      EXPECT_EQ(MessageOf(status), c.error) << c.inputs;
    }
  }
}

TEST(ShapeInference, ComputesWithDimensions) {
  using C = InferenceContext;
  using D = DimensionHandle;
  Check([](C* c, D a, D b, D* out) { return c->Add(a, b, out); },
        {{"[2,3]", "5"},
         {"[?,0]", "?"},
         {"[0,?]", "?"},
         {"[2..3,4]", "6..7"},
         {"[?,4]", "4.."},
         {"[9223372036854775807,1]", nullptr,
          "Dimension size overflow from adding 9223372036854775807 and 1"}});
  Check([](C* c, D a, D b, D* out) { return c->Subtract(a, b, out); },
        {{"[5,3]", "2"},
         {"[?,3]", "?"},
         {"[5,?]", "..5"},
         {"[5..9,2..3]", "2..7"},
         {"[2..9,4]", "..5"},
         {"[2,3]", nullptr, "Negative dimension size caused by subtracting 3 from 2"}});
  Check([](C* c, D a, D b, D* out) { return c->Multiply(a, b, out); },
        {{"[2,3]", "6"}, {"[?,0]", "0"}, {"[1,?]", "?"}, {"[2..3,4..5]", "8..15"}, {"[?,4]", "?"}});
  // Such a shape no tensor has, so the dimension is not from one.
  Check(
      [](C* c, D, D b, D* out) { return c->Multiply(c->MakeDim(kMax), b, out); },
      {{"[1,2]", nullptr,
        "Negative dimension size caused by overflow when multiplying 9223372036854775807 and 2"}});
  Check([](C* c, D a, D b, D* out) { return c->Divide(a, b, true, out); },
        {{"[6,3]", "2"},
         {"[?,2]", "?"},
         {"[6,?]", "..6"},
         {"[5..8,3]", "2"},
         {"[5..20,3]", "2..6"},
         {"[?,1]", "?"},
         {"[5,2]", nullptr, "Dimension size must be evenly divisible by 2 but is 5"},
         {"[4..5,3]", nullptr, "Dimension size must be evenly divisible by 3 but is 4..5"},
         {"[5,0]", nullptr, "Divisor must be positive but is 0"}});
  Check([](C* c, D a, D b, D* out) { return c->Divide(a, b, false, out); },
        {{"[7,2]", "3"}, {"[5..8,2..4]", "1..4"}});
  Check([](C* c, D a, D b, D* out) { return c->Min(a, b, out); },
        {{"[2,3]", "2"}, {"[?,0]", "0"}, {"[?,4]", "..4"}, {"[2..5,4]", "2..4"}});
  Check([](C* c, D a, D b, D* out) { return c->Max(a, b, out); },
        {{"[2,3]", "3"}, {"[?,0]", "?"}, {"[?,4]", "4.."}, {"[2..5,4]", "4..5"}});
  Check([](C* c, D a, D b, D* out) { return c->Merge(a, b, out); },
        {{"[2,?]", "2"},
         {"[?,3]", "3"},
         {"[2..5,3..9]", "3..5"},
         {"[2,3]", nullptr, "Dimensions must be equal, but are 2 and 3"}});
  Check([](C* c, D a, D, D* out) { return c->WithValue(a, 3, out); },
        {{"[3,0]", "3"},
         {"[?,0]", "3"},
         {"[2..5,0]", "3"},
         {"[4,0]", nullptr, "Dimension must be 3 but is 4"},
         {"[4..5,0]", nullptr, "Dimension must be 3 but is 4..5"}});
}

TEST(ShapeInference, ArithmeticKeepsHandlesWhereNothingChanges) {
  Bench b("[?,?]");
  const DimensionHandle x = b->Dim(b.in(0), 0), y = b->Dim(b.in(0), 1);
  DimensionHandle out;
  ASSERT_TRUE(b->Add(x, 0, &out).ok());
  EXPECT_TRUE(out.SameHandle(x));
  ASSERT_TRUE(b->Subtract(x, 0, &out).ok());
  EXPECT_TRUE(out.SameHandle(x));
  ASSERT_TRUE(b->Multiply(b->MakeDim(1), y, &out).ok());
  EXPECT_TRUE(out.SameHandle(y));
  ASSERT_TRUE(b->Divide(x, 1, true, &out).ok());
  EXPECT_TRUE(out.SameHandle(x));
  ASSERT_TRUE(b->Merge(x, y, &out).ok());
  EXPECT_TRUE(out.SameHandle(x));
  EXPECT_EQ(MessageOf(b->Divide(x, -5, true, &out)), "Divisor must be positive but is -5");
}

// For every two small intervals: each result that two sizes in them have lies in the interval that
// comes out.
TEST(ShapeInference, IntervalArithmeticIsSound) {
  Bench b("");
  const auto check = [&](DimRange i, DimRange j) {
    const DimensionHandle x = b->MakeBoundedDim(i), y = b->MakeBoundedDim(j);
    DimensionHandle sum, difference, product, quotient, even, min, max;
    ASSERT_TRUE(b->Add(x, y, &sum).ok());
    const bool may_subtract = b->Subtract(x, y, &difference).ok();
    ASSERT_TRUE(b->Multiply(x, y, &product).ok());
    const bool may_divide = b->Divide(x, y, false, &quotient).ok();
    const bool may_divide_evenly = b->Divide(x, y, true, &even).ok();
    ASSERT_TRUE(b->Min(x, y, &min).ok());
    ASSERT_TRUE(b->Max(x, y, &max).ok());
    const auto holds = [&](DimensionHandle d, int64_t size) {
      return b->Bounds(d).Contains(DimRange(size));
    };
    for (int64_t p = i.min(); p <= i.max(); ++p) {
      for (int64_t q = j.min(); q <= j.max(); ++q) {
        EXPECT_TRUE(holds(sum, p + q) && holds(product, p * q) && holds(min, std::min(p, q)) &&
                    holds(max, std::max(p, q)));
        EXPECT_TRUE(p < q || (may_subtract && holds(difference, p - q))) << p << " - " << q;
        EXPECT_TRUE(q == 0 || (may_divide && holds(quotient, p / q))) << p << " / " << q;
        EXPECT_TRUE(q == 0 || p % q != 0 || (may_divide_evenly && holds(even, p / q)))
            << p << " / " << q;
      }
    }
  };
  for (int64_t a = 0; a < 5; ++a)
    for (int64_t c = a; c < 5; ++c)
      for (int64_t d = 0; d < 5; ++d)
        for (int64_t e = d; e < 5; ++e) check(DimRange(a, c), DimRange(d, e));
}

}  // namespace
}  // namespace shape_inference
}  // namespace opgraft
