// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_CRASH_NOTE_H_
#define FRAMEWORK_TYPES_CRASH_NOTE_H_

#include <atomic>

#include "absl/strings/string_view.h"
#include "framework/types/fatal_text.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Whose fault it would be if the thread crashed now: an author's code that is being called. A
// subclass says it to a signal handler, so Describe takes no memory and no lock.
class CrashNote {
 public:
  virtual ~CrashNote() = default;
  // Appends "Compute of {{node head/roi}} Roi (kernel of roi.cc:40, T=float)".
  virtual void Describe(FatalText* text) const = 0;

  // Of the calling thread: the innermost CrashNoteScope's; null: none.
  static const CrashNote* Current() { return current_; }
  // True if somebody will ask: only then it is worth finding out more.
  static bool IsWanted() { return wanted_.load(std::memory_order_relaxed); }
  static void Want() { wanted_.store(true, std::memory_order_relaxed); }

 private:
  friend class CrashNoteScope;
  static __thread const CrashNote* current_;
  static std::atomic<bool> wanted_;
};

// Makes a note the thread's. Scopes nest.
class CrashNoteScope {
 public:
  explicit CrashNoteScope(const CrashNote* note);
  ~CrashNoteScope();
  CrashNoteScope(const CrashNoteScope&) = delete;
  CrashNoteScope& operator=(const CrashNoteScope&) = delete;

 private:
  const CrashNote* const outer_;
};

// "the shape function of {{node y}} Roi". Borrows all that it is given.
class NodeCrashNote : public CrashNote {
 public:
  NodeCrashNote(const char* what, absl::string_view node, absl::string_view op)
      : what_(what), node_(node), op_(op) {}
  void Describe(FatalText* text) const override;

 private:
  const char* const what_;
  const absl::string_view node_;
  const absl::string_view op_;
};

// Remembers where the code of a library lies; `name` is kept. Of so many libraries, a few hundred;
// the others stay nameless. Thread-safe.
void NoteLibraryCode(absl::string_view name, const void* begin, const void* end);
// The name of the library that has this code; "" if none was noted. For signal handlers too.
absl::string_view LibraryOfCode(const void* code);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_CRASH_NOTE_H_
