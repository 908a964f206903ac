// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/crash_note.h"

#include <string>

#include "absl/base/const_init.h"
#include "absl/synchronization/mutex.h"

namespace opgraft_internal {
namespace {

struct LibraryCode {
  const std::string* name = nullptr;
  const char* begin = nullptr;
  const char* end = nullptr;
};

// Grows only, so that a reader who takes no lock sees whole entries.
constexpr int kMaxLibraries = 256;
LibraryCode libraries[kMaxLibraries];
std::atomic<int> num_libraries{0};
absl::Mutex libraries_mutex(absl::kConstInit);

}  // namespace

__thread const CrashNote* CrashNote::current_ = nullptr;
std::atomic<bool> CrashNote::wanted_{false};

CrashNoteScope::CrashNoteScope(const CrashNote* note) : outer_(CrashNote::current_) {
  CrashNote::current_ = note;
}

CrashNoteScope::~CrashNoteScope() { CrashNote::current_ = outer_; }

void NodeCrashNote::Describe(FatalText* text) const {
  text->Append(what_).Append(" of {{node ").Append(node_).Append("}} ").Append(op_);
}

void NoteLibraryCode(absl::string_view name, const void* begin, const void* end) {
  absl::MutexLock lock(&libraries_mutex);
  const int i = num_libraries.load(std::memory_order_relaxed);
  if (i == kMaxLibraries) return;
  libraries[i] = {new std::string(name), static_cast<const char*>(begin),
                  static_cast<const char*>(end)};
  num_libraries.store(i + 1, std::memory_order_release);
}

absl::string_view LibraryOfCode(const void* code) {
  const auto* const at = static_cast<const char*>(code);
  // The newest first: it may lie where one that was closed lay.
  for (int i = num_libraries.load(std::memory_order_acquire) - 1; i >= 0; --i) {
    if (at >= libraries[i].begin && at < libraries[i].end) return *libraries[i].name;
  }
  return "";
}

}  // namespace opgraft_internal
