// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/cpp_values.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "framework/types/data_type.h"
#include "opgraft/proto/tensor_shape.pb.h"

namespace opgraft_internal {
namespace {

std::string Int(int64_t value) {
  return value == std::numeric_limits<int64_t>::min() ? "std::numeric_limits<int64_t>::min()"
                                                      : absl::StrCat(value);
}

std::string Float(float value) {
  constexpr absl::string_view kLimits = "std::numeric_limits<float>::";
  if (std::isnan(value)) return absl::StrCat(kLimits, "quiet_NaN()");
  if (std::isinf(value)) return absl::StrCat(value < 0 ? "-" : "", kLimits, "infinity()");
  char text[32];
  const std::string digits(text, std::to_chars(text, text + sizeof(text), value).ptr);
  return absl::StrCat(digits, digits.find_first_of(".e") == digits.npos ? ".0f" : "f");
}

std::string Type(int type) {
  return absl::StrCat("::opgraft::DT_",
                      absl::AsciiStrToUpper(DataTypeString(static_cast<DataType>(type))));
}

std::string Shape(const TensorShapeProto& shape) {
  if (shape.unknown_rank()) return "::opgraft::PartialTensorShape()";
  std::vector<std::string> sizes;
  for (const auto& dim : shape.dim()) sizes.push_back(Int(dim.size()));
  // An empty pair of braces would be the shape of unknown rank.
  return absl::StrCat("::opgraft::PartialTensorShape(std::initializer_list<int64_t>{",
                      absl::StrJoin(sizes, ", "), "})");
}

std::string List(const AttrValue::ListValue& list) {
  std::vector<std::string> elements;
  for (const std::string& s : list.s()) elements.push_back(CppString(s));
  for (int64_t i : list.i()) elements.push_back(Int(i));
  for (float f : list.f()) elements.push_back(Float(f));
  for (bool b : list.b()) elements.push_back(b ? "true" : "false");
  for (int type : list.type()) elements.push_back(Type(type));
  for (const TensorShapeProto& shape : list.shape()) elements.push_back(Shape(shape));
  return absl::StrCat("{", absl::StrJoin(elements, ", "), "}");
}

// The C++ type of one element.
absl::string_view ElementType(absl::string_view attr_type) {
  static const auto* const kTypes = new absl::flat_hash_map<absl::string_view, absl::string_view>({
      {"string", "std::string"},
      {"int", "int64_t"},
      {"float", "float"},
      {"bool", "bool"},
      {"type", "::opgraft::DataType"},
      {"shape", "::opgraft::PartialTensorShape"},
      {"tensor", "::opgraft::Tensor"},
      {"func", "::opgraft::FunctionName"},
  });
  const auto found = kTypes->find(attr_type);
  return found == kTypes->end() ? "::opgraft::Attr" : found->second;
}

}  // namespace

std::string CppType(absl::string_view attr_type) {
  if (!absl::ConsumePrefix(&attr_type, "list(")) return std::string(ElementType(attr_type));
  attr_type.remove_suffix(1);
  // Attr takes no vectors of these: an Attr can be made from the message.
  if (attr_type == "tensor" || attr_type == "func") return "::opgraft::Attr";
  return absl::StrCat("std::vector<", ElementType(attr_type), ">");
}

bool IsCppScalar(absl::string_view attr_type) {
  return attr_type == "int" || attr_type == "float" || attr_type == "bool" || attr_type == "type";
}

bool HasCppLiteral(absl::string_view attr_type) {
  return !absl::StrContains(attr_type, "tensor") && !absl::StrContains(attr_type, "func");
}

std::string CppValue(absl::string_view attr_type, const AttrValue& value) {
  if (absl::StartsWith(attr_type, "list(")) return List(value.list());
  if (attr_type == "string") return CppString(value.s());
  if (attr_type == "int") return Int(value.i());
  if (attr_type == "float") return Float(value.f());
  if (attr_type == "bool") return value.b() ? "true" : "false";
  return attr_type == "type" ? Type(value.type()) : Shape(value.shape());
}

std::string CppString(absl::string_view text) {
  const std::string quoted = absl::StrCat("\"", absl::CEscape(text), "\"");
  // A literal ends at its first zero byte.
  return absl::StrContains(text, '\0')
             ? absl::StrCat("std::string(", quoted, ", ", text.size(), ")")
             : quoted;
}

}  // namespace opgraft_internal
