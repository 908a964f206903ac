// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_OPGRAFT_OPAQUE_MESSAGE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_OPGRAFT_OPAQUE_MESSAGE_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "framework/tensor/opaque_message.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// What the adapters in framework/*.pb.h have in common: the bytes of the real message and
// protobuf's general members. Message is the adapter, which adds no data: a vector of it is a
// vector of the real one. A value.
template <typename Message, size_t kBytes>
class OpaqueMessage {
 public:
  OpaqueMessage() { opaque_message::Construct(self()); }
  OpaqueMessage(const OpaqueMessage& other) : OpaqueMessage() {
    opaque_message::Copy(other.self(), self());
  }
  OpaqueMessage& operator=(const OpaqueMessage& other) {
    opaque_message::Copy(other.self(), self());
    return *this;
  }
  ~OpaqueMessage() { opaque_message::Destroy(self()); }

  void Clear() { opaque_message::Clear(self()); }
  void CopyFrom(const Message& other) { opaque_message::Copy(other, self()); }
  bool ParseFromString(absl::string_view bytes) { return opaque_message::Parse(bytes, self()); }
  bool ParseFromArray(const void* data, int size) {
    return size >= 0 &&
           ParseFromString({static_cast<const char*>(data), static_cast<size_t>(size)});
  }
  std::string SerializeAsString() const { return opaque_message::Serialize(self()); }
  bool SerializeToString(std::string* bytes) const {
    *bytes = SerializeAsString();
    return true;
  }
  size_t ByteSizeLong() const { return SerializeAsString().size(); }
  std::string DebugString() const { return opaque_message::DebugString(self()); }
  std::string ShortDebugString() const { return DebugString(); }

 private:
  Message* self() { return static_cast<Message*>(this); }
  const Message& self() const { return static_cast<const Message&>(*this); }

  alignas(void*) unsigned char message_[kBytes];
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_OPGRAFT_OPAQUE_MESSAGE_H_
