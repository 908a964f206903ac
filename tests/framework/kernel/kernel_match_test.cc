// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_match.h"

#include "gtest/gtest.h"
#include "tests/framework/kernel/test_node.h"

namespace opgraft {
namespace {

NodeAttrs Attrs(const TestAttrs& attrs) { return TestNode(*TestOps({}), "X", attrs)->attrs; }

AttrConstraint Types(std::vector<DataType> types) {
  AttrConstraint constraint;
  constraint.attr = "T";
  constraint.types = std::move(types);
  return constraint;
}

struct MatchCase {
  const char* about;
  AttrConstraint constraint;
  TestAttrs attrs;
  absl::StatusCode code;
  const char* reason;
};

TEST(MatchConstraint, JudgesAsTensorFlow) {
  AttrConstraint ints, strings, bools, mixed;
  ints.attr = strings.attr = bools.attr = mixed.attr = "T";
  ints.ints = {1, 2};
  strings.strings = {"NHWC"};
  bools.bools = {true};
  mixed.ints = {1};
  mixed.types = {DT_FLOAT};
  const auto kOk = absl::StatusCode::kOk;
  const auto kNo = absl::StatusCode::kNotFound;
  const auto kBad = absl::StatusCode::kInvalidArgument;
  const MatchCase cases[] = {
      {"the type", Types({DT_FLOAT}), {{"T", TypeAttr(DT_FLOAT)}}, kOk, ""},
      {"one of the types", Types({DT_FLOAT, DT_HALF}), {{"T", TypeAttr(DT_HALF)}}, kOk, ""},
      {"another type", Types({DT_FLOAT}), {{"T", TypeAttr(DT_DOUBLE)}}, kNo, "T is double"},
      {"u1", Types({DT_U1}), {{"T", TypeAttr(DT_U1)}}, kOk, ""},
      {"an empty list", Types({DT_BOOL}), {{"T", TypeListAttr({})}}, kOk, ""},
      {"a list of it", Types({DT_BOOL}), {{"T", TypeListAttr({DT_BOOL, DT_BOOL})}}, kOk, ""},
      {"a list with another",
       Types({DT_BOOL}),
       {{"T", TypeListAttr({DT_BOOL, DT_FLOAT})}},
       kNo,
       "T is [bool, float]"},
      {"another attr",
       Types({DT_FLOAT}),
       {{"dtype", TypeAttr(DT_FLOAT)}},
       kBad,
       "node has no attr T"},
      {"an int",
       Types({DT_FLOAT}),
       {{"T", IntAttr(7)}},
       kBad,
       "attr T is int 7, the kernel constrains it as type"},
      {"an int in the list", ints, {{"T", IntAttr(2)}}, kOk, ""},
      {"another int", ints, {{"T", IntAttr(3)}}, kNo, "T is 3"},
      {"a string for an int",
       ints,
       {{"T", StringAttr("a")}},
       kBad,
       "attr T is string 'a', the kernel constrains it as int"},
      {"the string", strings, {{"T", StringAttr("NHWC")}}, kOk, ""},
      {"another string", strings, {{"T", StringAttr("NCHW")}}, kNo, "T is 'NCHW'"},
      {"the bool", bools, {{"T", BoolAttr(true)}}, kOk, ""},
      {"the other bool", bools, {{"T", BoolAttr(false)}}, kNo, "T is false"},
      {"values of two kinds",
       mixed,
       {{"T", IntAttr(1)}},
       kBad,
       "the constraint on attr T has values of more than one kind"},
      {"no values",
       Types({}),
       {},
       absl::StatusCode::kUnimplemented,
       "the constraint on attr T allows no value"},
  };
  for (const MatchCase& c : cases) {
    const absl::Status status = MatchConstraint(c.constraint, Attrs(c.attrs));
    EXPECT_EQ(status.code(), c.code) << c.about;
    EXPECT_EQ(status.message(), c.reason) << c.about;
    // The quick form agrees.
    KernelRegistration kernel = Dummy(OnCpu("X"));
    kernel.spec.constraints = {c.constraint};
    KernelsOfOp quick;
    quick.Add(&kernel);
    EXPECT_EQ(quick.FindBest(Attrs(c.attrs), "CPU").size(), c.code == kOk ? 1u : 0u) << c.about;
  }
}

TEST(KernelsOfOp, ReferencesAreTypesLikeOthers) {
  const KernelRegistration refs = Dummy(OnCpu("X").TypeConstraint("T", DT_FLOAT_REF));
  KernelsOfOp kernels;
  kernels.Add(&refs);
  EXPECT_EQ(kernels.FindBest(Attrs({{"T", TypeAttr(DT_FLOAT_REF)}}), "CPU").size(), 1u);
  EXPECT_TRUE(kernels.FindBest(Attrs({{"T", TypeAttr(DT_FLOAT)}}), "CPU").empty());
}

TEST(KernelLabel, IsEmptyWithoutTheAttr) {
  EXPECT_EQ(KernelLabel(Attrs({})), "");
  EXPECT_EQ(KernelLabel(Attrs({{"_kernel", StringAttr("fast")}})), "fast");
}

}  // namespace
}  // namespace opgraft
