// Protobuf messages for op libraries, which must not see protobuf: calls on a message whose class the caller may know
// only by name. The adapters under tensorflow_compat/tensorflow/core/framework/*.pb.h hold the bytes; what lies there
// is the real message, so its address may be given to whatever takes one.
#ifndef FRAMEWORK_TENSOR_OPAQUE_MESSAGE_H_
#define FRAMEWORK_TENSOR_OPAQUE_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/data_type_enum.h"

namespace opgraft {

class TensorProto;
class TensorShapeProto;

namespace message {

// Room for a message; the .cc holds it against the generated class.
inline constexpr size_t kTensorShapeProtoBytes = 64;
inline constexpr size_t kTensorProtoBytes = 512;

// Makes an empty message at an address that has room for it; ends it.
void Construct(TensorShapeProto* at);
void Construct(TensorProto* at);
void Destroy(TensorShapeProto* message);
void Destroy(TensorProto* message);
void Copy(const TensorShapeProto& from, TensorShapeProto* to);
void Copy(const TensorProto& from, TensorProto* to);
void Clear(TensorShapeProto* message);
void Clear(TensorProto* message);

// The wire format. Parse is false for what is none, and then leaves the message empty.
bool Parse(absl::string_view bytes, TensorShapeProto* message);
bool Parse(absl::string_view bytes, TensorProto* message);
std::string Serialize(const TensorShapeProto& message);
std::string Serialize(const TensorProto& message);
std::string DebugString(const TensorShapeProto& message);
std::string DebugString(const TensorProto& message);

// Sizes. Reading a dimension that is none gives -1, setting one does nothing.
int DimSize(const TensorShapeProto& shape);
int64_t Dim(const TensorShapeProto& shape, int index);
void SetDim(TensorShapeProto* shape, int index, int64_t size);
int AddDim(TensorShapeProto* shape);  // the new dimension's index
bool UnknownRank(const TensorShapeProto& shape);
void SetUnknownRank(TensorShapeProto* shape, bool unknown);

// Fields of a tensor.
DataType Dtype(const TensorProto& tensor);
void SetDtype(TensorProto* tensor, DataType dtype);
const TensorShapeProto& Shape(const TensorProto& tensor);
TensorShapeProto* MutableShape(TensorProto* tensor);
const std::string& Content(const TensorProto& tensor);
void SetContent(TensorProto* tensor, absl::string_view content);

}  // namespace message
}  // namespace opgraft

#endif  // FRAMEWORK_TENSOR_OPAQUE_MESSAGE_H_
