// TensorShapeProto without protobuf: the members that kernels and shape functions use, on the real message. With
// -DOPGRAFT_PROTOBUF_MESSAGES, or below Opgraft's generated header, it is the generated class.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_SHAPE_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_SHAPE_PB_H_

#include "tensorflow/opgraft_namespace.h"

#if defined(OPGRAFT_PROTOBUF_MESSAGES) || defined(GOOGLE_PROTOBUF_INCLUDED_opgraft_2fproto_2ftensor_5fshape_2eproto)

#include "opgraft/proto/tensor_shape.pb.h"

#else

#include <string>
#include <vector>

#include "framework/tensor/opaque_message.h"

namespace opgraft {

class TensorShapeProto {
 public:
  TensorShapeProto() { message::Construct(this); }
  TensorShapeProto(const TensorShapeProto& other) : TensorShapeProto() { message::Copy(other, this); }
  TensorShapeProto& operator=(const TensorShapeProto& other) {
    message::Copy(other, this);
    return *this;
  }
  ~TensorShapeProto() { message::Destroy(this); }

  void Clear() { message::Clear(this); }
  void CopyFrom(const TensorShapeProto& other) { message::Copy(other, this); }
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

  // A dimension, read and written where it stands.
  class Dim {
   public:
    Dim(TensorShapeProto* shape, int index) : shape_(shape), index_(index) {}
    int64_t size() const { return message::Dim(*shape_, index_); }
    void set_size(int64_t size) { message::SetDim(shape_, index_, size); }
    Dim* operator->() { return this; }

   private:
    TensorShapeProto* shape_;
    int index_;
  };
  int dim_size() const { return message::DimSize(*this); }
  Dim dim(int index) const { return Dim(const_cast<TensorShapeProto*>(this), index); }
  std::vector<Dim> dim() const {
    std::vector<Dim> dims;
    for (int i = 0; i < dim_size(); ++i) dims.push_back(dim(i));
    return dims;
  }
  Dim mutable_dim(int index) { return Dim(this, index); }
  Dim add_dim() { return Dim(this, message::AddDim(this)); }
  bool unknown_rank() const { return message::UnknownRank(*this); }
  void set_unknown_rank(bool unknown) { message::SetUnknownRank(this, unknown); }

 private:
  alignas(std::max_align_t) unsigned char message_[message::kTensorShapeProtoBytes];
};

}  // namespace opgraft

#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_SHAPE_PB_H_
