// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/api_def_table.h"

#include <fstream>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/files/input_file.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registration_data.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/op_gen/api_def_text.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

OpDef Foo() {
  OpRegistrationData data;
  OpDefBuilder builder("Foo");
  builder.Input("images: T")
      .Input("dim: float")
      .Output("out: T")
      .Attr("T: {uint8, int8} = DT_UINT8")
      .Attr("n: int = 1");
  builder.Doc("Summary.\n\nWords.\n\ndim: The dim.\n");
  EXPECT_TRUE(builder.Finalize(&data).ok());
  return data.op_def;
}

absl::StatusOr<ApiDef> With(absl::string_view text) {
  ApiDefTable table;
  const absl::Status added = table.Add(text, "my.pbtxt");
  if (!added.ok()) return added;
  return table.For(Foo());
}

TEST(ApiDefTable, WithoutOverridesShowsTheOpItself) {
  const ApiDef api = *With("");
  EXPECT_EQ(api.visibility(), ApiDef::VISIBLE);
  EXPECT_EQ(api.summary(), "Summary.");
  EXPECT_EQ(api.description(), "Words.");
  EXPECT_THAT(api.arg_order(), ::testing::ElementsAre("images", "dim"));
  EXPECT_EQ(api.in_arg(1).rename_to(), "dim");
  EXPECT_EQ(api.in_arg(1).description(), "The dim.");
  EXPECT_EQ(api.attr(1).default_value().i(), 1);
}

TEST(ApiDefTable, OverridesNamesOrderDefaultsAndWords) {
  const ApiDef api = *With(R"(op {
    graph_op_name: "Foo"
    visibility: HIDDEN
    endpoint { name: "Foo1" }
    in_arg { name: "dim" rename_to: "axis" description: <<END
Two
  lines "quoted".
END
    }
    arg_order: "dim"
    arg_order: "images"
    attr { name: "n" default_value { i: 7 } }
    description_suffix: "More."
  })");
  EXPECT_EQ(api.visibility(), ApiDef::HIDDEN);
  EXPECT_EQ(api.endpoint(0).name(), "Foo1");
  EXPECT_EQ(api.in_arg(1).rename_to(), "axis");
  EXPECT_EQ(api.in_arg(1).description(), "Two\n  lines \"quoted\".");
  EXPECT_THAT(api.arg_order(), ::testing::ElementsAre("dim", "images"));
  EXPECT_EQ(api.attr(1).default_value().i(), 7);
  EXPECT_EQ(api.description(), "Words.\nMore.");
}

TEST(ApiDefTable, LaterOverridesWin) {
  ApiDefTable table;
  ASSERT_TRUE(
      table.Add("op { graph_op_name: 'Foo' in_arg { name: 'dim' rename_to: 'a' } }", "one").ok());
  ASSERT_TRUE(
      table.Add("op { graph_op_name: 'Foo' in_arg { name: 'dim' rename_to: 'b' } }", "two").ok());
  EXPECT_EQ(table.For(Foo())->in_arg(1).rename_to(), "b");
}

TEST(ApiDefTable, SaysWhatIsWrong) {
  constexpr struct {
    const char* text;
    const char* message;
  } kCases[] = {
      {"op {\n graph_op_nam: 'Foo' }", "my.pbtxt: line 2, column 14: Message type"},
      {"op { graph_op_name: 'Foo'\n description: <<END\na\nb\nEND\n nope: 1 }",
       "my.pbtxt: line 6, column 6: Message type"},
      {"op { graph_op_name: 'Foo' in_arg { name: 'imges' } }",
       "my.pbtxt: op 'Foo': it has no input 'imges'; nearest: 'images'"},
      {"op { graph_op_name: 'Foo' attr { name: 'z' } }", "my.pbtxt: op 'Foo': it has no attr 'z'"},
      {"op { graph_op_name: 'Foo' arg_order: 'dim' }",
       "my.pbtxt: op 'Foo': arg_order is [dim]; it must name each input once: images, dim"},
  };
  for (const auto& c : kCases) {
    const absl::Status status = With(c.text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.text;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
  }
}

TEST(ApiDefTable, TheBuiltinOverridesAreReadWhole) {
  for (const char* file : {"ops/api_def/base.pbtxt", "ops/api_def/python.pbtxt"}) {
    ApiDefTable from_file;
    const auto text = ReadFile(file, {1 << 20, ""});
    ASSERT_TRUE(text.ok()) << text.status();
    ASSERT_TRUE(from_file.Add(*text, file).ok());
    EXPECT_FALSE(from_file.OpsOf(file).empty());
    EXPECT_EQ(ApiDefTable::BuiltinForPython().OpsOf(file), from_file.OpsOf(file));
  }
}

TEST(QuoteBlocks, LeavesOtherTextAlone) {
  for (const char* text : {"a: 1 << 2\n", "a: \"x: <<END\"\nEND\n", "# a: <<END\nb\n"}) {
    EXPECT_EQ(QuoteBlocks(text), std::string(text) + "\n");
  }
  EXPECT_EQ(QuoteBlocks("a: <<END\nx\n"), "a: \"x\\n\"\n\n\n");
}

}  // namespace
}  // namespace opgraft
