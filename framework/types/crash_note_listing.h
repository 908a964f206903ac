// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_CRASH_NOTE_LISTING_H_
#define FRAMEWORK_TYPES_CRASH_NOTE_LISTING_H_

#include <atomic>

#include "framework/types/crash_note.h"
#include "framework/types/fatal_text.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Lists a note for as long as it lives. A thread that a kernel starts has no note of its own: if it
// crashes, what ran on other threads meanwhile is the best that can be told. Lists nothing while
// nobody wants notes (CrashNote::IsWanted), nor beyond 64 at a time. Borrows all that it is given.
//
// Example:
//   const CrashNoteListing listing(&crash_site, &is_running);
class CrashNoteListing {
 public:
  // The note counts while `is_running`, which null always is.
  explicit CrashNoteListing(const CrashNote* note, const std::atomic<bool>* is_running = nullptr);
  ~CrashNoteListing();
  CrashNoteListing(const CrashNoteListing&) = delete;
  CrashNoteListing& operator=(const CrashNoteListing&) = delete;

  // True if a note that counts is listed.
  static bool IsAnyRunning();
  // Appends what the notes that count say, with " and " between them. For signal handlers too.
  static void DescribeRunning(FatalText* text);

 private:
  static constexpr int kMaxListed = 64;

  bool IsRunning() const;

  static std::atomic<const CrashNoteListing*> listed_[kMaxListed];

  const CrashNote* const note_;
  const std::atomic<bool>* const is_running_;
  std::atomic<const CrashNoteListing*>* place_ = nullptr;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_CRASH_NOTE_LISTING_H_
