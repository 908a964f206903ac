// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/large_contents.h"

#include <utility>

#include "absl/functional/function_ref.h"
#include "framework/op/node_attrs.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/wire_format_lite.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

constexpr int kMapKey = 1;
constexpr int kMapValue = 2;

// One field of a message as it stands in its bytes.
struct WireField {
  int number = 0;
  bool has_bytes = false;  // length-delimited: `bytes` are what it holds
  absl::string_view bytes;
  absl::string_view whole;  // with its tag
};

// Calls fn(field) for each field; false if the bytes are no message or fn says so.
bool ForEachField(absl::string_view message, absl::FunctionRef<bool(const WireField&)> fn) {
  CodedInputStream in(reinterpret_cast<const uint8_t*>(message.data()),
                      static_cast<int>(message.size()));
  const auto position = [&in] { return static_cast<size_t>(in.CurrentPosition()); };
  while (position() < message.size()) {
    WireField field;
    const size_t begin = position();
    const uint32_t tag = in.ReadTag();
    if (tag == 0) return false;
    field.number = WireFormatLite::GetTagFieldNumber(tag);
    field.has_bytes =
        WireFormatLite::GetTagWireType(tag) == WireFormatLite::WIRETYPE_LENGTH_DELIMITED;
    uint32_t size = 0;
    if (!field.has_bytes) {
      if (!WireFormatLite::SkipField(&in, tag)) return false;
    } else {
      if (!in.ReadVarint32(&size) || size > message.size() - position()) return false;
      field.bytes = message.substr(position(), size);
      in.Skip(static_cast<int>(size));
    }
    field.whole = message.substr(begin, position() - begin);
    if (!fn(field)) return false;
  }
  return true;
}

void AppendVarint(uint32_t value, std::string* out) {
  for (; value >= 0x80; value >>= 7) out->push_back(static_cast<char>(value | 0x80));
  out->push_back(static_cast<char>(value));
}

void AppendField(int number, absl::string_view bytes, std::string* out) {
  AppendVarint(WireFormatLite::MakeTag(number, WireFormatLite::WIRETYPE_LENGTH_DELIMITED), out);
  AppendVarint(static_cast<uint32_t>(bytes.size()), out);
  out->append(bytes.data(), bytes.size());
}

// Copies a message without the content that is somewhere in its field `number`, which must be there
// once: `split` finds it and copies the rest of that field. False if there is no such content.
bool CopyWithout(absl::string_view message, int number,
                 absl::FunctionRef<bool(absl::string_view field, std::string* rest)> split,
                 std::string* out) {
  int found = 0;
  const bool is_fine = ForEachField(message, [&](const WireField& field) {
    if (field.number != number) {
      out->append(field.whole.data(), field.whole.size());
      return true;
    }
    std::string rest;
    if (++found > 1 || !field.has_bytes || !split(field.bytes, &rest)) return false;
    AppendField(number, rest, out);
    return true;
  });
  return is_fine && found == 1;
}

// Takes the tensor_content out of a TensorProto.
bool SplitTensor(absl::string_view tensor, absl::string_view* content, std::string* rest) {
  const bool is_fine = ForEachField(tensor, [&](const WireField& field) {
    if (field.number != TensorProto::kTensorContentFieldNumber) {
      rest->append(field.whole.data(), field.whole.size());
      return true;
    }
    if (!field.has_bytes || !content->empty() || field.bytes.size() < NodeAttrs::kMinHeldBytes)
      return false;
    *content = field.bytes;
    return true;
  });
  return is_fine && !content->empty();
}

bool SplitAttrValue(absl::string_view value, absl::string_view* content, std::string* rest) {
  return CopyWithout(
      value, AttrValue::kTensorFieldNumber,
      [content](absl::string_view tensor, std::string* out) {
        return SplitTensor(tensor, content, out);
      },
      rest);
}

// Whether a message has exactly one field `number` that holds `text`.
bool HasText(absl::string_view message, int number, absl::string_view text) {
  int found = 0;
  const bool is_fine = ForEachField(message, [&](const WireField& field) {
    if (field.number != number) return true;
    return ++found == 1 && field.has_bytes && field.bytes == text;
  });
  return is_fine && found == 1;
}

// A node that is a Const with a large attr 'value', without that value's contents.
bool SplitNode(absl::string_view node, absl::string_view* content, std::string* rest) {
  if (node.size() < NodeAttrs::kMinHeldBytes || !HasText(node, NodeDef::kOpFieldNumber, "Const"))
    return false;
  int found = 0;
  return ForEachField(node,
                      [&](const WireField& field) {
                        const bool is_value = field.number == NodeDef::kAttrFieldNumber &&
                                              field.has_bytes &&
                                              HasText(field.bytes, kMapKey, "value");
                        if (!is_value) {
                          rest->append(field.whole.data(), field.whole.size());
                          return true;
                        }
                        std::string entry;
                        const auto split = [content](absl::string_view value, std::string* out) {
                          return SplitAttrValue(value, content, out);
                        };
                        if (++found > 1 || !CopyWithout(field.bytes, kMapValue, split, &entry))
                          return false;
                        AppendField(field.number, entry, rest);
                        return true;
                      }) &&
         found == 1;
}

}  // namespace

SplitGraphDef SplitLargeContents(absl::string_view def, const std::shared_ptr<const void>& owner) {
  SplitGraphDef split;
  if (def.size() > INT32_MAX) return split;
  int place = 0;
  const char* copied = def.data();  // what stands before is in split.bytes or left out
  const bool is_fine = ForEachField(def, [&](const WireField& field) {
    if (field.number != GraphDef::kNodeFieldNumber) return true;
    absl::string_view content;
    std::string rest;
    if (field.has_bytes && SplitNode(field.bytes, &content, &rest)) {
      split.bytes.append(copied, static_cast<size_t>(field.whole.data() - copied));
      AppendField(field.number, rest, &split.bytes);
      copied = field.whole.data() + field.whole.size();
      split.contents.emplace(place, TensorContent{content, owner});
    }
    ++place;
    return true;
  });
  if (!is_fine || split.contents.empty()) return SplitGraphDef();
  split.bytes.append(copied, static_cast<size_t>(def.data() + def.size() - copied));
  return split;
}

std::string AlignLargeContents(const std::string& def) {
  constexpr size_t kMinPadding = 3;  // tag and length of the field
  if (def.size() > INT32_MAX) return def;
  std::string aligned;
  aligned.reserve(def.size() + def.size() / 16);
  const bool is_fine = ForEachField(def, [&aligned](const WireField& field) {
    absl::string_view content;
    std::string rest;
    if (field.number == GraphDef::kNodeFieldNumber && field.has_bytes &&
        SplitNode(field.bytes, &content, &rest)) {
      const size_t offset =
          aligned.size() + static_cast<size_t>(content.data() - field.whole.data());
      size_t padding =
          (TensorBuffer::kAlignment - offset % TensorBuffer::kAlignment) % TensorBuffer::kAlignment;
      if (padding > 0 && padding < kMinPadding) padding += TensorBuffer::kAlignment;
      if (padding > 0)
        AppendField(kPaddingField, std::string(padding - kMinPadding, '\0'), &aligned);
    }
    aligned.append(field.whole.data(), field.whole.size());
    return true;
  });
  return is_fine && aligned.size() <= INT32_MAX ? aligned : def;
}

}  // namespace opgraft_internal
