// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/message_json.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "absl/strings/charconv.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "nlohmann/json.hpp"

namespace opgraft_internal {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using nlohmann::ordered_json;

ordered_json ObjectOf(const Message& message);

// Whole numbers without ".0", as protobuf writes them.
ordered_json Number(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  const bool is_whole = std::abs(value) < kExact && std::trunc(value) == value;
  if (is_whole && (value != 0 || !std::signbit(value))) return static_cast<int64_t>(value);
  return value;
}

// The double that is written with the fewest digits that tell the float: 0.1 for 0.1f.
ordered_json Number(float value) {
  if (!std::isfinite(value)) return Number(static_cast<double>(value));
  char text[32];
  const char* const end = std::to_chars(text, text + sizeof(text), value).ptr;
  double shortest = 0;
  absl::from_chars(text, end, shortest);
  return Number(shortest);
}

// The field's value; of a repeated field the one at `index`.
ordered_json ValueOf(const Message& message, const FieldDescriptor& field, int index) {
  const Reflection& r = *message.GetReflection();
  const bool is_repeated = field.is_repeated();
#define OPGRAFT_FIELD(Type) \
  (is_repeated ? r.GetRepeated##Type(message, &field, index) : r.Get##Type(message, &field))
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return OPGRAFT_FIELD(Int32);
    case FieldDescriptor::CPPTYPE_UINT32:
      return OPGRAFT_FIELD(UInt32);
    case FieldDescriptor::CPPTYPE_INT64:
      return absl::StrCat(OPGRAFT_FIELD(Int64));
    case FieldDescriptor::CPPTYPE_UINT64:
      return absl::StrCat(OPGRAFT_FIELD(UInt64));
    case FieldDescriptor::CPPTYPE_FLOAT:
      return Number(OPGRAFT_FIELD(Float));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return Number(OPGRAFT_FIELD(Double));
    case FieldDescriptor::CPPTYPE_BOOL:
      return OPGRAFT_FIELD(Bool);
    case FieldDescriptor::CPPTYPE_ENUM: {
      const int number = OPGRAFT_FIELD(EnumValue);
      const auto* const value = field.enum_type()->FindValueByNumber(number);
      return value == nullptr ? ordered_json(number) : ordered_json(value->name());
    }
    case FieldDescriptor::CPPTYPE_STRING: {
      const std::string text = OPGRAFT_FIELD(String);
      return field.type() == FieldDescriptor::TYPE_BYTES ? absl::Base64Escape(text) : text;
    }
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return ObjectOf(OPGRAFT_FIELD(Message));
  }
#undef OPGRAFT_FIELD
  return nullptr;
}

// The keys of a map are strings in JSON, whatever they are in the message.
std::string KeyText(const ordered_json& key) {
  return key.is_string() ? key.get<std::string>() : key.dump();
}

ordered_json MapOf(const Message& message, const FieldDescriptor& field) {
  const Reflection& r = *message.GetReflection();
  const FieldDescriptor& key = *field.message_type()->map_key();
  const FieldDescriptor& value = *field.message_type()->map_value();
  ordered_json object = ordered_json::object();
  for (int i = 0; i < r.FieldSize(message, &field); ++i) {
    const Message& entry = r.GetRepeatedMessage(message, &field, i);
    object[KeyText(ValueOf(entry, key, 0))] = ValueOf(entry, value, 0);
  }
  return object;
}

ordered_json ArrayOf(const Message& message, const FieldDescriptor& field) {
  ordered_json array = ordered_json::array();
  for (int i = 0; i < message.GetReflection()->FieldSize(message, &field); ++i)
    array.push_back(ValueOf(message, field, i));
  return array;
}

ordered_json ObjectOf(const Message& message) {
  std::vector<const FieldDescriptor*> fields;
  message.GetReflection()->ListFields(message, &fields);
  ordered_json object = ordered_json::object();
  for (const FieldDescriptor* field : fields) {
    ordered_json& value = object[field->name()];
    if (field->is_map()) {
      value = MapOf(message, *field);
    } else {
      value = field->is_repeated() ? ArrayOf(message, *field) : ValueOf(message, *field, 0);
    }
  }
  return object;
}

}  // namespace

std::string MessageJson(const Message& message) {
  return ObjectOf(message).dump(/*indent=*/-1, ' ', /*ensure_ascii=*/false,
                                ordered_json::error_handler_t::replace);
}

}  // namespace opgraft_internal
