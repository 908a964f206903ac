// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_PNG_GUARD_H_
#define KERNELS_IMAGE_PNG_GUARD_H_

#include <png.h>  // libpng's, where ours lies beside this file

#include <csetjmp>
#include <cstdio>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/types/internal_namespace.h"
#include "kernels/image/scratch_memory.h"

namespace opgraft_internal {

// libpng reports an error by a jump out of the call. What it said is kept here. The functions are
// those that png_create_*_struct_2 wants; the pointers that go with them are to a PngFailure.
//
// Example:
//
//     PngFailure failure;
//     png_structp png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &failure,
//     &PngFailure::OnError,
//         &PngFailure::OnWarning, &failure, &PngFailure::Malloc, &PngFailure::Free);
//     if (!TryPng(png, [&] { png_read_info(png, info); })) return failure.ToStatus("...");
struct PngFailure {
  char message[160] = "";
  bool is_memory_gone = false;

  // RESOURCE_EXHAUSTED or INVALID_ARGUMENT, with libpng's words.
  absl::Status ToStatus(absl::string_view what) const {
    return is_memory_gone ? absl::ResourceExhaustedError(absl::StrCat(what, ": no memory"))
                          : absl::InvalidArgumentError(absl::StrCat(what, ": ", message));
  }

  // The functions that libpng calls. OnError does not return; Malloc gives null beyond the
  // request's limits.
  static void OnError(png_structp png, png_const_charp message) {
    PngFailure* const failure = static_cast<PngFailure*>(png_get_error_ptr(png));
    std::snprintf(failure->message, sizeof(failure->message), "%s", message);
    png_longjmp(png, 1);
  }
  static void OnWarning(png_structp, png_const_charp) {}
  static png_voidp Malloc(png_structp png, png_alloc_size_t bytes) {
    void* const memory = AllocateScratch(bytes);
    if (memory == nullptr) static_cast<PngFailure*>(png_get_mem_ptr(png))->is_memory_gone = true;
    return memory;
  }
  static void Free(png_structp, png_voidp memory) { FreeScratch(memory); }
};

// Makes calls of libpng. False if it reported an error. The jump passes over no destructor: `calls`
// must hold nothing that needs one.
template <typename Calls>
bool TryPng(png_structp png, Calls calls) {
  static_assert(std::is_trivially_destructible<Calls>::value, "a jump leaves it");
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  calls();
  return true;
}

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_PNG_GUARD_H_
