// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// TensorShapeProto without protobuf: the members that kernels and shape functions use, on the real
// message. With -DOPGRAFT_PROTOBUF_MESSAGES, or below Opgraft's generated header, it is the
// generated class.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_SHAPE_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_SHAPE_PB_H_

#include "tensorflow/opgraft_namespace.h"

#if defined(OPGRAFT_PROTOBUF_MESSAGES) || \
    defined(GOOGLE_PROTOBUF_INCLUDED_opgraft_2fproto_2ftensor_5fshape_2eproto)

#include "opgraft/proto/tensor_shape.pb.h"

#else

#include <vector>

#include "tensorflow/opgraft_opaque_message.h"

namespace opgraft {

class TensorShapeProto
    : public OpaqueMessage<TensorShapeProto, opaque_message::kTensorShapeProtoBytes> {
 public:
  // A dimension, read and written where it stands.
  class Dim {
   public:
    Dim(TensorShapeProto* shape, int index) : shape_(shape), index_(index) {}
    int64_t size() const { return opaque_message::Dim(*shape_, index_); }
    void set_size(int64_t size) { opaque_message::SetDim(shape_, index_, size); }
    Dim* operator->() { return this; }

   private:
    TensorShapeProto* shape_;
    int index_;
  };
  int dim_size() const { return opaque_message::DimSize(*this); }
  Dim dim(int index) const { return Dim(const_cast<TensorShapeProto*>(this), index); }
  std::vector<Dim> dim() const {
    std::vector<Dim> dims;
    for (int i = 0; i < dim_size(); ++i) dims.push_back(dim(i));
    return dims;
  }
  Dim mutable_dim(int index) { return Dim(this, index); }
  Dim add_dim() { return Dim(this, opaque_message::AddDim(this)); }
  bool unknown_rank() const { return opaque_message::UnknownRank(*this); }
  void set_unknown_rank(bool unknown) { opaque_message::SetUnknownRank(this, unknown); }
};

}  // namespace opgraft

#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_SHAPE_PB_H_
