// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// TensorProto without protobuf: the members that kernels and shape functions use, on the real
// message. With -DOPGRAFT_PROTOBUF_MESSAGES, or below Opgraft's generated header, it is the
// generated class.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_PB_H_

#include "tensorflow/opgraft_namespace.h"

#if defined(OPGRAFT_PROTOBUF_MESSAGES) || \
    defined(GOOGLE_PROTOBUF_INCLUDED_opgraft_2fproto_2ftensor_2eproto)

#include "opgraft/proto/tensor.pb.h"

#else

#include <string>

#include "framework/types/data_type.h"
#include "tensorflow/core/framework/tensor_shape.pb.h"
#include "tensorflow/opgraft_opaque_message.h"

namespace opgraft {

class TensorProto : public OpaqueMessage<TensorProto, opaque_message::kTensorProtoBytes> {
 public:
  DataType dtype() const { return opaque_message::Dtype(*this); }
  void set_dtype(DataType dtype) { opaque_message::SetDtype(this, dtype); }
  const TensorShapeProto& tensor_shape() const { return opaque_message::Shape(*this); }
  TensorShapeProto* mutable_tensor_shape() { return opaque_message::MutableShape(this); }
  const std::string& tensor_content() const { return opaque_message::Content(*this); }
  void set_tensor_content(absl::string_view content) { opaque_message::SetContent(this, content); }
};

}  // namespace opgraft

#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TENSOR_PB_H_
