// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_JPEG_SESSION_H_
#define KERNELS_IMAGE_JPEG_SESSION_H_

#include <csetjmp>
#include <cstdio>  // which jpeglib.h wants before it
#include <type_traits>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "jpeglib.h"

namespace opgraft_internal {

// What libjpeg-turbo reports, and the place that it jumps to when it does. Every jpeg_*_struct of
// ours has one as its client_data, which is how the library finds it to get memory as well.
// Thread-compatible.
//
// Example:
//
//     JpegSession session;
//     jpeg_decompress_struct jpeg = {};
//     session.Adopt(&jpeg);
//     if (!session.Try([&] { jpeg_create_decompress(&jpeg); })) return session.Failed("...");
class JpegSession {
 public:
  JpegSession() : errors_() {}
  JpegSession(const JpegSession&) = delete;
  JpegSession& operator=(const JpegSession&) = delete;

  // Makes `jpeg`, a jpeg_*_struct that is all zeros, one of this session.
  template <typename Jpeg>
  void Adopt(Jpeg* jpeg) {
    jpeg->err = SetUpErrors();
    jpeg->client_data = this;
  }

  // Makes calls of the library. False if it gave up. The jump passes over no destructor: `calls`
  // must hold nothing that needs one.
  template <typename Calls>
  bool Try(Calls calls) {
    static_assert(std::is_trivially_destructible<Calls>::value, "a jump leaves it");
    if (setjmp(jump_) != 0) return false;
    calls();
    return true;
  }

  // Why Try was false: RESOURCE_EXHAUSTED or INVALID_ARGUMENT.
  absl::Status Failed(absl::string_view what) const;

  // Gives up, from within Try.
  [[noreturn]] void GiveUp(const char* why);
  // Called by the memory functions before they give up, so that Failed knows why.
  void NoteMemoryIsGone() { is_memory_gone_ = true; }

 private:
  jpeg_error_mgr* SetUpErrors();

  jpeg_error_mgr errors_;
  std::jmp_buf jump_;
  char message_[JMSG_LENGTH_MAX] = "";
  bool is_memory_gone_ = false;
};

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_JPEG_SESSION_H_
