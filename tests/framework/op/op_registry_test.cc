// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_registry.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/registration_list.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

SourceLocation At(const char* file, int line) { return {file, line}; }

// Spelt twice on one line: the macro must give each its own name.
REGISTER_OP("RegistryTestA").Input("x: float");
REGISTER_OP("RegistryTestB").Output("y: T").Attr("T: type");

TEST(OpRegistry, TheGlobalOneHoldsWhatTheMacroRegistered) {
  const auto global = OpRegistry::Global();
  ASSERT_NE(global->Find("RegistryTestA"), nullptr);
  EXPECT_EQ(global->Find("RegistryTestB")->op_def.output_arg(0).type_attr(), "T");
  EXPECT_THAT(global->Find("RegistryTestA")->location.file, HasSubstr("op_registry_test.cc"));
  EXPECT_TRUE(global->errors().ok()) << global->errors();
}

TEST(OpRegistry, AManyThreadedFirstUseGivesOneRegistry) {
  std::vector<std::shared_ptr<const OpRegistry>> seen(8);
  std::vector<std::thread> threads;
  for (auto& place : seen) threads.emplace_back([&place] { place = OpRegistry::Global(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& registry : seen) EXPECT_EQ(registry, seen[0]);
}

TEST(OpRegistry, APublishedSnapshotIsTheNewGlobalAndTheOldOneStays) {
  const auto before = OpRegistry::Global();
  const auto after = OpRegistryBuilder(before).Add(OpDefBuilder("PublishedOp")).Build();
  ASSERT_TRUE(after.ok()) << after.status();
  PublishGlobal(*after);
  EXPECT_NE(OpRegistry::Global()->Find("PublishedOp"), nullptr);
  EXPECT_EQ(before->Find("PublishedOp"), nullptr);
  EXPECT_NE(before->Find("RegistryTestA"), nullptr);
  PublishGlobal(before);
}

TEST(OpRegistry, RegistrationsAreListedSinceAPosition) {
  const void* position = nullptr;
  const size_t before = RegisteredOpsSince(nullptr, &position).size();
  EXPECT_GE(before, 2u);
  int library;
  const RegisteredOp one(OpDefBuilder("LateOne"), &library);
  const RegisteredOp two(OpDefBuilder("LateTwo"), &library);
  const auto late = RegisteredOpsSince(position, nullptr);
  ASSERT_EQ(late.size(), 2u);
  EXPECT_EQ(late[0]->op_name(), "LateOne");
  EXPECT_EQ(late[1]->op_name(), "LateTwo");
  RegistrationList<RegisteredOp>::OfProcess().RemoveLibrary(&library);
  EXPECT_EQ(RegisteredOpsSince(nullptr, nullptr).size(), before);
}

TEST(OpDefBuilder, CopiesTextsThatMayNotOutliveIt) {
  const auto make = [](std::string name, const char* pointer) {
    char buffer[] = "x: T";
    OpDefBuilder builder(name);
    builder.Attr(pointer).Input(buffer).Output(absl::StrCat("y", ": T"));
    OpDefBuilder copy = builder;
    std::fill(std::begin(buffer), std::end(buffer) - 1, '?');
    return copy.Deprecated(3, "Old.").SetIsCommutative();
  };
  std::string spec = "T: {float}";
  const OpDefBuilder builder = make("Copied", spec.c_str());
  spec.assign("?????????");
  const auto registry = OpRegistryBuilder().Add(builder).Build();
  ASSERT_TRUE(registry.ok()) << registry.status();
  const OpDef& op = (*registry)->Find("Copied")->op_def;
  EXPECT_EQ(op.attr(0).name(), "T");
  EXPECT_EQ(op.input_arg(0).name(), "x");
  EXPECT_EQ(op.input_arg(0).type_attr(), "T");
  EXPECT_EQ(op.output_arg(0).name(), "y");
  EXPECT_EQ(op.deprecation().version(), 3);
  EXPECT_EQ(op.deprecation().explanation(), "Old.");
}

TEST(OpRegistry, ListsAreSortedAndLeaveOutInternalOps) {
  const auto registry = OpRegistryBuilder()
                            .Add(OpDefBuilder("B"))
                            .Add(OpDefBuilder("_Hidden"))
                            .Add(OpDefBuilder("A"))
                            .Build();
  ASSERT_TRUE(registry.ok());
  EXPECT_EQ((*registry)->size(), 3);
  const auto names = [](const OpList& list) {
    std::vector<std::string> result;
    for (const OpDef& op : list.op()) result.push_back(op.name());
    return result;
  };
  EXPECT_THAT(names((*registry)->Export(false)), ElementsAre("A", "B"));
  EXPECT_THAT(names((*registry)->Export(true)), ElementsAre("A", "B", "_Hidden"));
}

TEST(OpRegistry, AnUnknownOpIsNotFoundWithTheNearestName) {
  OpRegistryBuilder builder;
  builder.Add(OpDefBuilder("AllowT"));
  for (int i = 0; i < 1401; ++i) builder.Add(OpDefBuilder("X" + std::to_string(1000 + i)));
  const auto registry = builder.Build();
  ASSERT_TRUE(registry.ok());
  EXPECT_TRUE((*registry)->LookUp("AllowT").ok());
  const absl::Status status = (*registry)->LookUp("AllowTT").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(status.message(), "op 'AllowTT' is not registered. Nearest: 'AllowT'.");
  EXPECT_EQ((*registry)->LookUp("Roi").status().message(),
            "op 'Roi' is not registered. 1,402 ops are known. If Roi is a custom op, load its "
            "library first: --load FILE or LoadLibrary(FILE); linked statically, it needs "
            "alwayslink (-Wl,--whole-archive).");
}

TEST(OpRegistry, AnUnknownOpIsToldOfTheLibrariesThatAreLoaded) {
  auto registry = OpRegistryBuilder().Add(OpDefBuilder("A")).Build();
  ASSERT_TRUE(registry.ok());
  EXPECT_THAT(std::string((*registry)->LookUp("Roi").status().message()),
              HasSubstr("1 op is known. "));
  registry = OpRegistryBuilder(*registry).SetLibrary("libfoo.so").Add(OpDefBuilder("B")).Build();
  ASSERT_TRUE(registry.ok());
  EXPECT_EQ((*registry)->Origins(), "built in; loaded: libfoo.so, 1 op");
  for (int i = 0; i < 6; ++i) {
    const std::string name = absl::StrCat("C", i);
    registry = OpRegistryBuilder(*registry)
                   .SetLibrary("lib" + name)
                   .Add(OpDefBuilder(name))
                   .Add(OpDefBuilder("A"))
                   .Build();
    ASSERT_TRUE(registry.ok());
  }
  EXPECT_THAT(std::string((*registry)->LookUp("Roi").status().message()),
              HasSubstr("8 ops are known (built in; loaded: libfoo.so, 1 op; libC0, 1 op; libC1, 1 "
                        "op; libC2, 1 op; "
                        "libC3, 1 op; 2 more). If Roi is a custom op, load its library first"));
}

TEST(OpRegistry, RegisteringTheSameTwiceIsHarmless) {
  const OpDefBuilder foo = OpDefBuilder("Foo")
                               .Attr("a: int = 1")
                               .Attr("b: {float, int32}")
                               .Input("x: float")
                               .Doc("Foo.");
  const OpDefBuilder again =
      OpDefBuilder("Foo").Attr("b: {float, int32}").Attr("a: int = 1").Input("x: float");
  const auto registry = OpRegistryBuilder().Add(foo).Add(foo).Add(again).Build();
  ASSERT_TRUE(registry.ok()) << registry.status();
  EXPECT_EQ((*registry)->size(), 1);
  EXPECT_TRUE(OpRegistryBuilder(*registry).Add(foo).Build().ok());
  OpRegistryBuilder more(*registry);
  more.Add(foo).Add(OpDefBuilder("Bar"));
  EXPECT_THAT(more.added(), ElementsAre("Bar"));
}

TEST(OpRegistry, RegisteringItDifferentlyNamesBothPlaces) {
  const OpDefBuilder lib1 =
      OpDefBuilder("SameOp", At("lib1.cc", 9)).Input("x: float").Output("y: float");
  const OpDefBuilder lib2 =
      OpDefBuilder("SameOp", At("lib2.cc", 3)).Input("x: int32").Output("y: float");
  const auto registry = OpRegistryBuilder().Add(lib1).Add(lib2).Build();
  EXPECT_EQ(registry.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(registry.status().message(),
            "SameOp: registered differently at lib2.cc:3 and lib1.cc:9: input x is int32 there, "
            "float here. Rename one "
            "(Name>Space is allowed).");
  const auto kept = OpRegistryBuilder().Add(lib1).Add(lib2).BuildKeepingGood();
  EXPECT_EQ(kept->Find("SameOp")->op_def.input_arg(0).type(), DT_FLOAT);
  EXPECT_EQ(kept->errors(), registry.status());
}

TEST(OpRegistry, EveryDifferenceIsNamed) {
  const OpDefBuilder base = OpDefBuilder("X").Attr("a: int").Input("x: float");
  const std::pair<OpDefBuilder, const char*> cases[] = {
      {OpDefBuilder("X").Attr("a: int").Input("z: float"), "input 0 is named z there, x here"},
      {OpDefBuilder("X").Attr("a: int"), "the number of inputs is 0 there, 1 here"},
      {OpDefBuilder("X").Attr("a: int >= 2").Input("x: float"),
       "attr a is int >= 2 there, int here"},
      {OpDefBuilder("X").Input("x: float"), "attr a is only here"},
      {OpDefBuilder("X").Attr("a: int").Attr("b: int").Input("x: float"), "attr b is only there"},
      {OpDefBuilder("X").Attr("a: int").Input("x: float").SetIsStateful(),
       "flags or deprecation differ"},
  };
  for (const auto& [other, difference] : cases) {
    EXPECT_THAT(std::string(OpRegistryBuilder().Add(base).Add(other).Build().status().message()),
                HasSubstr(difference));
  }
}

TEST(OpRegistry, AllProblemsOfAllOpsComeTogetherSortedByPlace) {
  OpRegistryBuilder builder;
  builder.Add(OpDefBuilder("Second", At("b.cc", 1)).Attr("x: floot", At("b.cc", 2)));
  builder.Add(OpDefBuilder("First", At("a.cc", 10)).Input("x: T", At("a.cc", 11)));
  builder.Add(OpDefBuilder("good_name_not", At("a.cc", 9)));
  builder.Add(OpDefBuilder("Fine"));
  const auto registry = builder.Build();
  ASSERT_FALSE(registry.ok());
  const std::string message(registry.status().message());
  EXPECT_LT(message.find("a.cc:9:"), message.find("a.cc:11:"));
  EXPECT_LT(message.find("a.cc:11:"), message.find("b.cc:2:"));
  const auto kept = builder.BuildKeepingGood();
  EXPECT_EQ(kept->size(), 1);
  EXPECT_EQ(kept->errors(), registry.status());
}

TEST(OpRegistry, AReadyOpDefIsValidatedToo) {
  OpRegistrationData data;
  data.op_def = FromText<OpDef>("name: 'X' input_arg { name: 'a' }");
  const auto registry = OpRegistryBuilder().Add(std::move(data)).Build();
  EXPECT_THAT(std::string(registry.status().message()),
              HasSubstr("REGISTER_OP(\"X\"): Missing type for input 'a'"));
}

}  // namespace
}  // namespace opgraft
