// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/jpeg_session.h"

#include "absl/strings/str_cat.h"
#include "kernels/image/scratch_memory.h"

extern "C" {
#include "jerror.h"
#include "jmemsys.h"
}

namespace opgraft_internal {
namespace {

JpegSession* SessionOf(j_common_ptr jpeg) { return static_cast<JpegSession*>(jpeg->client_data); }

void OnError(j_common_ptr jpeg) {
  char message[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, message);
  SessionOf(jpeg)->GiveUp(message);
}

// Warnings are counted, not shown.
void OnMessage(j_common_ptr) {}

void* Allocate(j_common_ptr jpeg, size_t bytes) {
  void* const memory = AllocateScratch(bytes);
  if (memory == nullptr) SessionOf(jpeg)->NoteMemoryIsGone();
  return memory;
}

}  // namespace

jpeg_error_mgr* JpegSession::SetUpErrors() {
  jpeg_std_error(&errors_);
  errors_.error_exit = OnError;
  errors_.output_message = OnMessage;
  return &errors_;
}

absl::Status JpegSession::Failed(absl::string_view what) const {
  if (is_memory_gone_) return absl::ResourceExhaustedError(absl::StrCat(what, ": no memory"));
  return absl::InvalidArgumentError(absl::StrCat(what, ": ", message_));
}

void JpegSession::GiveUp(const char* why) {
  std::snprintf(message_, sizeof(message_), "%s", why);
  std::longjmp(jump_, 1);
}

}  // namespace opgraft_internal

// Where libjpeg-turbo gets memory from (jmemsys.h): in place of its jmemnobs.c, so that a request's
// limits hold for what decoding takes.
extern "C" {

void* jpeg_get_small(j_common_ptr jpeg, size_t bytes) {
  return opgraft_internal::Allocate(jpeg, bytes);
}
void* jpeg_get_large(j_common_ptr jpeg, size_t bytes) {
  return opgraft_internal::Allocate(jpeg, bytes);
}
void jpeg_free_small(j_common_ptr, void* memory, size_t) { opgraft_internal::FreeScratch(memory); }
void jpeg_free_large(j_common_ptr, void* memory, size_t) { opgraft_internal::FreeScratch(memory); }
// All of it, so that no file is asked for.
size_t jpeg_mem_available(j_common_ptr, size_t, size_t most, size_t) { return most; }
void jpeg_open_backing_store(j_common_ptr jpeg, backing_store_ptr, long) {
  ERREXIT(jpeg, JERR_NO_BACKING_STORE);
}
long jpeg_mem_init(j_common_ptr) { return 0; }
void jpeg_mem_term(j_common_ptr) {}

}  // extern "C"
