#include "framework/tensor/opaque_message.h"

#include <new>

#include "opgraft/proto/tensor.pb.h"
#include "opgraft/proto/tensor_shape.pb.h"

namespace opgraft {
namespace message {
namespace {

template <typename Message, size_t kBytes>
void ConstructIn(Message* at) {
  static_assert(sizeof(Message) <= kBytes, "the adapter has too little room");
  static_assert(alignof(Message) <= alignof(std::max_align_t), "the adapter is not aligned enough");
  new (static_cast<void*>(at)) Message();
}

template <typename Message>
bool ParseInto(absl::string_view bytes, Message* message) {
  if (bytes.size() <= INT32_MAX && message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return true;
  message->Clear();
  return false;
}

bool HasDim(const TensorShapeProto& shape, int index) { return index >= 0 && index < shape.dim_size(); }

}  // namespace

void Construct(TensorShapeProto* at) { ConstructIn<TensorShapeProto, kTensorShapeProtoBytes>(at); }
void Construct(TensorProto* at) { ConstructIn<TensorProto, kTensorProtoBytes>(at); }
void Destroy(TensorShapeProto* message) { message->~TensorShapeProto(); }
void Destroy(TensorProto* message) { message->~TensorProto(); }
void Copy(const TensorShapeProto& from, TensorShapeProto* to) { *to = from; }
void Copy(const TensorProto& from, TensorProto* to) { *to = from; }
void Clear(TensorShapeProto* message) { message->Clear(); }
void Clear(TensorProto* message) { message->Clear(); }

bool Parse(absl::string_view bytes, TensorShapeProto* message) { return ParseInto(bytes, message); }
bool Parse(absl::string_view bytes, TensorProto* message) { return ParseInto(bytes, message); }
std::string Serialize(const TensorShapeProto& message) { return message.SerializeAsString(); }
std::string Serialize(const TensorProto& message) { return message.SerializeAsString(); }
std::string DebugString(const TensorShapeProto& message) { return message.DebugString(); }
std::string DebugString(const TensorProto& message) { return message.DebugString(); }

int DimSize(const TensorShapeProto& shape) { return shape.dim_size(); }
int64_t Dim(const TensorShapeProto& shape, int index) { return HasDim(shape, index) ? shape.dim(index).size() : -1; }
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
void SetContent(TensorProto* tensor, absl::string_view content) { tensor->set_tensor_content(std::string(content)); }

}  // namespace message
}  // namespace opgraft
