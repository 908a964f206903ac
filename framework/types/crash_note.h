// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_CRASH_NOTE_H_
#define FRAMEWORK_TYPES_CRASH_NOTE_H_

#include <atomic>

#include "absl/strings/string_view.h"
#include "framework/types/fatal_text.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Whose fault it would be if the calling thread crashed now: the author's code that it is calling.
// A signal handler asks the innermost note what it says, so Describe takes no memory and no lock.
// Notes are borrowed: one lives on the stack of the call that it is about. Each thread has its own.
//
// Example:
//   const NodeCrashNote note("the shape function", node.name, node.op_name);
//   const CrashNoteScope noted(&note);
//   fn(&context);  // a crash in here is reported as one of this shape function
class CrashNote {
 public:
  virtual ~CrashNote() = default;
  // Appends "Compute of {{node head/roi}} Roi (kernel of roi.cc:40, T=float)".
  virtual void Describe(FatalText* text) const = 0;

  // The note of the innermost CrashNoteScope of the calling thread; null if there is none.
  static const CrashNote* Current() { return current_; }
  // True once a crash handler is installed: only then it is worth finding out more about a call.
  // May be read by any thread at any time; Want is never taken back.
  static bool IsWanted() { return wanted_.load(std::memory_order_relaxed); }
  static void Want() { wanted_.store(true, std::memory_order_relaxed); }

 private:
  friend class CrashNoteScope;
  // Not thread_local, which must be asked at each use whether it has a constructor: a signal
  // handler cannot.
  static __thread const CrashNote* current_;
  static std::atomic<bool> wanted_;
};

// Makes a note the calling thread's for as long as the scope lives. Scopes nest. `note` may be
// null: then a crash inside names no code.
class CrashNoteScope {
 public:
  explicit CrashNoteScope(const CrashNote* note);
  ~CrashNoteScope();
  CrashNoteScope(const CrashNoteScope&) = delete;
  CrashNoteScope& operator=(const CrashNoteScope&) = delete;

 private:
  const CrashNote* const outer_;
};

// The note of code that runs for a node: "the shape function of {{node y}} Roi". Borrows all that
// it is given.
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

// Remembers that the code in [begin, end) belongs to the library `name`, which is copied. Up to 256
// libraries are remembered; later ones stay nameless. Thread-safe.
void NoteLibraryCode(absl::string_view name, const void* begin, const void* end);
// The name of the library that has this code; "" if none was noted. Takes no lock and no memory:
// for signal handlers too. Of two that lay at one address the one that was noted last counts.
absl::string_view LibraryOfCode(const void* code);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_CRASH_NOTE_H_
