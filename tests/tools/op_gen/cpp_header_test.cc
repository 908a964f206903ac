// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/cpp_header.h"

#include <string>

#include "framework/op/op_def_builder.h"
#include "framework/op/op_registration_data.h"
#include "framework/op/parse_attr_value.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/op_gen/cpp_names.h"
#include "tools/op_gen/cpp_values.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// TensorFlow's base op for its generator's tests.
OpDef Foo(const char* name = "Foo") {
  OpRegistrationData data;
  OpDefBuilder builder(name);
  builder.Input("images: T")
      .Input("dim: float")
      .Output("output: float")
      .Attr("T: {uint8, int8} = DT_UINT8");
  EXPECT_TRUE(builder.Finalize(&data).ok());
  return data.op_def;
}

std::string Header(const char* overrides) {
  ApiDefTable api_defs;
  EXPECT_TRUE(api_defs.Add(overrides, "test").ok());
  const OpDef op = Foo();
  const auto text = MakeCppHeader({&op}, api_defs, "my/ops.h");
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? *text : "";
}

TEST(CppHeader, FollowsOverrides) {
  EXPECT_THAT(Header(""), HasSubstr("#ifndef OPGRAFT_OPS_H_\n"));
  EXPECT_THAT(Header(""), HasSubstr("::opgraft::Value images, ::opgraft::Value dim,"));
  EXPECT_THAT(Header("op { graph_op_name: 'Foo' arg_order: 'dim' arg_order: 'images' }"),
              HasSubstr("::opgraft::Value dim, ::opgraft::Value images,"));
  EXPECT_THAT(Header("op { graph_op_name: 'Foo' visibility: HIDDEN }"),
              HasSubstr("namespace internal {\n\n"));
  EXPECT_THAT(Header("op { graph_op_name: 'Foo' visibility: SKIP }"), Not(HasSubstr("class ")));
  const std::string two =
      Header("op { graph_op_name: 'Foo' endpoint { name: 'Foo1' } endpoint { name: 'Foo2' } }");
  EXPECT_THAT(two, HasSubstr("class Foo1 {"));
  EXPECT_THAT(two, HasSubstr("using Foo2 = Foo1;"));
  EXPECT_THAT(two, Not(HasSubstr("class Foo {")));
  EXPECT_THAT(Header("op { graph_op_name: 'Foo' endpoint { name: 'math.foo' } }"),
              HasSubstr("class Foo {"));
}

TEST(CppHeader, RefusesTwoClassesOfOneName) {
  ApiDefTable api_defs;
  ASSERT_TRUE(api_defs.Add("op { graph_op_name: 'Foo' endpoint { name: 'Bar' } }", "test").ok());
  const OpDef foo = Foo(), bar = Foo("Bar");
  EXPECT_THAT(std::string(MakeCppHeader({&bar, &foo}, api_defs, "").status().message()),
              HasSubstr("ops 'Bar' and 'Foo' both become class 'Bar'"));
}

TEST(CppHeader, CommentsStayComments) {
  OpDef op = Foo();
  op.set_summary("Ends in a backslash \\\nclass Escaped {};");
  const auto text = MakeCppHeader({&op}, ApiDefTable(), "");
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(*text, HasSubstr("/// Ends in a backslash \\.\n/// class Escaped {};\n"));
}

TEST(CppValues, AreLiteralsOfTheType) {
  constexpr struct {
    const char* type;
    const char* text;
    const char* cpp_type;
    const char* cpp;
  } kCases[] = {
      {"int", "-9223372036854775808", "int64_t", "std::numeric_limits<int64_t>::min()"},
      {"float", "0.1", "float", "0.1f"},
      {"float", "2", "float", "2.0f"},
      {"float", "-inf", "float", "-std::numeric_limits<float>::infinity()"},
      {"bool", "true", "bool", "true"},
      {"string", R"('a"\n')", "std::string", R"("a\"\n")"},
      {"string", R"('a\000b')", "std::string", R"(std::string("a\000b", 3))"},
      {"type", "DT_BFLOAT16", "::opgraft::DataType", "::opgraft::DT_BFLOAT16"},
      {"shape", "{}", "::opgraft::PartialTensorShape",
       "::opgraft::PartialTensorShape(std::initializer_list<int64_t>{})"},
      {"shape", "{ unknown_rank: true }", "::opgraft::PartialTensorShape",
       "::opgraft::PartialTensorShape()"},
      {"list(int)", "[1, 2]", "std::vector<int64_t>", "{1, 2}"},
      {"list(string)", "['a']", "std::vector<std::string>", "{\"a\"}"},
  };
  for (const auto& c : kCases) {
    AttrValue value;
    ASSERT_TRUE(ParseAttrValue(c.type, c.text, &value)) << c.text;
    EXPECT_EQ(CppType(c.type), c.cpp_type);
    EXPECT_EQ(CppValue(c.type, value), c.cpp) << c.text;
  }
  EXPECT_FALSE(HasCppLiteral("list(tensor)"));
  EXPECT_FALSE(HasCppLiteral("func"));
}

TEST(CppNames, AreNames) {
  EXPECT_EQ(CamelCase("keep_dims"), "KeepDims");
  EXPECT_EQ(CamelCase("T"), "T");
  EXPECT_EQ(CppClassName("Ns>My"), "Ns_My");
  EXPECT_TRUE(IsCppName("_a1"));
  for (const char* name : {"", "1a", "a.b", "class"}) EXPECT_FALSE(IsCppName(name)) << name;
  CppNames names({"builder"});
  EXPECT_EQ(names.Take("builder"), "builder_");
  EXPECT_EQ(names.Take("delete"), "delete_");
  EXPECT_EQ(names.Take("x"), "x");
  EXPECT_EQ(names.Take("x"), "x_");
}

}  // namespace
}  // namespace opgraft
