// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_BUFFERED_INPUTSTREAM_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_BUFFERED_INPUTSTREAM_H_

#include <algorithm>
#include <memory>
#include <string>

#include "tensorflow/core/lib/io/inputstream_interface.h"
#include "tensorflow/core/lib/io/random_inputstream.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace io {

// Another stream, read a buffer at a time. Owns it only if told so.
class BufferedInputStream : public InputStreamInterface {
 public:
  BufferedInputStream(InputStreamInterface* stream, size_t buffer_bytes, bool owns_stream = false)
      : stream_(stream), owned_(owns_stream ? stream : nullptr), buffer_bytes_(buffer_bytes) {}
  BufferedInputStream(RandomAccessFile* file, size_t buffer_bytes)
      : BufferedInputStream(new RandomAccessInputStream(file), buffer_bytes, true) {}

  absl::Status ReadNBytes(int64_t bytes_to_read, tstring* result) override {
    if (bytes_to_read < 0)
      return errors::InvalidArgument("Can't read a negative number of bytes: ", bytes_to_read);
    result->clear();
    while (static_cast<int64_t>(result->size()) < bytes_to_read) {
      if (at_ == buffer_.size()) TF_RETURN_IF_ERROR(Fill());
      const size_t n =
          std::min(buffer_.size() - at_, static_cast<size_t>(bytes_to_read) - result->size());
      result->append(buffer_.data() + at_, n);
      at_ += n;
    }
    return absl::OkStatus();
  }
  // The next line, without its end; a carriage return before it is left out too. OUT_OF_RANGE if
  // there is none.
  absl::Status ReadLine(std::string* result) { return ReadLineTo(result, /*keep_newline=*/false); }
  std::string ReadLineAsString() {
    std::string line;
    ReadLineTo(&line, /*keep_newline=*/true).IgnoreError();
    return line;
  }
  template <typename T>
  absl::Status ReadAll(T* result) {
    result->clear();
    absl::Status status;
    while (status.ok()) {
      result->append(buffer_.data() + at_, buffer_.size() - at_);
      at_ = buffer_.size();
      status = Fill();
    }
    return errors::IsOutOfRange(status) ? absl::OkStatus() : status;
  }
  int64_t Tell() const override {
    return stream_->Tell() - static_cast<int64_t>(buffer_.size() - at_);
  }
  absl::Status Seek(int64_t position) {
    if (position < 0) return errors::InvalidArgument("Seeking to a negative position: ", position);
    if (position < Tell()) TF_RETURN_IF_ERROR(Reset());
    tstring skipped;
    return ReadNBytes(position - Tell(), &skipped);
  }
  absl::Status Reset() override {
    buffer_.clear();
    at_ = 0;
    return stream_->Reset();
  }

 private:
  // Reads the next buffer. OUT_OF_RANGE if there is nothing more.
  absl::Status Fill() {
    at_ = 0;
    const absl::Status status = stream_->ReadNBytes(static_cast<int64_t>(buffer_bytes_), &buffer_);
    return buffer_.empty() ? status : absl::OkStatus();
  }
  absl::Status ReadLineTo(std::string* line, bool keep_newline) {
    line->clear();
    for (;;) {
      if (at_ == buffer_.size()) {
        const absl::Status status = Fill();
        if (!status.ok()) return line->empty() ? status : absl::OkStatus();
      }
      const char c = buffer_[at_++];
      if (c == '\n' && keep_newline) *line += c;
      if (c == '\n') return absl::OkStatus();
      if (c != '\r') *line += c;
    }
  }

  InputStreamInterface* const stream_;
  const std::unique_ptr<InputStreamInterface> owned_;
  const size_t buffer_bytes_;
  tstring buffer_;
  size_t at_ = 0;
};

}  // namespace io
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_BUFFERED_INPUTSTREAM_H_
