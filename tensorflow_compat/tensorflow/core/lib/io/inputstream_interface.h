// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_INPUTSTREAM_INTERFACE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_INPUTSTREAM_INTERFACE_H_

#include <string>

#include "tensorflow/core/platform/status.h"
#include "tensorflow/core/platform/tstring.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace io {

// Bytes from somewhere, one after the other. Thread-compatible.
class InputStreamInterface {
 public:
  virtual ~InputStreamInterface() = default;
  // The next `bytes_to_read` bytes. OUT_OF_RANGE at the end, with those that there were.
  virtual absl::Status ReadNBytes(int64_t bytes_to_read, tstring* result) = 0;
  virtual absl::Status SkipNBytes(int64_t bytes_to_skip) {
    tstring skipped;
    return ReadNBytes(bytes_to_skip, &skipped);
  }
  // How many bytes were read so far.
  virtual int64_t Tell() const = 0;
  // Back to the start.
  virtual absl::Status Reset() = 0;
};

}  // namespace io
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_INPUTSTREAM_INTERFACE_H_
