// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/opaque_message.h"

#include <new>

#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/tensor.pb.h"
#include "opgraft/proto/tensor_shape.pb.h"

namespace opgraft {
namespace opaque_message {
namespace {

template <typename Message>
bool ParseInto(absl::string_view bytes, Message* message) {
  if (bytes.size() <= INT32_MAX &&
      message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return true;
  message->Clear();
  return false;
}

bool HasDim(const TensorShapeProto& shape, int index) {
  return index >= 0 && index < shape.dim_size();
}

}  // namespace

#define OPGRAFT_OPAQUE_MESSAGE_(Message)                                                      \
  static_assert(sizeof(Message) == k##Message##Bytes,                                         \
                "the adapter has another size than the message");                             \
  static_assert(alignof(Message) == alignof(void*), "the adapter is aligned as a pointer");   \
  void Construct(Message* at) { new (static_cast<void*>(at)) Message(); }                     \
  void Destroy(Message* message) { message->~Message(); }                                     \
  void Copy(const Message& from, Message* to) { *to = from; }                                 \
  void Clear(Message* message) { message->Clear(); }                                          \
  bool Parse(absl::string_view bytes, Message* message) { return ParseInto(bytes, message); } \
  std::string Serialize(const Message& message) { return message.SerializeAsString(); }       \
  std::string DebugString(const Message& message) { return message.DebugString(); }
OPGRAFT_OPAQUE_MESSAGE_(AttrValue)
OPGRAFT_OPAQUE_MESSAGE_(NameAttrList)
OPGRAFT_OPAQUE_MESSAGE_(TensorProto)
OPGRAFT_OPAQUE_MESSAGE_(TensorShapeProto)
#undef OPGRAFT_OPAQUE_MESSAGE_

int64_t IntOf(const AttrValue& value) { return value.i(); }
float FloatOf(const AttrValue& value) { return value.f(); }
bool BoolOf(const AttrValue& value) { return value.b(); }
const std::string& StringOf(const AttrValue& value) { return value.s(); }
DataType TypeOf(const AttrValue& value) { return value.type(); }
void SetInt(AttrValue* value, int64_t i) { value->set_i(i); }
void SetFloat(AttrValue* value, float f) { value->set_f(f); }
void SetBool(AttrValue* value, bool b) { value->set_b(b); }
void SetString(AttrValue* value, absl::string_view s) { value->set_s(std::string(s)); }
void SetType(AttrValue* value, DataType type) { value->set_type(type); }

const std::string& Name(const NameAttrList& function) { return function.name(); }
void SetName(NameAttrList* function, absl::string_view name) {
  function->set_name(std::string(name));
}

int DimSize(const TensorShapeProto& shape) { return shape.dim_size(); }
int64_t Dim(const TensorShapeProto& shape, int index) {
  return HasDim(shape, index) ? shape.dim(index).size() : -1;
}
void SetDim(TensorShapeProto* shape, int index, int64_t size) {
  if (HasDim(*shape, index)) shape->mutable_dim(index)->set_size(size);
}
int AddDim(TensorShapeProto* shape) {
  shape->add_dim();
  return shape->dim_size() - 1;
}
bool UnknownRank(const TensorShapeProto& shape) { return shape.unknown_rank(); }
void SetUnknownRank(TensorShapeProto* shape, bool unknown) { shape->set_unknown_rank(unknown); }

DataType Dtype(const TensorProto& tensor) { return tensor.dtype(); }
void SetDtype(TensorProto* tensor, DataType dtype) { tensor->set_dtype(dtype); }
const TensorShapeProto& Shape(const TensorProto& tensor) { return tensor.tensor_shape(); }
TensorShapeProto* MutableShape(TensorProto* tensor) { return tensor->mutable_tensor_shape(); }
const std::string& Content(const TensorProto& tensor) { return tensor.tensor_content(); }
void SetContent(TensorProto* tensor, absl::string_view content) {
  tensor->set_tensor_content(std::string(content));
}

}  // namespace opaque_message
}  // namespace opgraft
