// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/summarize_attr_value.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/fingerprint.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/data_type.h"

namespace opgraft_internal {
namespace {

constexpr size_t kMaxString = 80;
constexpr size_t kStringEnds = 10;
constexpr size_t kMaxList = 30;
constexpr size_t kListEnds = 5;
constexpr int kMaxFuncDepth = 100;  // as deep as protobuf reads

std::string SummarizeAtDepth(const AttrValue& value, int depth);

// Six digits if they are enough to tell it from its neighbours, else nine.
std::string SummarizeFloat(float value) {
  if (std::isnan(value)) return std::signbit(value) ? "-nan" : "nan";
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", static_cast<double>(value));
  float read = 0;
  if (!absl::SimpleAtof(text, &read) || read != value)
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
  return text;
}

std::string SummarizeType(int number) {
  return DataType_IsValid(number) ? DataType_Name(static_cast<DataType>(number)) : "";
}

std::string SummarizeShape(const TensorShapeProto& shape) {
  if (shape.unknown_rank()) return "<unknown>";
  return absl::StrCat("[",
                      absl::StrJoin(shape.dim(), ",",
                                    [](std::string* out, const TensorShapeProto::Dim& dim) {
                                      absl::StrAppend(
                                          out, dim.size() == -1 ? "?" : absl::StrCat(dim.size()));
                                    }),
                      "]");
}

std::string SummarizeTensor(const TensorProto& proto) {
  const absl::StatusOr<Tensor> tensor = TensorFromProto(proto, kMaxSummarizedBytes);
  if (tensor.ok()) return tensor->DebugString();
  if (absl::IsResourceExhausted(tensor.status())) {
    return absl::StrCat("Tensor<type: ", DataTypeString(proto.dtype()),
                        " shape: ", SummarizeShape(proto.tensor_shape()), ">");
  }
  return absl::StrCat("<Invalid TensorProto: ", proto.ShortDebugString(), ">");
}

std::string SummarizeFunc(const NameAttrList& func, int depth) {
  if (depth > kMaxFuncDepth) return absl::StrCat(func.name(), "[...]");
  std::vector<std::string> attrs;
  for (const auto& [name, value] : func.attr())
    attrs.push_back(absl::StrCat(name, "=", SummarizeAtDepth(value, depth + 1)));
  std::sort(attrs.begin(), attrs.end());
  return absl::StrCat(func.name(), "[", absl::StrJoin(attrs, ", "), "]");
}

// The elements of the first kind that there are any of.
std::vector<std::string> SummarizeElements(const AttrValue::ListValue& list, int depth) {
  std::vector<std::string> elements;
  for (const std::string& s : list.s()) elements.push_back(SummarizeAttrString(s));
  if (!elements.empty()) return elements;
  for (int64_t i : list.i()) elements.push_back(absl::StrCat(i));
  if (!elements.empty()) return elements;
  for (float f : list.f()) elements.push_back(SummarizeFloat(f));
  if (!elements.empty()) return elements;
  for (bool b : list.b()) elements.push_back(b ? "true" : "false");
  if (!elements.empty()) return elements;
  for (int type : list.type()) elements.push_back(SummarizeType(type));
  if (!elements.empty()) return elements;
  for (const TensorShapeProto& shape : list.shape()) elements.push_back(SummarizeShape(shape));
  if (!elements.empty()) return elements;
  for (const TensorProto& tensor : list.tensor()) elements.push_back(SummarizeTensor(tensor));
  if (!elements.empty()) return elements;
  for (const NameAttrList& func : list.func()) elements.push_back(SummarizeFunc(func, depth));
  return elements;
}

std::string SummarizeList(const AttrValue::ListValue& list, int depth) {
  std::vector<std::string> elements = SummarizeElements(list, depth);
  if (elements.size() < kMaxList) return absl::StrCat("[", absl::StrJoin(elements, ", "), "]");
  const uint64_t hash = Fingerprint64(absl::StrJoin(elements, ","));
  elements.erase(elements.begin() + kListEnds, elements.end() - kListEnds);
  elements.insert(elements.begin() + kListEnds, "...");
  return absl::StrCat("[", absl::StrJoin(elements, ", "), "]{attr_hash=", hash, "}");
}

std::string SummarizeAtDepth(const AttrValue& value, int depth) {
  switch (value.value_case()) {
    case AttrValue::kS:
      return SummarizeAttrString(value.s());
    case AttrValue::kI:
      return absl::StrCat(value.i());
    case AttrValue::kF:
      return SummarizeFloat(value.f());
    case AttrValue::kB:
      return value.b() ? "true" : "false";
    case AttrValue::kType:
      return SummarizeType(value.type());
    case AttrValue::kShape:
      return SummarizeShape(value.shape());
    case AttrValue::kTensor:
      return SummarizeTensor(value.tensor());
    case AttrValue::kList:
      return SummarizeList(value.list(), depth);
    case AttrValue::kFunc:
      return SummarizeFunc(value.func(), depth);
    case AttrValue::kPlaceholder:
      return absl::StrCat("$", value.placeholder());
    case AttrValue::VALUE_NOT_SET:
      break;
  }
  return "<Unknown AttrValue type>";
}

}  // namespace

std::string SummarizeAttrValue(const AttrValue& value) { return SummarizeAtDepth(value, 0); }

std::string SummarizeAttrString(absl::string_view value) {
  const std::string escaped = absl::CEscape(value);
  if (escaped.size() < kMaxString) return absl::StrCat("\"", escaped, "\"");
  return absl::StrCat("\"", absl::string_view(escaped).substr(0, kStringEnds), "...",
                      absl::string_view(escaped).substr(escaped.size() - kStringEnds), "\"");
}

}  // namespace opgraft_internal
