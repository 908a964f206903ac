// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The messages are TensorFlow's by name, number and type, and keep what they do not know.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/types/data_type_enum.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/unknown_field_set.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "opgraft/proto/kernel_def.pb.h"
#include "opgraft/proto/tensor.pb.h"
#include "opgraft/proto/types.pb.h"

namespace opgraft {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::DescriptorPool;
using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::FieldDescriptor;

struct Value {
  DataType value;
  const char* name;
};

// Written by the names of data_type_enum.h, so that the compiler takes the numbers from there.
#define OPGRAFT_VALUE(name) \
  { name, #name }
constexpr Value kDataTypes[] = {
    OPGRAFT_VALUE(DT_INVALID),
    OPGRAFT_VALUE(DT_FLOAT),
    OPGRAFT_VALUE(DT_DOUBLE),
    OPGRAFT_VALUE(DT_INT32),
    OPGRAFT_VALUE(DT_UINT8),
    OPGRAFT_VALUE(DT_INT16),
    OPGRAFT_VALUE(DT_INT8),
    OPGRAFT_VALUE(DT_STRING),
    OPGRAFT_VALUE(DT_COMPLEX64),
    OPGRAFT_VALUE(DT_INT64),
    OPGRAFT_VALUE(DT_BOOL),
    OPGRAFT_VALUE(DT_QINT8),
    OPGRAFT_VALUE(DT_QUINT8),
    OPGRAFT_VALUE(DT_QINT32),
    OPGRAFT_VALUE(DT_BFLOAT16),
    OPGRAFT_VALUE(DT_QINT16),
    OPGRAFT_VALUE(DT_QUINT16),
    OPGRAFT_VALUE(DT_UINT16),
    OPGRAFT_VALUE(DT_COMPLEX128),
    OPGRAFT_VALUE(DT_HALF),
    OPGRAFT_VALUE(DT_RESOURCE),
    OPGRAFT_VALUE(DT_VARIANT),
    OPGRAFT_VALUE(DT_UINT32),
    OPGRAFT_VALUE(DT_UINT64),
    OPGRAFT_VALUE(DT_FLOAT8_E5M2),
    OPGRAFT_VALUE(DT_FLOAT8_E4M3FN),
    OPGRAFT_VALUE(DT_FLOAT8_E4M3FNUZ),
    OPGRAFT_VALUE(DT_FLOAT8_E4M3B11FNUZ),
    OPGRAFT_VALUE(DT_FLOAT8_E5M2FNUZ),
    OPGRAFT_VALUE(DT_INT4),
    OPGRAFT_VALUE(DT_UINT4),
    OPGRAFT_VALUE(DT_INT2),
    OPGRAFT_VALUE(DT_UINT2),
    OPGRAFT_VALUE(DT_FLOAT4_E2M1FN),
    OPGRAFT_VALUE(DT_U1),
    OPGRAFT_VALUE(DT_FLOAT_REF),
    OPGRAFT_VALUE(DT_DOUBLE_REF),
    OPGRAFT_VALUE(DT_INT32_REF),
    OPGRAFT_VALUE(DT_UINT8_REF),
    OPGRAFT_VALUE(DT_INT16_REF),
    OPGRAFT_VALUE(DT_INT8_REF),
    OPGRAFT_VALUE(DT_STRING_REF),
    OPGRAFT_VALUE(DT_COMPLEX64_REF),
    OPGRAFT_VALUE(DT_INT64_REF),
    OPGRAFT_VALUE(DT_BOOL_REF),
    OPGRAFT_VALUE(DT_QINT8_REF),
    OPGRAFT_VALUE(DT_QUINT8_REF),
    OPGRAFT_VALUE(DT_QINT32_REF),
    OPGRAFT_VALUE(DT_BFLOAT16_REF),
    OPGRAFT_VALUE(DT_QINT16_REF),
    OPGRAFT_VALUE(DT_QUINT16_REF),
    OPGRAFT_VALUE(DT_UINT16_REF),
    OPGRAFT_VALUE(DT_COMPLEX128_REF),
    OPGRAFT_VALUE(DT_HALF_REF),
    OPGRAFT_VALUE(DT_RESOURCE_REF),
    OPGRAFT_VALUE(DT_VARIANT_REF),
    OPGRAFT_VALUE(DT_UINT32_REF),
    OPGRAFT_VALUE(DT_UINT64_REF),
    OPGRAFT_VALUE(DT_FLOAT8_E5M2_REF),
    OPGRAFT_VALUE(DT_FLOAT8_E4M3FN_REF),
    OPGRAFT_VALUE(DT_FLOAT8_E4M3FNUZ_REF),
    OPGRAFT_VALUE(DT_FLOAT8_E4M3B11FNUZ_REF),
    OPGRAFT_VALUE(DT_FLOAT8_E5M2FNUZ_REF),
    OPGRAFT_VALUE(DT_INT4_REF),
    OPGRAFT_VALUE(DT_UINT4_REF),
    OPGRAFT_VALUE(DT_INT2_REF),
    OPGRAFT_VALUE(DT_UINT2_REF),
    OPGRAFT_VALUE(DT_FLOAT4_E2M1FN_REF),
    OPGRAFT_VALUE(DT_U1_REF),
};
#undef OPGRAFT_VALUE

static_assert(std::is_same_v<std::underlying_type_t<DataType>, int>);

struct Field {
  const char* message;
  const char* field;
  int number;
  // "*" repeated, "*p" repeated and packed.
  const char* type;
};

constexpr Field kFields[] = {
    {"SerializedDType", "datatype", 1, "DataType"},
    {"AttrValue", "list", 1, "AttrValue.ListValue"},
    {"AttrValue", "s", 2, "bytes"},
    {"AttrValue", "i", 3, "int64"},
    {"AttrValue", "f", 4, "float"},
    {"AttrValue", "b", 5, "bool"},
    {"AttrValue", "type", 6, "DataType"},
    {"AttrValue", "shape", 7, "TensorShapeProto"},
    {"AttrValue", "tensor", 8, "TensorProto"},
    {"AttrValue", "placeholder", 9, "string"},
    {"AttrValue", "func", 10, "NameAttrList"},
    {"AttrValue.ListValue", "s", 2, "bytes*"},
    {"AttrValue.ListValue", "i", 3, "int64*p"},
    {"AttrValue.ListValue", "f", 4, "float*p"},
    {"AttrValue.ListValue", "b", 5, "bool*p"},
    {"AttrValue.ListValue", "type", 6, "DataType*p"},
    {"AttrValue.ListValue", "shape", 7, "TensorShapeProto*"},
    {"AttrValue.ListValue", "tensor", 8, "TensorProto*"},
    {"AttrValue.ListValue", "func", 9, "NameAttrList*"},
    {"NameAttrList", "name", 1, "string"},
    {"NameAttrList", "attr", 2, "map<string,AttrValue>"},
    {"OpDef", "name", 1, "string"},
    {"OpDef", "input_arg", 2, "OpDef.ArgDef*"},
    {"OpDef", "output_arg", 3, "OpDef.ArgDef*"},
    {"OpDef", "attr", 4, "OpDef.AttrDef*"},
    {"OpDef", "summary", 5, "string"},
    {"OpDef", "description", 6, "string"},
    {"OpDef", "deprecation", 8, "OpDeprecation"},
    {"OpDef", "is_aggregate", 16, "bool"},
    {"OpDef", "is_stateful", 17, "bool"},
    {"OpDef", "is_commutative", 18, "bool"},
    {"OpDef", "allows_uninitialized_input", 19, "bool"},
    {"OpDef", "control_output", 20, "string*"},
    {"OpDef", "is_distributed_communication", 21, "bool"},
    {"OpDef.ArgDef", "name", 1, "string"},
    {"OpDef.ArgDef", "description", 2, "string"},
    {"OpDef.ArgDef", "type", 3, "DataType"},
    {"OpDef.ArgDef", "type_attr", 4, "string"},
    {"OpDef.ArgDef", "number_attr", 5, "string"},
    {"OpDef.ArgDef", "type_list_attr", 6, "string"},
    {"OpDef.ArgDef", "handle_data", 7, "ResourceHandleProto.DtypeAndShape*"},
    {"OpDef.ArgDef", "is_ref", 16, "bool"},
    {"OpDef.ArgDef", "experimental_full_type", 17, "FullTypeDef"},
    {"OpDef.AttrDef", "name", 1, "string"},
    {"OpDef.AttrDef", "type", 2, "string"},
    {"OpDef.AttrDef", "default_value", 3, "AttrValue"},
    {"OpDef.AttrDef", "description", 4, "string"},
    {"OpDef.AttrDef", "has_minimum", 5, "bool"},
    {"OpDef.AttrDef", "minimum", 6, "int64"},
    {"OpDef.AttrDef", "allowed_values", 7, "AttrValue"},
    {"OpDeprecation", "version", 1, "int32"},
    {"OpDeprecation", "explanation", 2, "string"},
    {"OpList", "op", 1, "OpDef*"},
    {"NodeDef", "name", 1, "string"},
    {"NodeDef", "op", 2, "string"},
    {"NodeDef", "input", 3, "string*"},
    {"NodeDef", "device", 4, "string"},
    {"NodeDef", "attr", 5, "map<string,AttrValue>"},
    {"NodeDef", "experimental_debug_info", 6, "NodeDef.ExperimentalDebugInfo"},
    {"NodeDef", "experimental_type", 7, "FullTypeDef"},
    {"NodeDef.ExperimentalDebugInfo", "original_node_names", 1, "string*"},
    {"NodeDef.ExperimentalDebugInfo", "original_func_names", 2, "string*"},
    {"GraphDef", "node", 1, "NodeDef*"},
    {"GraphDef", "library", 2, "FunctionDefLibrary"},
    {"GraphDef", "version", 3, "int32"},
    {"GraphDef", "versions", 4, "VersionDef"},
    {"GraphDef", "debug_info", 5, "GraphDebugInfo"},
    {"VersionDef", "producer", 1, "int32"},
    {"VersionDef", "min_consumer", 2, "int32"},
    {"VersionDef", "bad_consumers", 3, "int32*p"},
    {"FullTypeDef", "type_id", 1, "FullTypeId"},
    {"FullTypeDef", "args", 2, "FullTypeDef*"},
    {"FullTypeDef", "s", 3, "string"},
    {"FullTypeDef", "i", 4, "int64"},
    {"GraphDebugInfo", "files", 1, "string*"},
    {"GraphDebugInfo", "traces", 2, "map<string,GraphDebugInfo.StackTrace>"},
    {"GraphDebugInfo", "frames_by_id", 4, "map<fixed64,GraphDebugInfo.FileLineCol>"},
    {"GraphDebugInfo", "name_to_trace_id", 5, "map<string,fixed64>"},
    {"GraphDebugInfo", "traces_by_id", 6, "map<fixed64,GraphDebugInfo.StackTrace>"},
    {"GraphDebugInfo.FileLineCol", "file_index", 1, "int32"},
    {"GraphDebugInfo.FileLineCol", "line", 2, "int32"},
    {"GraphDebugInfo.FileLineCol", "col", 3, "int32"},
    {"GraphDebugInfo.FileLineCol", "func", 4, "string"},
    {"GraphDebugInfo.FileLineCol", "code", 5, "string"},
    {"GraphDebugInfo.StackTrace", "file_line_cols", 1, "GraphDebugInfo.FileLineCol*"},
    {"GraphDebugInfo.StackTrace", "frame_id", 2, "fixed64*p"},
    {"FunctionDefLibrary", "function", 1, "FunctionDef*"},
    {"FunctionDefLibrary", "gradient", 2, "GradientDef*"},
    {"FunctionDefLibrary", "registered_gradients", 3, "RegisteredGradient*"},
    {"FunctionDef", "signature", 1, "OpDef"},
    {"FunctionDef", "node_def", 3, "NodeDef*"},
    {"FunctionDef", "ret", 4, "map<string,string>"},
    {"FunctionDef", "attr", 5, "map<string,AttrValue>"},
    {"FunctionDef", "control_ret", 6, "map<string,string>"},
    {"FunctionDef", "arg_attr", 7, "map<uint32,FunctionDef.ArgAttrs>"},
    {"FunctionDef", "resource_arg_unique_id", 8, "map<uint32,uint32>"},
    {"FunctionDef.ArgAttrs", "attr", 1, "map<string,AttrValue>"},
    {"GradientDef", "function_name", 1, "string"},
    {"GradientDef", "gradient_func", 2, "string"},
    {"RegisteredGradient", "gradient_func", 1, "string"},
    {"RegisteredGradient", "registered_op_type", 2, "string"},
    {"TensorProto", "dtype", 1, "DataType"},
    {"TensorProto", "tensor_shape", 2, "TensorShapeProto"},
    {"TensorProto", "version_number", 3, "int32"},
    {"TensorProto", "tensor_content", 4, "bytes"},
    {"TensorProto", "float_val", 5, "float*p"},
    {"TensorProto", "double_val", 6, "double*p"},
    {"TensorProto", "int_val", 7, "int32*p"},
    {"TensorProto", "string_val", 8, "bytes*"},
    {"TensorProto", "scomplex_val", 9, "float*p"},
    {"TensorProto", "int64_val", 10, "int64*p"},
    {"TensorProto", "bool_val", 11, "bool*p"},
    {"TensorProto", "dcomplex_val", 12, "double*p"},
    {"TensorProto", "half_val", 13, "int32*p"},
    {"TensorProto", "resource_handle_val", 14, "ResourceHandleProto*"},
    {"TensorProto", "variant_val", 15, "VariantTensorDataProto*"},
    {"TensorProto", "uint32_val", 16, "uint32*p"},
    {"TensorProto", "uint64_val", 17, "uint64*p"},
    {"TensorProto", "float8_val", 18, "bytes"},
    {"VariantTensorDataProto", "type_name", 1, "string"},
    {"VariantTensorDataProto", "metadata", 2, "bytes"},
    {"VariantTensorDataProto", "tensors", 3, "TensorProto*"},
    {"TensorShapeProto", "dim", 2, "TensorShapeProto.Dim*"},
    {"TensorShapeProto", "unknown_rank", 3, "bool"},
    {"TensorShapeProto.Dim", "size", 1, "int64"},
    {"TensorShapeProto.Dim", "name", 2, "string"},
    {"ResourceHandleProto", "device", 1, "string"},
    {"ResourceHandleProto", "container", 2, "string"},
    {"ResourceHandleProto", "name", 3, "string"},
    {"ResourceHandleProto", "hash_code", 4, "uint64"},
    {"ResourceHandleProto", "maybe_type_name", 5, "string"},
    {"ResourceHandleProto", "dtypes_and_shapes", 6, "ResourceHandleProto.DtypeAndShape*"},
    {"ResourceHandleProto.DtypeAndShape", "dtype", 1, "DataType"},
    {"ResourceHandleProto.DtypeAndShape", "shape", 2, "TensorShapeProto"},
    {"KernelDef", "op", 1, "string"},
    {"KernelDef", "device_type", 2, "string"},
    {"KernelDef", "constraint", 3, "KernelDef.AttrConstraint*"},
    {"KernelDef", "host_memory_arg", 4, "string*"},
    {"KernelDef", "label", 5, "string"},
    {"KernelDef", "priority", 6, "int32"},
    {"KernelDef.AttrConstraint", "name", 1, "string"},
    {"KernelDef.AttrConstraint", "allowed_values", 2, "AttrValue"},
    {"KernelList", "kernel", 1, "KernelDef*"},
};

const DescriptorPool& Pool() {
  // Touching a message brings its file, and what the file imports, into the pool.
  GraphDef::descriptor();
  KernelDef::descriptor();
  return *DescriptorPool::generated_pool();
}

std::string Unqualified(const std::string& name) {
  EXPECT_TRUE(absl::StartsWith(name, "opgraft.")) << name;
  return name.substr(std::string("opgraft.").size());
}

std::string TypeOf(const FieldDescriptor& field) {
  if (field.is_map()) {
    return absl::StrCat("map<", TypeOf(*field.message_type()->map_key()), ",",
                        TypeOf(*field.message_type()->map_value()), ">");
  }
  std::string type = field.type_name();
  if (field.message_type() != nullptr) type = Unqualified(field.message_type()->full_name());
  if (field.enum_type() != nullptr) type = Unqualified(field.enum_type()->full_name());
  return absl::StrCat(type, field.is_repeated() ? "*" : "", field.is_packed() ? "p" : "");
}

void MessagesIn(const Descriptor& message, std::set<std::string>* names) {
  if (message.options().map_entry()) return;
  names->insert(Unqualified(message.full_name()));
  for (int i = 0; i < message.nested_type_count(); ++i) MessagesIn(*message.nested_type(i), names);
}

TEST(DataTypeTest, EnumOfTheHeaderIsThatOfTheProto) {
  const EnumDescriptor* proto = Pool().FindEnumTypeByName("opgraft.DataType");
  ASSERT_NE(proto, nullptr);
  std::map<std::string, int> expected;
  for (const Value& value : kDataTypes) expected[value.name] = value.value;
  std::map<std::string, int> actual;
  for (int i = 0; i < proto->value_count(); ++i)
    actual[proto->value(i)->name()] = proto->value(i)->number();
  EXPECT_EQ(actual, expected);
  EXPECT_EQ(DataType_descriptor(), proto);
}

TEST(DataTypeTest, NumbersOfTensorFlow) {
  EXPECT_EQ(DT_FLOAT, 1);
  EXPECT_EQ(DT_STRING, 7);
  EXPECT_EQ(DT_BFLOAT16, 14);
  EXPECT_EQ(DT_HALF, 19);
  EXPECT_EQ(DT_VARIANT, 21);
  EXPECT_EQ(DT_INT4, 29);
  EXPECT_EQ(DT_FLOAT4_E2M1FN, 33);
  EXPECT_EQ(DT_U1, 64);
}

TEST(DataTypeTest, ReferencesAreAHundredHigher) {
  std::map<std::string, int> numbers;
  for (const Value& value : kDataTypes) numbers[value.name] = value.value;
  for (const Value& value : kDataTypes) {
    if (value.value == DT_INVALID || value.value > 100) continue;
    const auto ref = numbers.find(absl::StrCat(value.name, "_REF"));
    ASSERT_NE(ref, numbers.end()) << value.name;
    EXPECT_EQ(ref->second, value.value + 100) << value.name;
  }
}

TEST(FieldsTest, NamesNumbersAndTypes) {
  std::map<std::string, std::map<std::string, std::string>> expected;
  for (const Field& field : kFields) {
    expected[field.message][field.field] = absl::StrCat(field.number, " ", field.type);
  }
  for (const auto& [name, fields] : expected) {
    const Descriptor* message = Pool().FindMessageTypeByName("opgraft." + name);
    ASSERT_NE(message, nullptr) << name;
    std::map<std::string, std::string> actual;
    for (int i = 0; i < message->field_count(); ++i) {
      const FieldDescriptor& field = *message->field(i);
      actual[field.name()] = absl::StrCat(field.number(), " ", TypeOf(field));
    }
    EXPECT_EQ(actual, fields) << name;
  }
}

TEST(FieldsTest, EveryMessageOfTheFilesIsChecked) {
  std::set<std::string> expected;
  for (const Field& field : kFields) expected.insert(field.message);
  std::set<std::string> actual;
  for (const char* file :
       {"types", "tensor_shape", "tensor", "attr_value", "node_def", "op_def", "function", "graph",
        "versions", "kernel_def", "resource_handle", "full_type", "graph_debug_info"}) {
    const auto* descriptor = Pool().FindFileByName(absl::StrCat("opgraft/proto/", file, ".proto"));
    ASSERT_NE(descriptor, nullptr) << file;
    EXPECT_EQ(descriptor->package(), "opgraft");
    for (int i = 0; i < descriptor->message_type_count(); ++i)
      MessagesIn(*descriptor->message_type(i), &actual);
  }
  EXPECT_EQ(actual, expected);
}

TEST(FieldsTest, ValueOfAnAttrIsOneOf) {
  const auto* oneof = AttrValue::descriptor()->FindOneofByName("value");
  ASSERT_NE(oneof, nullptr);
  EXPECT_EQ(oneof->field_count(), 10);
}

TEST(FieldsTest, FullTypeIds) {
  const EnumDescriptor* ids = Pool().FindEnumTypeByName("opgraft.FullTypeId");
  ASSERT_NE(ids, nullptr);
  const std::map<std::string, int> some = {
      {"TFT_UNSET", 0},     {"TFT_PRODUCT", 3},  {"TFT_CALLABLE", 100},
      {"TFT_BOOL", 200},    {"TFT_FLOAT", 210},  {"TFT_BFLOAT16", 215},
      {"TFT_TENSOR", 1000}, {"TFT_ARRAY", 1001}, {"TFT_DATASET", 10102}};
  for (const auto& [name, number] : some) {
    ASSERT_NE(ids->FindValueByName(name), nullptr) << name;
    EXPECT_EQ(ids->FindValueByName(name)->number(), number) << name;
  }
}

// A file of a newer TensorFlow: unknown fields at every level, and an unknown data type.
TEST(UnknownTest, UnknownFieldsSurviveParseAndSerialize) {
  GraphDef newer;
  NodeDef* node = newer.add_node();
  node->set_name("n");
  node->set_op("X");
  (*node->mutable_attr())["T"].set_type(static_cast<DataType>(77));
  const auto add = [](google::protobuf::Message* message) {
    auto* unknown = message->GetReflection()->MutableUnknownFields(message);
    unknown->AddVarint(1001, 7);
    unknown->AddLengthDelimited(1002, "future");
    unknown->AddFixed32(1003, 3);
    unknown->AddFixed64(1004, 4);
  };
  add(&newer);
  add(node);
  add(&(*node->mutable_attr())["T"]);
  add(newer.mutable_library()->add_function()->mutable_signature()->add_attr());
  add(newer.mutable_debug_info());
  const std::string bytes = newer.SerializeAsString();

  GraphDef read;
  ASSERT_TRUE(read.ParseFromString(bytes));
  EXPECT_EQ(static_cast<int>(read.node(0).attr().at("T").type()), 77);
  EXPECT_EQ(read.GetReflection()->GetUnknownFields(read).field_count(), 4);
  EXPECT_EQ(read.SerializeAsString(), bytes);

  GraphDef again;
  ASSERT_TRUE(again.ParseFromString(read.SerializeAsString()));
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(newer, again));
}

TEST(UnknownTest, DebugInfoKeepsWhetherAFieldWasSet) {
  GraphDebugInfo info;
  info.mutable_traces()->insert({"n", {}});
  info.mutable_traces()->at("n").add_file_line_cols()->set_line(0);
  GraphDebugInfo read;
  ASSERT_TRUE(read.ParseFromString(info.SerializeAsString()));
  EXPECT_TRUE(read.traces().at("n").file_line_cols(0).has_line());
  EXPECT_FALSE(read.traces().at("n").file_line_cols(0).has_col());
}

// Unpacked lists, as proto2 writers made them, are read as well.
TEST(WireTest, PackedAndUnpackedLists) {
  TensorProto tensor;
  ASSERT_TRUE(tensor.ParseFromString(std::string("\x38\x05\x38\x06\x3a\x02\x07\x08", 8)));
  EXPECT_EQ(std::vector<int32_t>(tensor.int_val().begin(), tensor.int_val().end()),
            (std::vector<int32_t>{5, 6, 7, 8}));
}

}  // namespace
}  // namespace opgraft
