// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/op_lint.h"

#include <memory>
#include <string>
#include <vector>

#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"
#include "framework/op/shape_inference.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

absl::Status NoShape(shape_inference::InferenceContext*) { return absl::OkStatus(); }
absl::Status AnyShape(shape_inference::InferenceContext* c) {
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, c->UnknownShape());
  return absl::OkStatus();
}

// A whole op at a line of math.cc.
OpDefBuilder OpOfTwo(const char* name, int line) {
  return OpDefBuilder(name, {"math.cc", line})
      .SetShapeFn(AnyShape)
      .Doc("Computes.\nx: One.\ny: Other.");
}

KernelRegistration Kernel(KernelDefBuilder builder, int line) {
  return {builder.Device(DEVICE_CPU).Build(), "Op", nullptr, {"kernels.cc", line}};
}

KernelRegistration Kernel(const char* op, DataType type) {
  return Kernel(KernelDefBuilder(op).TypeConstraint("T", type), 1);
}

std::vector<std::string> Lint(const std::vector<OpDefBuilder>& ops,
                              const std::vector<KernelRegistration>& kernels) {
  OpRegistryBuilder builder;
  for (const OpDefBuilder& op : ops) builder.Add(op);
  const auto registry = builder.Build();
  EXPECT_TRUE(registry.ok()) << registry.status();
  KernelRegistryBuilder kernel_builder(*registry);
  for (const KernelRegistration& kernel : kernels) kernel_builder.Add(kernel);
  const auto built = kernel_builder.Build();
  EXPECT_TRUE(built.ok()) << built.status();
  std::vector<std::string> lines;
  for (const LintFinding& finding : LintOps((*registry)->List(true), **built))
    lines.push_back(finding.Line());
  return lines;
}

OpDefBuilder Binary(const char* name, int line) {
  return OpOfTwo(name, line)
      .Attr("T: {float, int32, half}")
      .Input("x: T")
      .Input("y: T")
      .Output("z: T");
}

TEST(OpLint, HasNothingToSayOfAWholeOp) {
  EXPECT_THAT(Lint({Binary("Add", 1)},
                   {Kernel("Add", DT_FLOAT), Kernel("Add", DT_INT32), Kernel("Add", DT_HALF)}),
              IsEmpty());
}

TEST(OpLint, FindsWhatIsMissing) {
  OpDefBuilder bare("Roi", {"roi.cc", 12});
  bare.Attr("size: int").Attr("mode: string = 'a'").Attr("T: type").Input("x: T").Doc("");
  EXPECT_THAT(
      Lint({bare}, {}),
      ElementsAre(
          "roi.cc:12: Roi: has no documentation. Add .Doc(\"What it computes.\").",
          "roi.cc:12: Roi: input 'x' has no description. Add a line \"x: ...\" to its .Doc().",
          "roi.cc:12: Roi: attr 'size' has no description. Add a line \"size: ...\" to its .Doc().",
          "roi.cc:12: Roi: attr 'mode' has no description. Add a line \"mode: ...\" to its .Doc().",
          "roi.cc:12: Roi: has no shape function, so shapes behind it are unknown. Add "
          ".SetShapeFn(...).",
          "roi.cc:12: Roi: has no kernel. Add "
          "REGISTER_KERNEL_BUILDER(Name(\"Roi\").Device(DEVICE_CPU), ...), or "
          "link the file that has it."));
}

TEST(OpLint, AsksForNoKernelOfAnInternalOp) {
  const auto lint = [](const char* name) {
    OpDefBuilder op(name, {"math.cc", 10});
    op.Attr("T: type").Input("x: T").SetShapeFn(AnyShape).Doc("Ends a body.\nx: What is returned.");
    return Lint({op}, {});
  };
  EXPECT_THAT(lint("_Retval"), IsEmpty());
  EXPECT_THAT(lint("Retval"), ElementsAre(testing::HasSubstr("Retval: has no kernel. ")));
}

TEST(OpLint, FindsAShapeFunctionThatSetsNoShape) {
  OpDefBuilder lazy("Lazy", {"math.cc", 3});
  lazy.Attr("T: {float}")
      .Input("x: T")
      .Output("y: T")
      .SetShapeFn(NoShape)
      .Doc("Computes.\nx: One.");
  EXPECT_THAT(
      Lint({lazy}, {Kernel("Lazy", DT_FLOAT)}),
      ElementsAre("math.cc:3: Lazy: its shape function sets no shape for output 0 'y'. Call "
                  "set_output for each, with UnknownShape() if nothing is known."));
}

TEST(OpLint, FindsDtypeHolesOfAFamily) {
  const std::vector<KernelRegistration> kernels = {Kernel("Add", DT_FLOAT), Kernel("Add", DT_INT32),
                                                   Kernel("Sub", DT_FLOAT)};
  // Half has no kernel anywhere: nobody is behind the others.
  EXPECT_THAT(Lint({Binary("Add", 1), Binary("Sub", 2)}, kernels),
              ElementsAre("math.cc:2: Sub: allows T = int32 without a kernel, where 'Add' has one. "
                          "Register kernels for it, or take it out of \"T: {...}\"."));
  const OpDefBuilder other_types = OpOfTwo("Sub", 2)
                                       .Attr("T: {float, int32, half}")
                                       .Input("x: T")
                                       .Input("y: float")
                                       .Output("z: T");
  EXPECT_THAT(Lint({Binary("Add", 1), other_types}, kernels), IsEmpty());
  const OpDefBuilder not_allowed =
      OpOfTwo("Sub", 2).Attr("T: {float}").Input("x: T").Input("y: T").Output("z: T");
  EXPECT_THAT(Lint({Binary("Add", 1), not_allowed}, kernels), IsEmpty());
}

TEST(OpLint, AKernelForAnyDtypeFillsEveryHole) {
  EXPECT_THAT(Lint({Binary("Add", 1), Binary("Sub", 2)},
                   {Kernel("Add", DT_FLOAT), Kernel("Add", DT_INT32), Kernel("Add", DT_HALF),
                    Kernel(KernelDefBuilder("Sub"), 3)}),
              IsEmpty());
}

TEST(OpLint, FindsKernelsThatNoNodeCanGet) {
  EXPECT_THAT(
      Lint({OpDefBuilder("Foo", {"math.cc", 1})
                .SetShapeFn(NoShape)
                .Attr("T: {float, half}")
                .Attr("n: int >= 2")
                .Input("x: T")
                .Doc("Foo.\nx: What.\nn: How many.")},
           {Kernel(KernelDefBuilder("Foo").AttrConstraint<int64_t>("n", 1), 10),
            Kernel(KernelDefBuilder("Foo").TypeConstraint<float>("T").TypeConstraint("T", DT_HALF),
                   11),
            Kernel(KernelDefBuilder("Foo").TypeConstraint<float>("T").Label("a"), 12),
            Kernel(KernelDefBuilder("Foo").Label("a").Priority(2), 13)}),
      ElementsAre(
          "kernels.cc:10: Foo: no node can get kernel Op: constraint n=1: the op has n >= "
          "2. Mend the registration, or take it out.",
          "kernels.cc:11: Foo: no node can get kernel Op: constraints T=float and T=half "
          "share no value. Mend the registration, or take it out.",
          "kernels.cc:12: Foo: no node can get kernel Op: the kernel at kernels.cc:13 has "
          "priority 2 and fits wherever this one does. Mend the registration, or take it out."));
}

}  // namespace
}  // namespace opgraft
