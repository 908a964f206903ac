// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_JPEG_SOURCE_H_
#define KERNELS_IMAGE_JPEG_SOURCE_H_

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "kernels/image/jpeg_session.h"

namespace opgraft_internal {

// The bytes of a JPEG file, as libjpeg-turbo reads them. What happens where the file ends too soon
// decides how many lines of it there are, so it is done as TensorFlow does it.
class JpegSource {
 public:
  // Borrows the bytes. `tries_to_recover`: an end of image is made up where the file ends.
  JpegSource(absl::string_view file, bool tries_to_recover);
  JpegSource(const JpegSource&) = delete;
  JpegSource& operator=(const JpegSource&) = delete;

  // Makes this the source of `jpeg`, which borrows it.
  void FeedTo(jpeg_decompress_struct* jpeg) { jpeg->src = &manager_; }

 private:
  // The functions that libjpeg-turbo calls, as jpeg_source_mgr names them; Of finds the object.
  static JpegSource* Of(j_decompress_ptr jpeg);
  static void Init(j_decompress_ptr jpeg);
  static boolean Fill(j_decompress_ptr jpeg);
  static void Skip(j_decompress_ptr jpeg, long bytes);
  static void Term(j_decompress_ptr) {}

  // The first member: the library's pointer is to this.
  jpeg_source_mgr manager_{};
  const absl::string_view file_;
  const bool tries_to_recover_;
  size_t bytes_read_again_ = 0;
};

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_JPEG_SOURCE_H_
