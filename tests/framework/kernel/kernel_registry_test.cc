// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_registry.h"

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/global_registry.h"
#include "framework/op/op_registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/kernel/test_node.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

OpDefBuilder::Where At(const char* file, int line) { return {file, line}; }

// --- What a registry refuses to be built with ---

// Kernels that cannot be registered for the op KernelTypo (TypoOp), and what is said of them.
struct BadKernelCase {
  const char* about;
  std::vector<KernelRegistration> kernels;
  const char* message;
};

OpDefBuilder TypoOp() {
  return OpDefBuilder("KernelTypo", At("foo.cc", 3))
      .Attr("T: {float, double}")
      .Attr("mode: {'a', 'b'} = 'a'")
      .Attr("L: list(type) = []")
      .Attr("n: int = 0")
      .Input("x: T")
      .Output("y: T");
}

void ExpectProblems(const std::vector<BadKernelCase>& cases) {
  for (const BadKernelCase& c : cases) {
    KernelRegistryBuilder builder(TestOps({TypoOp()}));
    for (const KernelRegistration& kernel : c.kernels) builder.Add(kernel);
    const auto registry = builder.Build();
    EXPECT_EQ(registry.status().code(), absl::StatusCode::kInvalidArgument) << c.about;
    EXPECT_EQ(registry.status().message(), c.message) << c.about;
    EXPECT_EQ(builder.BuildKeepingGood()->errors().message(), c.message) << c.about;
  }
}

TEST(KernelRegistryBuilder, TellsOfAKernelOfNoOp) {
  ExpectProblems({
      {"a misspelt op",
       {Dummy(OnCpu("KernelTypos"), "foo.cc", 12)},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"KernelTypos\")): there is no op 'KernelTypos'; "
       "nearest: 'KernelTypo' "
       "(foo.cc:3)"},
      {"an op like no other",
       {Dummy(OnCpu("Quux"), "foo.cc", 12)},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"Quux\")): there is no op 'Quux'"},
  });
}

TEST(KernelRegistryBuilder, TellsOfAConstraintThatNoNodeMeets) {
  KernelRegistration empty = Dummy(OnCpu("KernelTypo"), "foo.cc", 12);
  empty.spec.constraints.emplace_back();
  empty.spec.constraints[0].attr = "T";
  ExpectProblems({
      {"an attr that is not there",
       {Dummy(OnCpu("KernelTypo").TypeConstraint<float>("dtype"), "foo.cc", 12)},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"KernelTypo\")): "
       "TypeConstraint<float>(\"dtype\"): the op has no attr "
       "'dtype'; "
       "it has: T (type), mode (string), L (list(type)), n (int)"},
      {"a type that is not allowed",
       {Dummy(OnCpu("KernelTypo").TypeConstraint<int32_t>("T"), "foo.cc", 12)},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"KernelTypo\")): TypeConstraint<int32>(\"T\"): "
       "attr 'T' of the op "
       "cannot be "
       "int32; it allows float, double"},
      {"a string that is not allowed",
       {Dummy(OnCpu("KernelTypo").AttrConstraint("mode", "c"), "foo.cc", 12)},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"KernelTypo\")): AttrConstraint(\"mode\"): attr "
       "'mode' of the op "
       "cannot be 'c'; "
       "it allows 'a', 'b'"},
      {"a type for an int",
       {Dummy(OnCpu("KernelTypo").TypeConstraint<float>("n"), "foo.cc", 12)},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"KernelTypo\")): TypeConstraint<float>(\"n\") "
       "constrains a type, but "
       "attr 'n' of "
       "the op is int"},
      {"no value",
       {empty},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"KernelTypo\")): AttrConstraint(\"T\") allows no "
       "value at all"},
  });
}

TEST(KernelRegistryBuilder, TellsOfAWrongPartOfARegistration) {
  ExpectProblems({
      {"host memory of no arg",
       {Dummy(OnCpu("KernelTypo").HostMemory("shape"), "foo.cc", 12)},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"KernelTypo\")): HostMemory(\"shape\"): the op "
       "has no input or output "
       "'shape'; it "
       "has: x, y"},
      {"two labels",
       {Dummy(OnCpu("KernelTypo").Label("a").Label("b"), "foo.cc", 12)},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"KernelTypo\")): Label is called twice: 'a' and "
       "'b'"},
      {"no device",
       {Dummy(KernelDefBuilder("KernelTypo"), "foo.cc", 12)},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"KernelTypo\")): it names no device; add "
       ".Device(DEVICE_CPU)"},
      {"forwarding of no input",
       {Dummy(OnCpu("KernelTypo").Forwards(1), "foo.cc", 12)},
       "foo.cc:12: REGISTER_KERNEL_BUILDER(Name(\"KernelTypo\")): Forwards(1, 0): the op has no "
       "such input or output"},
      {"twice",
       {Dummy(OnCpu("KernelTypo").TypeConstraint<float>("T"), "a.cc", 10),
        Dummy(OnCpu("KernelTypo").TypeConstraint<float>("T"), "b.cc", 22)},
       "b.cc:22: REGISTER_KERNEL_BUILDER(Name(\"KernelTypo\")): KernelTypo CPU T=float is "
       "registered twice: a.cc:10 "
       "and b.cc:22. "
       "Remove one, or give one a Priority or Label."},
  });
}

TEST(KernelRegistryBuilder, TellsAllProblemsSortedByPlace) {
  KernelRegistryBuilder builder(TestOps({OpDefBuilder("A")}));
  builder.Add(Dummy(OnCpu("Cc"), "z.cc", 2))
      .Add(Dummy(OnCpu("Bb"), "a.cc", 10))
      .Add(Dummy(OnCpu("Aa"), "a.cc", 9));
  const std::string text(builder.Build().status().message());
  EXPECT_LT(text.find("a.cc:9"), text.find("a.cc:10"));
  EXPECT_LT(text.find("a.cc:10"), text.find("z.cc:2"));
}

TEST(KernelRegistryBuilder, KeepsTheGoodOnes) {
  KernelRegistryBuilder builder(TestOps({OpDefBuilder("A")}));
  const auto registry = builder.Add(Dummy(OnCpu("A"))).Add(Dummy(OnCpu("B"))).BuildKeepingGood();
  EXPECT_EQ(registry->List().size(), 1u);
  EXPECT_TRUE(registry->KernelsOf("B").empty());
  EXPECT_FALSE(registry->errors().ok());
}

TEST(KernelRegistryBuilder, TakesOneRegistrationTwiceWithoutHarm) {
  const auto registry = TestKernels(
      {OpDefBuilder("A")}, {Dummy(OnCpu("A"), "header.h", 5), Dummy(OnCpu("A"), "header.h", 5)});
  EXPECT_EQ(registry->KernelsOf("A").size(), 1u);
}

TEST(KernelRegistryBuilder, SaysNothingOfKernelsWhoseOpWasRefusedButSuggestsIt) {
  OpRegistryBuilder ops;
  ops.Add(OpDefBuilder("Broken", At("ops.cc", 3)).Attr("T: floot"));
  KernelRegistryBuilder builder(ops.BuildKeepingGood());
  builder.Add(Dummy(OnCpu("Broken")));
  EXPECT_TRUE(builder.Build().ok());
  EXPECT_EQ(builder.BuildKeepingGood()->errors(), ops.BuildKeepingGood()->errors());
  builder.Add(Dummy(OnCpu("Brokn"), "kernels.cc", 4));
  EXPECT_EQ(builder.Build().status().message(),
            "kernels.cc:4: REGISTER_KERNEL_BUILDER(Name(\"Brokn\")): there is no op 'Brokn'; "
            "nearest: 'Broken' (ops.cc:3)");
}

TEST(KernelRegistryBuilder, AddsToABase) {
  const auto ops = TestOps({OpDefBuilder("A"), OpDefBuilder("B")});
  const auto base = *KernelRegistryBuilder(ops).Add(Dummy(OnCpu("A"), "a.cc", 1)).Build();
  const auto grown = *KernelRegistryBuilder(ops, base).Add(Dummy(OnCpu("B"), "b.cc", 1)).Build();
  EXPECT_EQ(base->List().size(), 1u);
  EXPECT_EQ(grown->List().size(), 2u);
  EXPECT_THAT(std::string(KernelRegistryBuilder(ops, base)
                              .Add(Dummy(OnCpu("A"), "c.cc", 7))
                              .Build()
                              .status()
                              .message()),
              HasSubstr("A CPU is registered twice: a.cc:1 and c.cc:7"));
}

TEST(KernelRegistryBuilder, ChecksNothingBeforeItIsAsked) {
  OpRegistryBuilder ops;
  ops.Add(OpDefBuilder("A", At("ops.cc", 1)).Attr("T: floot")).Add(OpDefBuilder("B"));
  const auto registry = KernelRegistryBuilder(ops.BuildKeepingGood())
                            .Add(Dummy(OnCpu("A"), "a.cc", 1))
                            .Add(Dummy(OnCpu("B").TypeConstraint<float>("T"), "b.cc", 1))
                            .Add(Dummy(OnCpu("B"), "b.cc", 2))
                            .BuildKeepingGood();
  EXPECT_EQ(registry->ops().Find("A"), nullptr);
  EXPECT_TRUE(registry->KernelsOf("A").empty());
  ASSERT_EQ(registry->KernelsOf("B").size(), 1u);
  EXPECT_EQ(registry->KernelsOf("B")[0]->location.line, 2);
  EXPECT_THAT(std::string(registry->errors().message()),
              ::testing::AllOf(HasSubstr("floot"), HasSubstr("b.cc:1"),
                               ::testing::Not(HasSubstr("a.cc:1"))));
}

TEST(KernelRegistryBuilder, AnOpThatALibraryBringsDoesNotMakeOlderKernelsOfItsNameRight) {
  const auto ops = TestOps({});
  const auto base =
      KernelRegistryBuilder(ops).Add(Dummy(OnCpu("Late"), "a.cc", 1)).BuildKeepingGood();
  const auto more = *OpRegistryBuilder(ops).Add(OpDefBuilder("Late")).Build();
  const auto grown = *KernelRegistryBuilder(more, base).Build();
  EXPECT_TRUE(grown->KernelsOf("Late").empty());
  EXPECT_THAT(std::string(grown->errors().message()), HasSubstr("there is no op 'Late'"));
  EXPECT_EQ((*KernelRegistryBuilder(more, base).Add(Dummy(OnCpu("Late"), "b.cc", 1)).Build())
                ->KernelsOf("Late")
                .size(),
            1u);
}

TEST(KernelRegistry, ManyThreadsMayAskFirst) {
  KernelRegistryBuilder builder(
      (OpRegistryBuilder().Add(OpDefBuilder("A").Attr("T: type"))).BuildKeepingGood());
  builder.Add(Dummy(OnCpu("A").TypeConstraint<float>("T")));
  const auto registry = builder.BuildKeepingGood();
  std::vector<const OpRegistrationData*> seen(8);
  std::vector<std::thread> threads;
  for (auto& place : seen) {
    threads.emplace_back([&place, &registry] {
      place = registry->ops().Find("A");
      EXPECT_EQ(registry->KernelsOf("A").size(), 1u);
      EXPECT_TRUE(registry->errors().ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const OpRegistrationData* op : seen) EXPECT_EQ(op, registry->ops().Find("A"));
}

// --- Find ---

struct FindCase {
  const char* about;
  const char* op;
  TestAttrs attrs;
  const char* device;
  absl::StatusCode code;
  int line;  // of the kernel that is found
};

constexpr auto kOk = absl::StatusCode::kOk;
constexpr auto kNone = absl::StatusCode::kNotFound;
constexpr auto kBad = absl::StatusCode::kInvalidArgument;

std::vector<OpDefBuilder> FindOps() {
  return {OpDefBuilder("BuilderCPU"),
          OpDefBuilder("BuilderGPU"),
          OpDefBuilder("BuilderBoth"),
          OpDefBuilder("BuilderTypeAttr").Attr("T: type"),
          OpDefBuilder("BuilderTypeListAttr").Attr("T: list(type)"),
          OpDefBuilder("DuplicateKernelForT").Attr("T: type"),
          OpDefBuilder("BadAndGood").Attr("T: type").Attr("U: type = DT_FLOAT"),
          OpDefBuilder("Labelled"),
          OpDefBuilder("Priorities").Attr("T: type"),
          OpDefBuilder("ByDefault"),
          OpDefBuilder("WithoutKernel")};
}

std::vector<KernelRegistration> FindKernels() {
  return {
      Dummy(OnCpu("BuilderCPU"), "k.cc", 1),
      Dummy(KernelDefBuilder("BuilderGPU").Device(DEVICE_GPU), "k.cc", 2),
      Dummy(OnCpu("BuilderBoth"), "k.cc", 3),
      Dummy(KernelDefBuilder("BuilderBoth").Device(DEVICE_GPU), "k.cc", 4),
      Dummy(OnCpu("BuilderTypeAttr").TypeConstraint<float>("T"), "k.cc", 5),
      Dummy(OnCpu("BuilderTypeListAttr").TypeConstraint<bool>("T"), "k.cc", 6),
      Dummy(OnCpu("DuplicateKernelForT").TypeConstraint("T", {DT_FLOAT, DT_INT32}), "k.cc", 7),
      Dummy(OnCpu("DuplicateKernelForT").TypeConstraint<float>("T"), "k.cc", 8),
      Dummy(OnCpu("BadAndGood").TypeConstraint<float>("T"), "k.cc", 9),
      Dummy(OnCpu("BadAndGood").TypeConstraint<double>("T").TypeConstraint<float>("U"), "k.cc", 10),
      Dummy(OnCpu("Labelled"), "k.cc", 11),
      Dummy(OnCpu("Labelled").Label("one"), "k.cc", 12),
      Dummy(OnCpu("Priorities"), "k.cc", 13),
      Dummy(OnCpu("Priorities").TypeConstraint("T", {DT_FLOAT, DT_HALF}), "k.cc", 14),
      Dummy(OnCpu("Priorities").TypeConstraint("T", DT_FLOAT).Priority(1), "k.cc", 15),
      Dummy(KernelDefBuilder("ByDefault").Device(DEVICE_DEFAULT), "k.cc", 16),
  };
}

std::vector<FindCase> FindCases() {
  return {
      {"on its device", "BuilderCPU", {}, "CPU", kOk, 1},
      {"on another device", "BuilderCPU", {}, "GPU", kNone, 0},
      {"another op", "BuilderGPU", {}, "CPU", kNone, 0},
      {"both devices", "BuilderBoth", {}, "CPU", kOk, 3},
      {"both devices", "BuilderBoth", {}, "GPU", kOk, 4},
      {"its type", "BuilderTypeAttr", {{"T", TypeAttr(DT_FLOAT)}}, "CPU", kOk, 5},
      {"another type", "BuilderTypeAttr", {{"T", TypeAttr(DT_BOOL)}}, "CPU", kNone, 0},
      {"no attr", "BuilderTypeAttr", {}, "CPU", kBad, 0},
      {"an int for a type", "BuilderTypeAttr", {{"T", IntAttr(7)}}, "CPU", kBad, 0},
      {"an empty list of types", "BuilderTypeListAttr", {{"T", TypeListAttr({})}}, "CPU", kOk, 6},
      {"a list of its type",
       "BuilderTypeListAttr",
       {{"T", TypeListAttr({DT_BOOL})}},
       "CPU",
       kOk,
       6},
      {"a longer one",
       "BuilderTypeListAttr",
       {{"T", TypeListAttr({DT_BOOL, DT_BOOL})}},
       "CPU",
       kOk,
       6},
      {"a list of another",
       "BuilderTypeListAttr",
       {{"T", TypeListAttr({DT_FLOAT})}},
       "CPU",
       kNone,
       0},
      {"no list", "BuilderTypeListAttr", {}, "CPU", kBad, 0},
      {"an int for a list", "BuilderTypeListAttr", {{"T", IntAttr(7)}}, "CPU", kBad, 0},
      {"two that fit", "DuplicateKernelForT", {{"T", TypeAttr(DT_FLOAT)}}, "CPU", kBad, 0},
      {"one of the two", "DuplicateKernelForT", {{"T", TypeAttr(DT_INT32)}}, "CPU", kOk, 7},
      {"neither of the two", "DuplicateKernelForT", {{"T", TypeAttr(DT_BOOL)}}, "CPU", kNone, 0},
      {"no label", "Labelled", {}, "CPU", kOk, 11},
      {"a label", "Labelled", {{"_kernel", StringAttr("one")}}, "CPU", kOk, 12},
      {"an unknown label", "Labelled", {{"_kernel", StringAttr("two")}}, "CPU", kNone, 0},
      {"the highest priority, though two lower ones tie",
       "Priorities",
       {{"T", TypeAttr(DT_FLOAT)}},
       "CPU",
       kOk,
       15},
      {"a tie below", "Priorities", {{"T", TypeAttr(DT_HALF)}}, "CPU", kBad, 0},
      {"the untyped one", "Priorities", {{"T", TypeAttr(DT_INT8)}}, "CPU", kOk, 13},
      {"the default device", "ByDefault", {}, "CPU", kOk, 16},
      {"the default device", "ByDefault", {}, "GPU", kOk, 16},
      {"no kernel at all", "WithoutKernel", {}, "CPU", kNone, 0},
      {"an unknown op", "Testnotfound", {}, "CPU", kNone, 0},
  };
}

TEST(KernelRegistry, FindsAsTensorFlowInAnyOrderOfRegistration) {
  std::vector<KernelRegistration> kernels = FindKernels();
  for (int order = 0; order < 2; ++order) {
    const auto registry = TestKernels(FindOps(), kernels);
    for (const FindCase& c : FindCases()) {
      const auto node = TestNode(registry->ops(), c.op, c.attrs);
      const auto found = registry->Find(*node, c.device);
      EXPECT_EQ(found.status().code(), c.code) << c.op << ": " << c.about << ": " << found.status();
      EXPECT_EQ(found.ok() ? (*found)->location.line : 0, c.line) << c.op << ": " << c.about;
      EXPECT_EQ(registry->Explain(*node, c.device).chosen, found.ok() ? *found : nullptr)
          << c.op << ": " << c.about;
    }
    std::reverse(kernels.begin(), kernels.end());
  }
}

TEST(KernelRegistry, FindsTheKernelThatFitsBesideOneThatCannotBeJudged) {
  const auto registry = TestKernels({OpDefBuilder("A").Attr("T: type").Attr("i: int = 1")},
                                    {Dummy(OnCpu("A").TypeConstraint<float>("T"), "k.cc", 1),
                                     Dummy(OnCpu("A").AttrConstraint<int64_t>("i", 5), "k.cc", 2)});
  EXPECT_EQ((*registry->Find(*TestNode(registry->ops(), "A", {{"i", IntAttr(5)}})))->location.line,
            2);
}

TEST(KernelRegistry, NamesBothKernelsOfATie) {
  const auto registry = TestKernels(FindOps(), FindKernels());
  EXPECT_EQ(
      registry->Find(*TestNode(registry->ops(), "DuplicateKernelForT", {{"T", TypeAttr(DT_FLOAT)}}))
          .status()
          .message(),
      "{{node n}} DuplicateKernelForT: 2 kernels fit at the same priority: DuplicateKernelForT CPU "
      "T in {float, int32} "
      "(k.cc:7) and DuplicateKernelForT CPU T=float (k.cc:8). Remove one, or give one a Priority "
      "or Label.");
}

TEST(KernelRegistry, RefusesOnlyTheNodesThatADuplicateFits) {
  KernelRegistryBuilder builder(TestOps({OpDefBuilder("A").Attr("T: type")}));
  builder.Add(Dummy(OnCpu("A").TypeConstraint<float>("T"), "a.cc", 1));
  builder.Add(Dummy(OnCpu("A").TypeConstraint<float>("T"), "a.cc", 2));
  builder.Add(Dummy(OnCpu("A").TypeConstraint<half>("T"), "a.cc", 3));
  const auto registry = builder.BuildKeepingGood();
  EXPECT_EQ(
      registry->Find(*TestNode(registry->ops(), "A", {{"T", TypeAttr(DT_FLOAT)}})).status().code(),
      kBad);
  EXPECT_TRUE(registry->Find(*TestNode(registry->ops(), "A", {{"T", TypeAttr(DT_HALF)}})).ok());
}

// --- Messages ---

std::shared_ptr<const KernelRegistry> FloatOnly() {
  return TestKernels(
      {OpDefBuilder("FloatOnly").Attr("T: {float, double, int32}").Input("x: T").Output("y: T")},
      {Dummy(OnCpu("FloatOnly").TypeConstraint<float>("T"), "roi.cc", 40),
       Dummy(OnCpu("FloatOnly").Label("fast"), "roi_fast.cc", 12),
       Dummy(KernelDefBuilder("FloatOnly").Device(DEVICE_GPU).TypeConstraint<double>("T"), "roi.cu",
             3)});
}

TEST(NoKernelMessage, ListsEveryCandidateWithTheReason) {
  const auto registry = FloatOnly();
  const auto node = TestNode(registry->ops(), "FloatOnly", {{"T", TypeAttr(DT_DOUBLE)}}, "y");
  EXPECT_EQ(registry->Find(*node).status(),
            absl::NotFoundError(
                "{{node y}} FloatOnly, T=double: no CPU kernel. float@CPU: T is double; (label "
                "'fast')@CPU: node "
                "has no _kernel label; GPU: no such device. Cast the input to float, or register "
                "TypeConstraint<double> beside roi.cc:40."));
}

TEST(NoKernelMessage, PutsKernelsOfOneReasonTogether) {
  const auto registry = TestKernels({OpDefBuilder("A").Attr("T: type").Output("y: T")},
                                    {Dummy(OnCpu("A").TypeConstraint<float>("T"), "a.cc", 1),
                                     Dummy(OnCpu("A").TypeConstraint<half>("T"), "a.cc", 2),
                                     Dummy(OnCpu("A").TypeConstraint<int8>("T"), "a.cc", 3)});
  EXPECT_EQ(registry->Find(*TestNode(registry->ops(), "A", {{"T", TypeAttr(DT_STRING)}}))
                .status()
                .message(),
            "{{node n}} A, T=string: no CPU kernel. float, half, int8@CPU: T is string. Set T to "
            "float, half, int8, or "
            "register "
            "TypeConstraint<string> beside a.cc:1.");
}

TEST(NoKernelMessage, SaysThatThereIsNone) {
  const auto registry = TestKernels({OpDefBuilder("A")}, {});
  EXPECT_EQ(registry->Find(*TestNode(registry->ops(), "A")).status().message(),
            absl::StrCat("{{node n}} A: no CPU kernel. A is registered at ",
                         ShowLocation(registry->ops().Find("A")->location),
                         " without a kernel: add REGISTER_KERNEL_BUILDER(Name(\"A\").Device("
                         "DEVICE_CPU), ...), or link the file that has it (alwayslink)"));
}

TEST(NoKernelMessage, TellsOfTheLabel) {
  const auto registry =
      TestKernels({OpDefBuilder("A")}, {Dummy(OnCpu("A").Label("fast"), "a.cc", 1)});
  EXPECT_EQ(registry->Find(*TestNode(registry->ops(), "A")).status().message(),
            "{{node n}} A: no CPU kernel. (label 'fast')@CPU: node has no _kernel label. Set the "
            "node's attr _kernel "
            "to 'fast', or "
            "register a kernel without a label.");
}

TEST(Explain, ShowsATableAndWhatToDo) {
  const auto registry = FloatOnly();
  const auto node = TestNode(registry->ops(), "FloatOnly", {{"T", TypeAttr(DT_DOUBLE)}}, "y");
  const KernelExplanation explanation = registry->Explain(*node);
  EXPECT_EQ(explanation.chosen, nullptr);
  ASSERT_EQ(explanation.candidates.size(), 3u);
  EXPECT_EQ(explanation.candidates[0].reason, "T is double");
  EXPECT_EQ(explanation.candidates[1].reason, "node has no _kernel label");
  EXPECT_EQ(explanation.candidates[2].reason, "no such device");
  EXPECT_EQ(explanation.text,
            "y = FloatOnly(x)  [T=double]\n"
            "  FloatOnly CPU T=float     no: T is double                roi.cc:40\n"
            "  FloatOnly CPU label=fast  no: node has no _kernel label  roi_fast.cc:12\n"
            "  FloatOnly GPU T=double    no: no such device             roi.cu:3\n"
            "  no kernel fits. Cast the input to float, or register TypeConstraint<double> beside "
            "roi.cc:40.\n");
}

TEST(Explain, LeadsWithTheChoiceAndFoldsTheRest) {
  const auto registry = FloatOnly();
  EXPECT_EQ(
      registry->Explain(*TestNode(registry->ops(), "FloatOnly", {{"T", TypeAttr(DT_FLOAT)}}, "y"))
          .text,
      "y = FloatOnly(x)  [T=float]\n"
      "  FloatOnly CPU T=float  yes  roi.cc:40\n"
      "  2 others do not fit: (label 'fast')@CPU: node has no _kernel label; GPU: no such "
      "device\n");
}

TEST(Explain, SaysWhichPriorityWins) {
  const auto registry =
      TestKernels({OpDefBuilder("A")},
                  {Dummy(OnCpu("A"), "a.cc", 1), Dummy(OnCpu("A").Priority(2), "a.cc", 2)});
  EXPECT_EQ(registry->Explain(*TestNode(registry->ops(), "A")).text,
            "n = A()\n"
            "  A CPU priority=2  yes                                  a.cc:2\n"
            "  A CPU             no: another has the higher priority  a.cc:1\n");
}

// --- Registrations before they are asked for ---

int made_a = 0, made_b = 0;

std::vector<UnmadeKernel> Unmade() {
  const UnmadeKernel a{"A", [](KernelDescription& kernel) {
                         ++made_a;
                         kernel.Name("A").Device(DEVICE_CPU).Priority(made_a);
                         kernel.SetClass("AOp", nullptr, {"a.cc", made_a});
                       }};
  const UnmadeKernel b{"B", [](KernelDescription& kernel) {
                         ++made_b;
                         kernel.Name("B").Device(DEVICE_CPU);
                         kernel.SetClass("BOp", nullptr, {"b.cc", made_b});
                       }};
  return {a, a, b, a};  // not in a row
}

TEST(KernelRegistry, MakesTheKernelsOfAnOpWhenTheyAreFirstLookedUp) {
  made_a = made_b = 0;
  const auto ops = TestOps({OpDefBuilder("A"), OpDefBuilder("B")});
  const auto registry = KernelRegistryBuilder(ops).Add(Unmade()).BuildKeepingGood();
  EXPECT_EQ(made_a + made_b, 0);
  const auto kernels = registry->KernelsOf("A");
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_EQ(kernels[2]->location.line, 3);
  EXPECT_EQ(registry->KernelsOf("A").data(), kernels.data());
  EXPECT_EQ(made_a, 3);
  EXPECT_EQ(made_b, 0);
  EXPECT_TRUE(registry->errors().ok()) << registry->errors();
  EXPECT_EQ(made_b, 1);

  // A snapshot on top knows those of the one below, and makes its own.
  const auto grown = KernelRegistryBuilder(ops, registry)
                         .Add({UnmadeKernel{"B",
                                            [](KernelDescription& kernel) {
                                              kernel.Name("B").Device(DEVICE_CPU).Label("new");
                                              kernel.SetClass("BOp", nullptr, {"c.cc", 1});
                                            }}})
                         .BuildKeepingGood();
  EXPECT_EQ(grown->KernelsOf("A").data(), kernels.data());
  EXPECT_EQ(grown->KernelsOf("B").size(), 2u);
  EXPECT_EQ(registry->KernelsOf("B").size(), 1u);
}

// --- The process's registry ---

TEST(GlobalRegistry, GrowsWholeOrNotAtAll) {
  const auto before = KernelRegistry::Global();
  RegistryGrowth growth;
  // What a library's initialisers do.
  const absl::Status grown = GrowGlobalRegistry(
      "lib.so",
      [] {
        new RegisteredOp(OpDefBuilder("GrownOp").Attr("T: type"));
        new RegisteredKernel("GrownOp", [](KernelDescription& kernel) {
          kernel.Name("GrownOp").Device(DEVICE_CPU).TypeConstraint<float>("T");
        });
        return absl::OkStatus();
      },
      &growth);
  ASSERT_TRUE(grown.ok()) << grown;
  EXPECT_THAT(growth.ops, ElementsAre("GrownOp"));
  EXPECT_EQ(growth.kernels.size(), 1u);
  EXPECT_TRUE(before->KernelsOf("GrownOp").empty());
  EXPECT_EQ(before->ops().Find("GrownOp"), nullptr);
  EXPECT_EQ(KernelRegistry::Global()->KernelsOf("GrownOp").size(), 1u);
  EXPECT_NE(OpRegistry::Global()->Find("GrownOp"), nullptr);

  const auto good = KernelRegistry::Global();
  const absl::Status refused = GrowGlobalRegistry(
      "lib.so",
      [] {
        new RegisteredOp(OpDefBuilder("RefusedOp"));
        new RegisteredOp(OpDefBuilder("BrokenOp").Attr("T: floot"));
        new RegisteredKernel("BrokenOp", [](KernelDescription& kernel) {
          kernel.Name("BrokenOp").Device(DEVICE_CPU);
        });
        new RegisteredKernel("NoSuchOp", [](KernelDescription& kernel) {
          kernel.Name("NoSuchOp").Device(DEVICE_CPU);
        });
        return absl::OkStatus();
      },
      &growth);
  EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(refused.message()), HasSubstr("floot"));
  EXPECT_THAT(std::string(refused.message()), HasSubstr("there is no op 'NoSuchOp'"));
  EXPECT_THAT(std::string(refused.message()), ::testing::Not(HasSubstr("no op 'BrokenOp'")));
  EXPECT_EQ(KernelRegistry::Global(), good);
  EXPECT_EQ(OpRegistry::Global()->Find("RefusedOp"), nullptr);

  // What was refused is not looked at again.
  EXPECT_TRUE(GrowGlobalRegistry(
                  "lib.so", [] { return absl::OkStatus(); }, &growth)
                  .ok());
  EXPECT_EQ(GrowGlobalRegistry(
                "lib.so", [] { return absl::NotFoundError("no file"); }, &growth)
                .message(),
            "no file");
}

}  // namespace
}  // namespace opgraft
