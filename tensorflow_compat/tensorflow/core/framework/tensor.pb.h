// TensorProto without protobuf: to read, write and fill by Tensor::AsProtoField and FromProto. With
// -DOPGRAFT_PROTOBUF_MESSAGES, or below Opgraft's generated header, it is the generated class.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_PB_H_

#include "tensorflow/opgraft_namespace.h"

#if defined(OPGRAFT_PROTOBUF_MESSAGES) || defined(GOOGLE_PROTOBUF_INCLUDED_opgraft_2fproto_2ftensor_2eproto)

#include "opgraft/proto/tensor.pb.h"

#else

#include <string>

#include "framework/tensor/opaque_message.h"
#include "framework/types/data_type.h"
#include "tensorflow/core/framework/tensor_shape.pb.h"

namespace opgraft {

class TensorProto {
 public:
  TensorProto() { message::Construct(this); }
  TensorProto(const TensorProto& other) : TensorProto() { message::Copy(other, this); }
  TensorProto& operator=(const TensorProto& other) {
    message::Copy(other, this);
    return *this;
  }
  ~TensorProto() { message::Destroy(this); }

  void Clear() { message::Clear(this); }
  void CopyFrom(const TensorProto& other) { message::Copy(other, this); }
  bool ParseFromString(absl::string_view bytes) { return message::Parse(bytes, this); }
  bool ParseFromArray(const void* data, int size) {
    return message::Parse(absl::string_view(static_cast<const char*>(data), static_cast<size_t>(size)), this);
  }
  std::string SerializeAsString() const { return message::Serialize(*this); }
  bool SerializeToString(std::string* bytes) const {
    *bytes = message::Serialize(*this);
    return true;
  }
  size_t ByteSizeLong() const { return message::Serialize(*this).size(); }
  std::string DebugString() const { return message::DebugString(*this); }
  std::string ShortDebugString() const { return message::DebugString(*this); }

  DataType dtype() const { return message::Dtype(*this); }
  void set_dtype(DataType dtype) { message::SetDtype(this, dtype); }
  const TensorShapeProto& tensor_shape() const { return message::Shape(*this); }
  TensorShapeProto* mutable_tensor_shape() { return message::MutableShape(this); }
  const std::string& tensor_content() const { return message::Content(*this); }
  void set_tensor_content(absl::string_view content) { message::SetContent(this, content); }

 private:
  alignas(std::max_align_t) unsigned char message_[message::kTensorProtoBytes];
};

}  // namespace opgraft

#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_PB_H_
