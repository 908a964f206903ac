// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// All that runs in the handler is safe in one: it reads what was put together before and calls
// write().
#include "framework/runtime/crash_handler.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

#include "absl/base/call_once.h"
#include "framework/state/state_scope.h"
#include "framework/state/state_store.h"
#include "framework/types/crash_note.h"
#include "framework/types/crash_note_listing.h"
#include "framework/types/fatal_text.h"

namespace opgraft_internal {
namespace {

struct Signal {
  int number;
  const char* name;
};
constexpr Signal kSignals[] = {{SIGSEGV, "SIGSEGV"},
                               {SIGBUS, "SIGBUS"},
                               {SIGFPE, "SIGFPE"},
                               {SIGILL, "SIGILL"},
                               {SIGABRT, "SIGABRT"}};
constexpr int kNumSignals = sizeof(kSignals) / sizeof(kSignals[0]);

// What was there before, by the index of the signal.
struct sigaction previous[kNumSignals];
std::atomic<bool> is_told{false};
std::atomic<const char*> advice{nullptr};

constexpr int kExitInNode = 70;  // EX_SOFTWARE

int IndexOf(int number) {
  int i = 0;
  while (i < kNumSignals - 1 && kSignals[i].number != number) ++i;
  return i;
}

// A call by itself knows more than the run that it is in.
const CrashNote* NoteOfThisThread() {
  if (CrashNote::Current() != nullptr) return CrashNote::Current();
  const StateStore* const state = StateScope::Current();
  return state == nullptr ? nullptr : state->crash_note();
}

// False, and nothing appended, if no code of a node runs on any thread.
bool AppendPlace(FatalText* text) {
  const CrashNote* const note = NoteOfThisThread();
  if (note != nullptr) {
    text->Append(" in ");
    note->Describe(text);
    return true;
  }
  if (!CrashNoteListing::IsAnyRunning()) return false;
  text->Append(" on another thread, while ");
  CrashNoteListing::DescribeRunning(text);
  text->Append(" ran");
  return true;
}

void Tell(const char* signal) {
  FatalText text;
  text.Append("opgraft: ").Append(signal);
  if (!AppendPlace(&text)) {
    text.Append(", in no kernel");
    const char* const advised = advice.load(std::memory_order_relaxed);
    if (advised != nullptr) text.Append("; ").Append(advised);
  }
  text.WriteTo(STDERR_FILENO);
}

// The first crash is told; one on another thread waits for the end that the first one brings. One
// while it is told ends the process.
void OnCrash(int number, siginfo_t* info, void*) {
  static __thread bool is_mine = false;
  const int i = IndexOf(number);
  if (!is_told.exchange(true)) {
    is_mine = true;
    Tell(kSignals[i].name);
  } else if (!is_mine) {
    for (;;) pause();
  }
  sigaction(number, &previous[i], nullptr);
  // The instruction that crashed does so again when this returns. What was sent is sent again.
  if (info->si_code <= 0 || number == SIGABRT) raise(number);
}

// Whoever started the process would take the end of it for a success.
void OnExit() {
  FatalText text;
  text.Append("opgraft: the process was ended by exit");
  if (!AppendPlace(&text)) return;
  text.WriteTo(STDERR_FILENO);
  _exit(kExitInNode);
}

void UseAlternateStack() {
  constexpr size_t kBytes = size_t{1} << 16;
  static char memory[kBytes];
  stack_t stack;
  if (sigaltstack(nullptr, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0) return;
  stack = stack_t();
  stack.ss_sp = memory;
  stack.ss_size = kBytes;
  sigaltstack(&stack, nullptr);
}

void Install() {
  CrashNote::Want();
  std::atexit(OnExit);
  std::at_quick_exit(OnExit);
  UseAlternateStack();
  for (int i = 0; i < kNumSignals; ++i) {
    struct sigaction action = {};
    action.sa_sigaction = OnCrash;
    // Not blocked in the handler: a crash there must not hang.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(kSignals[i].number, &action, &previous[i]);
  }
}

absl::once_flag installed;

}  // namespace

void InstallCrashHandler() { absl::call_once(installed, Install); }

void AdviseOnCrash(const char* text) { advice.store(text, std::memory_order_relaxed); }

}  // namespace opgraft_internal
