// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_PROTOBUF_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_PROTOBUF_H_

#include "google/protobuf/arena.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/message.h"
#include "google/protobuf/repeated_field.h"
#include "google/protobuf/text_format.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace protobuf = ::google::protobuf;
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_PROTOBUF_H_
