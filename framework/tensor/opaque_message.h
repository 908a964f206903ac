// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Protobuf messages for op libraries, which must not see protobuf: calls on a message whose class
// the caller may know only by name. The adapters under
// tensorflow_compat/tensorflow/core/framework/*.pb.h hold the bytes; what lies there is the real
// message, so its address may be given to whatever takes one.
#ifndef FRAMEWORK_TENSOR_OPAQUE_MESSAGE_H_
#define FRAMEWORK_TENSOR_OPAQUE_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/data_type_enum.h"

namespace opgraft {

class AttrValue;
class NameAttrList;
class TensorProto;
class TensorShapeProto;

// Four messages for code that includes no protobuf header: TensorFlow's op sources hold them by
// value. A class of tensorflow_compat/ has bytes of the message's size and calls these functions,
// which know the message. All are thread-compatible, as messages are.
namespace opaque_message {

// The sizes of the generated classes; a static_assert in the .cc compares them. Exact, so that a
// vector of such classes has the layout of a vector of messages.
inline constexpr size_t kTensorShapeProtoBytes = 48;
inline constexpr size_t kTensorProtoBytes = 328;
inline constexpr size_t kAttrValueBytes = 32;
inline constexpr size_t kNameAttrListBytes = 152;

// For each of the four messages. Construct makes an empty one at an address that has room for it;
// Destroy ends it without freeing the memory; Copy replaces `*to`; Clear empties. The wire format:
// Parse is false for bytes that are not such a message, and then leaves the message empty. The text
// format.
#define OPGRAFT_OPAQUE_MESSAGE_(Message)                 \
  void Construct(Message* at);                           \
  void Destroy(Message* message);                        \
  void Copy(const Message& from, Message* to);           \
  void Clear(Message* message);                          \
  bool Parse(absl::string_view bytes, Message* message); \
  std::string Serialize(const Message& message);         \
  std::string DebugString(const Message& message)
OPGRAFT_OPAQUE_MESSAGE_(AttrValue);
OPGRAFT_OPAQUE_MESSAGE_(NameAttrList);
OPGRAFT_OPAQUE_MESSAGE_(TensorProto);
OPGRAFT_OPAQUE_MESSAGE_(TensorShapeProto);
#undef OPGRAFT_OPAQUE_MESSAGE_

// An attr's value; zero, false or empty if the attr is of another kind. Setting one replaces
// whatever value there was.
int64_t IntOf(const AttrValue& value);
float FloatOf(const AttrValue& value);
bool BoolOf(const AttrValue& value);
const std::string& StringOf(const AttrValue& value);
DataType TypeOf(const AttrValue& value);
void SetInt(AttrValue* value, int64_t i);
void SetFloat(AttrValue* value, float f);
void SetBool(AttrValue* value, bool b);
void SetString(AttrValue* value, absl::string_view s);
void SetType(AttrValue* value, DataType type);

// The name of the function that a func attr names.
const std::string& Name(const NameAttrList& function);
void SetName(NameAttrList* function, absl::string_view name);

// The dimensions of a shape: their number, and the size of one. Reading a dimension that does not
// exist gives -1, setting one does nothing.
int DimSize(const TensorShapeProto& shape);
int64_t Dim(const TensorShapeProto& shape, int index);
void SetDim(TensorShapeProto* shape, int index, int64_t size);
// The new dimension's index.
int AddDim(TensorShapeProto* shape);
bool UnknownRank(const TensorShapeProto& shape);
void SetUnknownRank(TensorShapeProto* shape, bool unknown);

// Fields of a tensor.
DataType Dtype(const TensorProto& tensor);
void SetDtype(TensorProto* tensor, DataType dtype);
const TensorShapeProto& Shape(const TensorProto& tensor);
TensorShapeProto* MutableShape(TensorProto* tensor);
const std::string& Content(const TensorProto& tensor);
void SetContent(TensorProto* tensor, absl::string_view content);

}  // namespace opaque_message
}  // namespace opgraft

#endif  // FRAMEWORK_TENSOR_OPAQUE_MESSAGE_H_
