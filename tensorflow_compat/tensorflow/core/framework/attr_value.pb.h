// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// AttrValue, and NameAttrList, without protobuf: the members that kernels and shape functions use,
// on the real message. With -DOPGRAFT_PROTOBUF_MESSAGES, or below Opgraft's generated header, it is
// the generated class.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_ATTR_VALUE_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_ATTR_VALUE_PB_H_

#include "tensorflow/opgraft_namespace.h"

#if defined(OPGRAFT_PROTOBUF_MESSAGES) || \
    defined(GOOGLE_PROTOBUF_INCLUDED_opgraft_2fproto_2fattr_5fvalue_2eproto)

#include "opgraft/proto/attr_value.pb.h"

#else

#include <string>

#include "framework/types/data_type.h"
#include "tensorflow/core/framework/tensor.pb.h"
#include "tensorflow/core/framework/tensor_shape.pb.h"
#include "tensorflow/opgraft_opaque_message.h"

namespace opgraft {

class AttrValue : public OpaqueMessage<AttrValue, opaque_message::kAttrValueBytes> {
 public:
  int64_t i() const { return opaque_message::IntOf(*this); }
  float f() const { return opaque_message::FloatOf(*this); }
  bool b() const { return opaque_message::BoolOf(*this); }
  const std::string& s() const { return opaque_message::StringOf(*this); }
  DataType type() const { return opaque_message::TypeOf(*this); }
  void set_i(int64_t value) { opaque_message::SetInt(this, value); }
  void set_f(float value) { opaque_message::SetFloat(this, value); }
  void set_b(bool value) { opaque_message::SetBool(this, value); }
  void set_s(absl::string_view value) { opaque_message::SetString(this, value); }
  void set_type(DataType value) { opaque_message::SetType(this, value); }
};

class NameAttrList : public OpaqueMessage<NameAttrList, opaque_message::kNameAttrListBytes> {
 public:
  const std::string& name() const { return opaque_message::Name(*this); }
  void set_name(absl::string_view name) { opaque_message::SetName(this, name); }
  // For AttrSlice(&function.attr()).
  const NameAttrList& attr() const { return *this; }
};

}  // namespace opgraft

#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_ATTR_VALUE_PB_H_
