// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/python_module.h"

#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registration_data.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/conformance/spec_table.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

OpDef Make(const OpDefBuilder& builder) {
  OpRegistrationData data;
  const absl::Status status = builder.Finalize(&data);
  EXPECT_TRUE(status.ok()) << status;
  return data.op_def;
}

PythonModule Module(const OpDef& op, const char* overrides = "") {
  ApiDefTable api_defs = ApiDefTable::BuiltinForPython();
  EXPECT_TRUE(api_defs.Add(overrides, "test").ok());
  const auto module = MakePythonModule({&op}, api_defs);
  EXPECT_TRUE(module.ok()) << module.status();
  return module.ok() ? *module : PythonModule();
}

// True if Python takes it for a module.
bool Compiles(const std::string& text) {
  const std::string path = absl::StrCat(std::getenv("TEST_TMPDIR"), "/module.py");
  std::ofstream(path, std::ios::binary) << text;
  return std::system(absl::StrCat("python3 -c 'compile(open(\"", path,
                                  "\", \"rb\").read(), \"m\", \"exec\")'")
                         .c_str()) == 0;
}

// The ops of the seed on adding an op, and what it says their functions are.
TEST(PythonModule, HasTheSignaturesAndDocstringsOfTheGuide) {
  OpDefBuilder zero_out("ZeroOut");
  zero_out.Attr("T: {float, int32}").Input("to_zero: T").Output("zeroed: T").Doc("Zeroes.");
  EXPECT_THAT(Module(Make(zero_out)).text, HasSubstr(R"(
def zero_out(to_zero: Annotated[Any, TV_ZeroOut_T], name=None) -> Annotated[Any, TV_ZeroOut_T]:
  r"""Zeroes.

  Args:
    to_zero: A `Tensor`. Must be one of the following types: `float32`, `int32`.
    name: A name for the operation (optional).

  Returns:
    A `Tensor`. Has the same type as `to_zero`.
  """
  return _execute.apply_op('ZeroOut', [to_zero], {}, name)[0]
)"));
  OpDefBuilder to_number("StringToNumber");
  to_number.Input("string_tensor: string")
      .Output("output: out_type")
      .Attr("out_type: {float, int32} = DT_FLOAT");
  to_number.Doc("Converts each string.");
  EXPECT_THAT(Module(Make(to_number)).text, HasSubstr(R"(
def string_to_number(
    string_tensor: Annotated[Any, _atypes.String],
    out_type: TV_StringToNumber_out_type = _dtypes.float32,
    name=None) -> Annotated[Any, TV_StringToNumber_out_type]:
  r"""Converts each string.

  Args:
    string_tensor: A `Tensor` of type `string`.
    out_type: An optional `tf.DType` from: `tf.float32, tf.int32`. Defaults to `tf.float32`.
    name: A name for the operation (optional).

  Returns:
    A `Tensor` of type `out_type`.
  """
  if out_type is None:
    out_type = _dtypes.float32
  return _execute.apply_op('StringToNumber', [string_tensor], {'out_type': out_type}, name)[0]
)"));
}

TEST(PythonModule, SaysWhatEveryKindOfArgumentIs) {
  OpDefBuilder builder("Kinds");
  builder.Attr("N: int >= 2")
      .Attr("T: {int32, half}")
      .Attr("L: list({float, string}) >= 1")
      .Attr("out: type");
  builder.Attr("k: int >= 2")
      .Attr("l: list(int) >= 3")
      .Attr("f: func")
      .Attr("mode: {'a', 'b'} = 'a'");
  builder.Input("list: N * T")
      .Input("more: N * T")
      .Input("fixed: N * int64")
      .Input("any: L")
      .Input("ref: Ref(T)");
  builder.Output("x: T").Output("y: N * T").Output("z: L").Output("w: out").Output("v: k * int32");
  builder.Doc("Kinds.\n\nmode: How.\nx: The first.");
  const std::string text = Module(Make(builder)).text;
  for (const char* line : {
           "    list: A list of at least 2 `Tensor` objects with the same type in: `int32`, "
           "`half`.\n",
           "    more: A list with the same length as `list` of `Tensor` objects with the same type "
           "as `list`.\n",
           "    fixed: A list with the same length as `list` of `Tensor` objects with type "
           "`int64`.\n",
           "    any: A list of `Tensor` objects with types from: `float32`, `string`.\n",
           "    ref: A mutable `Tensor`. Must have the same type as `list`.\n",
           "    out: A `tf.DType`.\n",
           "    k: An `int` that is `>= 2`.\n",
           "    l: A list of `ints` that has length `>= 3`.\n",
           "    f: A function decorated with @Defun.\n",
           "    mode: An optional `string` from: `'a', 'b'`. Defaults to `'a'`. How.\n",
           "    A tuple of `Tensor` objects (x, y, z, w, v).\n",
           "    x: A `Tensor`. Has the same type as `list`. The first.\n",
           "    y: A list with the same length as `list` of `Tensor` objects with the same type as "
           "`list`.\n",
           "    z: A list of `Tensor` objects. Has the same type as `any`.\n",
           "    w: A `Tensor` of type `out`.\n",
           "    v: A list of `k` `Tensor` objects with type `int32`.\n",
           "_KindsOutput = _collections.namedtuple('Kinds', ['x', 'y', 'z', 'w', 'v'])\n",
       }) {
    EXPECT_THAT(text, HasSubstr(line));
  }
  EXPECT_TRUE(Compiles(text));
}

TEST(PythonModule, RenamesWhatClashesAndSaysSo) {
  OpDefBuilder builder("Lambda");
  builder.Attr("lambda: int = 1")
      .Input("name: float")
      .Input("in: float")
      .Output("from: float")
      .Output("b: float");
  const PythonModule module = Module(Make(builder));
  EXPECT_THAT(module.text, HasSubstr("def lambda_("));
  EXPECT_THAT(module.text,
              HasSubstr("apply_op('Lambda', [name_, in_], {'lambda': lambda_}, name)"));
  EXPECT_THAT(module.text, HasSubstr("['from_', 'b']"));
  EXPECT_THAT(module.notes,
              ::testing::ElementsAre(
                  "op 'Lambda': input 'name' clashes with the function's own argument; it is "
                  "'name_' (another name: rename_to in an --api-def file)",
                  "op 'Lambda': input 'in' clashes with a word of Python; it is 'in_' (another "
                  "name: rename_to in an --api-def file)",
                  "op 'Lambda': attr 'lambda' clashes with a word of Python; it is 'lambda_' "
                  "(another name: rename_to in an --api-def file)",
                  "op 'Lambda': 'lambda' is a word of Python; the function is 'lambda_'"));
  EXPECT_TRUE(Compiles(module.text));
}

TEST(PythonModule, FollowsOverrides) {
  OpDefBuilder builder("Foo");
  builder.Input("images: float").Input("dim: int32").Attr("n: int = 1").Output("o: float");
  const char* overrides = R"(op { graph_op_name: "Foo" arg_order: "dim" arg_order: "images"
      in_arg { name: "dim" rename_to: "axis" } attr { name: "n" rename_to: "count" default_value { i: 3 } }
      endpoint { name: "math.foo" } })";
  const std::string text = Module(Make(builder), overrides).text;
  EXPECT_THAT(text, HasSubstr("axis: Annotated[Any, _atypes.Int32],"));
  EXPECT_THAT(text, HasSubstr("count: int = 3"));
  EXPECT_THAT(text, HasSubstr("apply_op('Foo', [images, axis], {'n': count}, name)"));
  EXPECT_THAT(text, HasSubstr("EXPORTS = {\n  'math.foo': foo,\n}"));
  EXPECT_THAT(Module(Make(builder), "op { graph_op_name: 'Foo' visibility: SKIP }").text,
              ::testing::Not(HasSubstr("def foo")));
}

TEST(PythonModule, RefusesTwoOpsOfOneName) {
  const OpDef a = Make(OpDefBuilder("RoiPool")), b = Make(OpDefBuilder("ROIPool"));
  const auto module = MakePythonModule({&a, &b}, ApiDefTable());
  EXPECT_EQ(module.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(module.status().message()),
              HasSubstr("ops 'RoiPool' and 'ROIPool' both become function 'roi_pool'"));
}

TEST(PythonModule, SurvivesAnyDocumentation) {
  const std::string docs[] = {R"(Ends in """ and \)", R"(\N{no such} \x)", "Quote\"",
                              std::string("\0\r\377x", 4)};
  for (const std::string& doc : docs) {
    OpDef op = Make(OpDefBuilder("Foo").Input("a: float").Attr("s: string = '\"\"\"\\n'"));
    op.set_summary(doc);
    op.set_description(doc);
    op.mutable_input_arg(0)->set_description(doc);
    EXPECT_TRUE(Compiles(Module(op).text)) << doc;
  }
}

// Real ops, every third of TensorFlow's.
TEST(PythonModule, OfManyOpsIsPythonAndAlwaysTheSame) {
  std::ifstream in("tests/conformance/cases/tf/op_specs.jsonl");
  std::vector<std::unique_ptr<OpDef>> ops;
  for (std::string text; std::getline(in, text);) {
    const auto line = nlohmann::json::parse(text);
    ops.push_back(std::make_unique<OpDef>(Make(BuilderOfSpec(line["op"], line))));
  }
  std::vector<const OpDef*> pointers;
  for (const auto& op : ops) pointers.push_back(op.get());
  const auto module = MakePythonModule(pointers, ApiDefTable::BuiltinForPython());
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_GT(ops.size(), 600u);
  EXPECT_TRUE(Compiles(module->text));
  EXPECT_EQ(MakePythonModule(pointers, ApiDefTable::BuiltinForPython())->text, module->text);
}

}  // namespace
}  // namespace opgraft
