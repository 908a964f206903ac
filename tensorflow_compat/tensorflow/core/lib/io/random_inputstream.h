// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_RANDOM_INPUTSTREAM_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_RANDOM_INPUTSTREAM_H_

#include <memory>

#include "tensorflow/core/lib/io/inputstream_interface.h"
#include "tensorflow/core/platform/errors.h"
#include "tensorflow/core/platform/file_system.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace io {

// The bytes of a file. Owns the file only if told so.
class RandomAccessInputStream : public InputStreamInterface {
 public:
  explicit RandomAccessInputStream(RandomAccessFile* file, bool owns_file = false)
      : file_(file), owned_(owns_file ? file : nullptr) {}

  absl::Status ReadNBytes(int64_t bytes_to_read, tstring* result) override {
    if (bytes_to_read < 0)
      return errors::InvalidArgument("Cannot read negative number of bytes: ", bytes_to_read);
    result->clear();
    result->resize(static_cast<size_t>(bytes_to_read));
    absl::string_view read;
    const absl::Status status =
        file_->Read(static_cast<uint64_t>(position_), result->size(), &read, &(*result)[0]);
    if (!status.ok() && !errors::IsOutOfRange(status)) return status;
    if (read.data() != result->data()) result->replace(0, read.size(), read.data(), read.size());
    result->resize(read.size());
    position_ += static_cast<int64_t>(read.size());
    return status;
  }
  int64_t Tell() const override { return position_; }
  absl::Status Seek(int64_t position) {
    position_ = position;
    return absl::OkStatus();
  }
  absl::Status Reset() override { return Seek(0); }

 private:
  RandomAccessFile* const file_;
  const std::unique_ptr<RandomAccessFile> owned_;
  int64_t position_ = 0;
};

}  // namespace io
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_RANDOM_INPUTSTREAM_H_
