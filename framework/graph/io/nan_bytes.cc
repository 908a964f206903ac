// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/nan_bytes.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "framework/tensor/tensor_proto.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {
namespace {

// A field may say that one value stands for many: it is not spelled out beyond this.
constexpr int64_t kMaxSpelledBytes = 1 << 20;

template <typename T>
bool TextLoses(T value) {
  const T same = std::numeric_limits<T>::quiet_NaN();  // what "nan" is read as
  return std::isnan(value) && std::memcmp(&value, &same, sizeof(value)) != 0;
}

template <typename Values>
bool AnyLost(const Values& values) {
  for (const auto value : values) {
    if (TextLoses(value)) return true;
  }
  return false;
}

bool LosesNans(const TensorProto& tensor) {
  return AnyLost(tensor.float_val()) || AnyLost(tensor.double_val()) ||
         AnyLost(tensor.scomplex_val()) || AnyLost(tensor.dcomplex_val());
}

void SpellOut(TensorProto* proto) {
  const auto tensor = opgraft::TensorFromProto(*proto, kMaxSpelledBytes);
  if (tensor.ok()) tensor->AsProtoTensorContent(proto);
}

// Goes over the tensors of a message and tells whether there are such; `kChanges`: moves them.
template <bool kChanges>
class NanWalk {
 public:
  template <typename T>
  using Ref = std::conditional_t<kChanges, T&, const T&>;

  bool found() const { return found_; }

  void Graph(Ref<GraphDef> def) {
    if constexpr (kChanges) {
      for (NodeDef& node : *def.mutable_node()) Attrs(*node.mutable_attr());
      if (!def.has_library()) return;
      for (FunctionDef& function : *def.mutable_library()->mutable_function()) Function(function);
    } else {
      for (const NodeDef& node : def.node()) Attrs(node.attr());
      for (const FunctionDef& function : def.library().function()) Function(function);
    }
  }

 private:
  using AttrMap = google::protobuf::Map<std::string, AttrValue>;

  void Function(Ref<FunctionDef> function) {
    if constexpr (kChanges) {
      Attrs(*function.mutable_attr());
      for (NodeDef& node : *function.mutable_node_def()) Attrs(*node.mutable_attr());
    } else {
      Attrs(function.attr());
      for (const NodeDef& node : function.node_def()) Attrs(node.attr());
    }
  }

  void Attrs(Ref<AttrMap> attrs) {
    for (auto& entry : attrs) Value(entry.second);
  }

  void Value(Ref<AttrValue> value) {
    if constexpr (kChanges) {
      if (value.has_tensor()) Tensor(*value.mutable_tensor());
      if (value.has_func()) Attrs(*value.mutable_func()->mutable_attr());
      if (!value.has_list()) return;
      for (TensorProto& tensor : *value.mutable_list()->mutable_tensor()) Tensor(tensor);
      for (NameAttrList& func : *value.mutable_list()->mutable_func()) Attrs(*func.mutable_attr());
    } else {
      if (value.has_tensor()) Tensor(value.tensor());
      if (value.has_func()) Attrs(value.func().attr());
      for (const TensorProto& tensor : value.list().tensor()) Tensor(tensor);
      for (const NameAttrList& func : value.list().func()) Attrs(func.attr());
    }
  }

  void Tensor(Ref<TensorProto> tensor) {
    if (!LosesNans(tensor)) return;
    found_ = true;
    if constexpr (kChanges) SpellOut(&tensor);
  }

  bool found_ = false;
};

}  // namespace

bool HasNansThatTextLoses(const GraphDef& def) {
  NanWalk<false> walk;
  walk.Graph(def);
  return walk.found();
}

void MoveNansToBytes(GraphDef* def) { NanWalk<true>().Graph(*def); }

}  // namespace opgraft_internal
