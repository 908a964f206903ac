// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/parse_attr_value.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/types/data_type.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/message.h"
#include "opgraft/proto/types.pb.h"

namespace opgraft_internal {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr int kMaxDepth = 100;

bool IsNumberChar(char c) { return IsLetter(c) || IsDigit(c) || c == '+' || c == '-' || c == '.'; }
bool IsEnumChar(char c) { return IsWordChar(c) || c == '-'; }
bool IsLetterOrDigit(char c) { return IsLetter(c) || IsDigit(c); }

void SkipSpaceAndComments(SpecScanner* in) {
  while (true) {
    in->SkipSpace();
    if (in->peek() != '#') return;
    while (!in->at_end() && in->peek() != '\n') in->Advance();
  }
}

// "00" is refused, "08" is not.
bool HasTwoLeadingZeros(absl::string_view number) {
  int zeros = 0;
  for (char c : number) {
    if (c == '0') {
      if (++zeros > 1) return true;
    } else if (c != '-') {
      break;
    }
  }
  return false;
}

bool ToNumber(absl::string_view text, float* value) { return absl::SimpleAtof(text, value); }
bool ToNumber(absl::string_view text, double* value) { return absl::SimpleAtod(text, value); }
template <typename Int>
bool ToNumber(absl::string_view text, Int* value) {
  return absl::SimpleAtoi(text, value);
}

template <typename T>
bool ReadNumber(SpecScanner* in, T* value) {
  const absl::string_view text = in->TakeWhile(IsNumberChar);
  SkipSpaceAndComments(in);
  return !text.empty() && !HasTwoLeadingZeros(text) && ToNumber(text, value);
}

bool ReadBool(SpecScanner* in, bool* value) {
  const absl::string_view text = in->TakeWhile(IsLetterOrDigit);
  SkipSpaceAndComments(in);
  *value = text == "true" || text == "True" || text == "1";
  return *value || text == "false" || text == "False" || text == "0";
}

bool ReadString(SpecScanner* in, std::string* value) {
  absl::string_view literal;
  if (!TakeQuoted(in, &literal)) return false;
  SkipSpaceAndComments(in);
  return absl::CUnescape(literal, value);
}

// No space is skipped after it: "[DT_FLOAT ]" is refused, as TensorFlow does.
bool ReadEnum(SpecScanner* in, const google::protobuf::EnumDescriptor& descriptor, int* value) {
  const absl::string_view text = in->TakeWhile(IsEnumChar);
  if (text.empty()) return false;
  const auto* known = descriptor.FindValueByName(std::string(text));
  if (known != nullptr) *value = known->number();
  return known != nullptr || absl::SimpleAtoi(text, value);
}

// Reads messages by reflection: `name: value` pairs up to the end of the text or a closing bracket.
class MessageReader {
 public:
  explicit MessageReader(absl::string_view text) : in_(text) {}

  bool ReadAll(Message* message) { return ReadFields('\0', 0, message); }

 private:
  // Up to `close`, which is consumed; '\0' means the end of the text.
  bool ReadFields(char close, int depth, Message* message);
  bool ReadField(const FieldDescriptor& field, bool after_colon, int depth, Message* message);
  bool ReadValue(const FieldDescriptor& field, bool after_colon, int depth, Message* message);
  bool ReadScalar(const FieldDescriptor& field, Message* message);
  bool ReadMessage(const FieldDescriptor& field, int depth, Message* message);

  SpecScanner in_;
};

bool MessageReader::ReadFields(char close, int depth, Message* message) {
  if (depth > kMaxDepth) return false;
  const auto& descriptor = *message->GetDescriptor();
  const bool is_map_entry = descriptor.options().map_entry();
  std::vector<bool> seen(static_cast<size_t>(descriptor.field_count()), false);
  while (true) {
    SkipSpaceAndComments(&in_);
    if (close == '\0' ? in_.at_end() : in_.peek() == close) break;
    const absl::string_view name = in_.TakeWhile(IsWordChar);
    if (name.empty()) return false;
    SkipSpaceAndComments(&in_);
    const bool colon = in_.Consume(":");
    if (colon) SkipSpaceAndComments(&in_);
    const FieldDescriptor* field = descriptor.FindFieldByName(std::string(name));
    if (field == nullptr) continue;
    const size_t index = static_cast<size_t>(field->index());
    if (!field->is_repeated() && !is_map_entry && seen[index]) return false;
    seen[index] = true;
    if (!ReadField(*field, colon, depth, message)) return false;
  }
  if (close != '\0') {
    in_.Advance();
    SkipSpaceAndComments(&in_);
  }
  return !is_map_entry || (seen[0] && seen[1]);
}

bool MessageReader::ReadField(const FieldDescriptor& field, bool after_colon, int depth,
                              Message* message) {
  if (!field.is_repeated()) {
    const auto* oneof = field.real_containing_oneof();
    if (oneof != nullptr && message->GetReflection()->HasOneof(*message, oneof)) return false;
    return ReadValue(field, after_colon, depth, message);
  }
  if (in_.peek() != '[') return ReadValue(field, after_colon, depth, message);
  do {
    in_.Advance();
    SkipSpaceAndComments(&in_);
    if (!ReadValue(field, after_colon, depth, message)) return false;
  } while (in_.peek() == ',');
  return in_.Consume("]");
}

bool MessageReader::ReadValue(const FieldDescriptor& field, bool after_colon, int depth,
                              Message* message) {
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
    return ReadMessage(field, depth, message);
  return after_colon && ReadScalar(field, message);
}

bool MessageReader::ReadMessage(const FieldDescriptor& field, int depth, Message* message) {
  const char open = in_.peek();
  if (open != '{' && open != '<') return false;
  in_.Advance();
  SkipSpaceAndComments(&in_);
  const Reflection& reflection = *message->GetReflection();
  Message* child = field.is_repeated() ? reflection.AddMessage(message, &field)
                                       : reflection.MutableMessage(message, &field);
  return ReadFields(open == '{' ? '}' : '>', depth + 1, child);
}

bool MessageReader::ReadScalar(const FieldDescriptor& field, Message* message) {
  const Reflection& reflection = *message->GetReflection();
  switch (field.cpp_type()) {
#define OPGRAFT_READ_(CPP_TYPE, TYPE, READ, NAME)   \
  case FieldDescriptor::CPP_TYPE: {                 \
    TYPE value{};                                   \
    if (!(READ)) return false;                      \
    if (field.is_repeated()) {                      \
      reflection.Add##NAME(message, &field, value); \
    } else {                                        \
      reflection.Set##NAME(message, &field, value); \
    }                                               \
    return true;                                    \
  }
    OPGRAFT_READ_(CPPTYPE_STRING, std::string, ReadString(&in_, &value), String)
    OPGRAFT_READ_(CPPTYPE_BOOL, bool, ReadBool(&in_, &value), Bool)
    OPGRAFT_READ_(CPPTYPE_ENUM, int, ReadEnum(&in_, *field.enum_type(), &value), EnumValue)
    OPGRAFT_READ_(CPPTYPE_INT32, int32_t, ReadNumber(&in_, &value), Int32)
    OPGRAFT_READ_(CPPTYPE_INT64, int64_t, ReadNumber(&in_, &value), Int64)
    OPGRAFT_READ_(CPPTYPE_UINT32, uint32_t, ReadNumber(&in_, &value), UInt32)
    OPGRAFT_READ_(CPPTYPE_UINT64, uint64_t, ReadNumber(&in_, &value), UInt64)
    OPGRAFT_READ_(CPPTYPE_FLOAT, float, ReadNumber(&in_, &value), Float)
    OPGRAFT_READ_(CPPTYPE_DOUBLE, double, ReadNumber(&in_, &value), Double)
#undef OPGRAFT_READ_
    default:
      return false;
  }
}

// The field of AttrValue, and of its ListValue, that holds a value of attr type `base`; "" if there
// is not such a type.
absl::string_view FieldOf(absl::string_view base) {
  static constexpr absl::string_view kFields[][2] = {
      {"string", "s"},      {"int", "i"},     {"float", "f"},
      {"bool", "b"},        {"type", "type"}, {"shape", "shape"},
      {"tensor", "tensor"}, {"func", "func"}, {"placeholder", "placeholder"}};
  for (const auto& entry : kFields) {
    if (entry[0] == base) return entry[1];
  }
  return "";
}

// Reads one plain value with nothing after it, as nearly all are. False for any other text, right
// or wrong.
bool ReadPlainValue(absl::string_view type, absl::string_view text, AttrValue* value) {
  SpecScanner in(text);
  SkipSpaceAndComments(&in);
  const auto ends = [&in] {
    SkipSpaceAndComments(&in);
    return in.at_end();
  };
  if (type == "int") {
    int64_t number;
    if (!ReadNumber(&in, &number) || !ends()) return false;
    value->set_i(number);
  } else if (type == "bool") {
    bool truth;
    if (!ReadBool(&in, &truth) || !ends()) return false;
    value->set_b(truth);
  } else if (type == "float") {
    float number;
    if (!ReadNumber(&in, &number) || !ends()) return false;
    value->set_f(number);
  } else if (type == "string") {
    std::string characters;
    if (!ReadString(&in, &characters) || !ends()) return false;
    value->set_s(std::move(characters));
  } else if (type == "type") {
    int number;
    if (!ReadEnum(&in, *DataType_descriptor(), &number) || !ends()) return false;
    value->set_type(static_cast<DataType>(number));
  } else {
    return false;
  }
  return true;
}

bool SplitList(absl::string_view* type) {
  return absl::ConsumePrefix(type, "list(") && absl::ConsumeSuffix(type, ")");
}

}  // namespace

bool TakeQuoted(SpecScanner* in, absl::string_view* literal) {
  const size_t begin = in->position();
  const absl::string_view text = in->rest();
  const char quote = in->peek();
  if (quote != '"' && quote != '\'') return false;
  size_t i = 1;
  while (i < text.size() && text[i] != quote) i += text[i] == '\\' ? 2 : 1;
  if (i >= text.size()) return false;
  *literal = text.substr(1, i - 1);
  in->MoveTo(begin + i + 1);
  return true;
}

bool ParseAttrValue(absl::string_view type, absl::string_view text, AttrValue* value) {
  const bool is_list = SplitList(&type);
  const absl::string_view field = FieldOf(type);
  if (field.empty()) return false;
  value->Clear();
  if (!is_list && ReadPlainValue(type, text, value)) return true;
  if (!is_list) return MessageReader(absl::StrCat(field, ": ", text)).ReadAll(value);
  const absl::string_view trimmed = absl::StripAsciiWhitespace(text);
  if (trimmed.size() < 2 || trimmed.front() != '[' || trimmed.back() != ']') return false;
  if (absl::StripLeadingAsciiWhitespace(trimmed.substr(1)) == "]") {
    value->mutable_list();
    return true;
  }
  return MessageReader(absl::StrCat("list { ", field, ": ", text, " }")).ReadAll(value);
}

namespace {

// What is wrong with a number that is not an int's default: "1e3" is one, written otherwise.
std::string IntegerHint(double number) {
  constexpr double kEnd = 9223372036854775808.0;  // 2^63
  constexpr absl::string_view kWhat = ": it is not a decimal 64-bit integer";
  if (number != std::floor(number)) return absl::StrCat(kWhat, ": it has a fraction");
  if (number < -kEnd || number >= kEnd) return absl::StrCat(kWhat, ": it is too large");
  return absl::StrCat(kWhat, "; write ", static_cast<int64_t>(number));
}

}  // namespace

std::string DefaultValueHint(absl::string_view type, absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  DataType dtype;
  double number;
  if (absl::StartsWith(type, "list(")) {
    const bool bracketed = absl::StartsWith(text, "[") && absl::EndsWith(text, "]");
    return bracketed ? "" : ": a list default is written [1, 2]";
  }
  if (type == "string") return ": a string default needs quotes: = 'foo'";
  if (type == "type" && DataTypeFromString(text, &dtype)) {
    return absl::StrCat(": a type default is the enum name: = ", DataType_Name(dtype));
  }
  if (type == "type") return ": a type default is an enum name, such as DT_FLOAT";
  if (type == "bool") return ": a bool default is true or false";
  if (type == "int" && absl::SimpleAtod(text, &number)) return IntegerHint(number);
  if (type == "int") return ": an int default is a decimal 64-bit integer";
  if (type == "float" && absl::ConsumeSuffix(&text, "f") && absl::SimpleAtod(text, &number)) {
    return absl::StrCat(": write ", text);
  }
  if (type == "float") return ": a float default is a number, such as 1.0";
  if (type == "shape")
    return ": a shape default is written { dim { size: 3 } }, or { unknown_rank: true }";
  if (type == "tensor") return ": a tensor default is written { dtype: DT_INT32 int_val: 5 }";
  if (type == "func") return ": a func default is written { name: 'f' }";
  return "";
}

}  // namespace opgraft_internal
