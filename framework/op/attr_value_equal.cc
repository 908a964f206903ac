// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/attr_value_equal.h"

#include <algorithm>
#include <vector>

#include "absl/hash/hash.h"
#include "framework/tensor/tensor_proto.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/message_lite.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kMaxComparedBytes = int64_t{32} << 20;

bool TensorsEqual(const TensorProto& a, const TensorProto& b) {
  if (DeterministicBytes(a) == DeterministicBytes(b)) return true;
  const auto tensor_a = TensorFromProto(a, kMaxComparedBytes),
             tensor_b = TensorFromProto(b, kMaxComparedBytes);
  return tensor_a.ok() && tensor_b.ok() && tensor_a->Identical(*tensor_b);
}

bool FuncsEqual(const NameAttrList& a, const NameAttrList& b) {
  if (a.name() != b.name() || a.attr_size() != b.attr_size()) return false;
  return std::all_of(a.attr().begin(), a.attr().end(), [&](const auto& entry) {
    const auto other = b.attr().find(entry.first);
    return other != b.attr().end() && AreAttrValuesEqual(entry.second, other->second);
  });
}

bool ListsEqual(const AttrValue::ListValue& a, const AttrValue::ListValue& b) {
  if (a.tensor_size() != b.tensor_size() || a.func_size() != b.func_size()) return false;
  if (!std::equal(a.tensor().begin(), a.tensor().end(), b.tensor().begin(), TensorsEqual))
    return false;
  if (!std::equal(a.func().begin(), a.func().end(), b.func().begin(), FuncsEqual)) return false;
  if (a.tensor_size() == 0 && a.func_size() == 0)
    return DeterministicBytes(a) == DeterministicBytes(b);
  AttrValue::ListValue rest_a = a, rest_b = b;
  for (AttrValue::ListValue* rest : {&rest_a, &rest_b}) {
    rest->clear_tensor();
    rest->clear_func();
  }
  return DeterministicBytes(rest_a) == DeterministicBytes(rest_b);
}

// Of what every encoding of a tensor has in common.
uint64_t TensorHash(const TensorProto& tensor) {
  std::vector<int64_t> sizes;
  for (const auto& dim : tensor.tensor_shape().dim()) sizes.push_back(dim.size());
  return absl::HashOf(static_cast<int>(tensor.dtype()), sizes);
}

uint64_t FuncHash(const NameAttrList& func) {
  uint64_t hash = absl::HashOf(func.name());
  for (const auto& [name, value] : func.attr())
    hash += absl::HashOf(name, AttrValueHash(value));  // in any order
  return hash;
}

uint64_t ListHash(const AttrValue::ListValue& list) {
  if (list.tensor_size() == 0 && list.func_size() == 0)
    return absl::HashOf(DeterministicBytes(list));
  std::vector<uint64_t> hashes;
  for (const TensorProto& tensor : list.tensor()) hashes.push_back(TensorHash(tensor));
  for (const NameAttrList& func : list.func()) hashes.push_back(FuncHash(func));
  return absl::HashOf(hashes);
}

}  // namespace

std::string DeterministicBytes(const google::protobuf::MessageLite& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream out(&stream);
  out.SetSerializationDeterministic(true);
  message.SerializePartialToCodedStream(&out);
  out.Trim();
  return bytes;
}

bool AreAttrValuesEqual(const AttrValue& a, const AttrValue& b) {
  if (a.value_case() != b.value_case()) return false;
  switch (a.value_case()) {
    case AttrValue::kTensor:
      return TensorsEqual(a.tensor(), b.tensor());
    case AttrValue::kFunc:
      return FuncsEqual(a.func(), b.func());
    case AttrValue::kList:
      return ListsEqual(a.list(), b.list());
    default:
      return DeterministicBytes(a) == DeterministicBytes(b);
  }
}

uint64_t AttrValueHash(const AttrValue& value) {
  switch (value.value_case()) {
    case AttrValue::kTensor:
      return TensorHash(value.tensor());
    case AttrValue::kFunc:
      return FuncHash(value.func());
    case AttrValue::kList:
      return ListHash(value.list());
    default:
      return absl::HashOf(DeterministicBytes(value));
  }
}

}  // namespace opgraft_internal
