// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/python_values.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/types/utf8.h"
#include "google/protobuf/text_format.h"
#include "opgraft/proto/tensor.pb.h"
#include "opgraft/proto/tensor_shape.pb.h"

namespace opgraft_internal {
namespace {

std::string EscapeChar(unsigned char c, char quote) {
  if (c == '\\' || c == static_cast<unsigned char>(quote)) return {'\\', static_cast<char>(c)};
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  return c < 0x20 || c == 0x7f ? absl::StrFormat("\\x%02x", c)
                               : std::string(1, static_cast<char>(c));
}

// Python shows whole floats of up to 16 digits without an exponent.
std::string ShowDouble(double value) {
  char text[32];
  const bool fixed = std::fabs(value) >= 1e-4 && std::fabs(value) < 1e16;
  const auto format = fixed ? std::chars_format::fixed : std::chars_format::scientific;
  const auto end = std::to_chars(text, text + sizeof(text), value, format).ptr;
  std::string result(text, end);
  if (fixed && !absl::StrContains(result, '.')) result += ".0";
  return result;
}

std::string Shape(const TensorShapeProto& shape) {
  if (shape.unknown_rank()) return "None";
  std::vector<std::string> dims;
  for (const auto& dim : shape.dim()) {
    dims.push_back(dim.name().empty()
                       ? absl::StrCat(dim.size())
                       : absl::StrCat("(", PythonString(dim.name()), ", ", dim.size(), ")"));
  }
  return absl::StrCat("[", absl::StrJoin(dims, ", "), "]");
}

std::string TensorCall(const TensorProto& tensor, absl::string_view name) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  std::string text;
  printer.PrintToString(tensor, &text);
  return absl::StrCat("_execute.make_tensor(",
                      PythonString(absl::StripTrailingAsciiWhitespace(text)), ", ",
                      PythonString(name), ")");
}

}  // namespace

std::string PythonDataType(DataType dtype) {
  if (dtype == DT_FLOAT) return "float32";
  return dtype == DT_DOUBLE ? "float64" : DataTypeString(dtype);
}

std::string PythonString(absl::string_view text) {
  const char quote = absl::StrContains(text, '\'') && !absl::StrContains(text, '"') ? '"' : '\'';
  const bool is_text = IsUtf8(text);
  std::string result = is_text ? "" : "b";
  result += quote;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    result += is_text || byte < 0x80 ? EscapeChar(byte, quote) : absl::StrFormat("\\x%02x", byte);
  }
  return result + quote;
}

std::string PythonFloat(float value) {
  if (std::isnan(value)) return "float('nan')";
  if (std::isinf(value)) return value > 0 ? "float('inf')" : "float('-inf')";
  // As TensorFlow's stream prints it: whole numbers without a point, from 1e+06 on with an
  // exponent.
  if (value == std::trunc(value) && std::fabs(value) < 1e6f) return absl::StrFormat("%.0f", value);
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
  double same = 0;
  std::from_chars(digits, end, same);
  return ShowDouble(same);
}

std::string PythonListElements(const AttrValue& value, absl::string_view module,
                               absl::string_view name) {
  const AttrValue::ListValue& list = value.list();
  std::vector<std::string> elements;
  for (const std::string& s : list.s()) elements.push_back(PythonString(s));
  for (int64_t i : list.i()) elements.push_back(absl::StrCat(i));
  for (float f : list.f()) elements.push_back(PythonFloat(f));
  for (bool b : list.b()) elements.push_back(b ? "True" : "False");
  for (int type : list.type())
    elements.push_back(absl::StrCat(module, PythonDataType(static_cast<DataType>(type))));
  for (const TensorShapeProto& shape : list.shape()) elements.push_back(Shape(shape));
  for (const TensorProto& tensor : list.tensor()) elements.push_back(TensorCall(tensor, name));
  for (const NameAttrList& func : list.func()) elements.push_back(PythonString(func.name()));
  return absl::StrJoin(elements, ", ");
}

std::string PythonValue(absl::string_view attr_type, const AttrValue& value,
                        absl::string_view module, absl::string_view name) {
  if (absl::StartsWith(attr_type, "list("))
    return absl::StrCat("[", PythonListElements(value, module, name), "]");
  if (attr_type == "string") return PythonString(value.s());
  if (attr_type == "int") return absl::StrCat(value.i());
  if (attr_type == "float") return PythonFloat(value.f());
  if (attr_type == "bool") return value.b() ? "True" : "False";
  if (attr_type == "type") return absl::StrCat(module, PythonDataType(value.type()));
  if (attr_type == "shape") return Shape(value.shape());
  if (attr_type == "tensor") return TensorCall(value.tensor(), name);
  return PythonString(value.func().name());
}

}  // namespace opgraft_internal
