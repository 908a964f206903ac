// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/initialiser_probe.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "framework/types/exception_text.h"

namespace opgraft_internal {
namespace {

constexpr absl::Duration kPatience = absl::Seconds(10);
// What the other process answers begins with one of them.
constexpr char kFine = '+';
constexpr char kThrew = '!';

int answer_pipe = -1;  // in the other process

[[noreturn]] void Answer(char kind, absl::string_view text) {
  const std::string answer = absl::StrCat(absl::string_view(&kind, 1), text.substr(0, 2000));
  const ssize_t written = write(answer_pipe, answer.data(), answer.size());
  _exit(written > 0 ? 0 : 1);
}

void MakeQuiet() {
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int standard = 0; standard <= 2; ++standard) dup2(nowhere, standard);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(number, SIG_DFL);
}

// The other process. Where the unwinder cannot pass the dynamic linker, std::terminate is called
// while the exception still flies.
[[noreturn]] void OpenAndAnswer(const std::string& path) {
  MakeQuiet();
  std::set_terminate([] { Answer(kThrew, TextOfCurrentException()); });
  // It is declared to throw nothing, and the compiler would leave the handler out.
  void* (*const volatile open_library)(const char*, int) = dlopen;
  try {
    open_library(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  } catch (...) {
    Answer(kThrew, TextOfCurrentException());
  }
  // The caller reports files that cannot be opened.
  Answer(kFine, "");
}

// All that comes until the end; false if that takes too long.
bool ReadAnswer(int from, std::string* answer) {
  const absl::Time deadline = absl::Now() + kPatience;
  char buffer[512];
  for (;;) {
    pollfd ready = {from, POLLIN, 0};
    const int64_t left = absl::ToInt64Milliseconds(deadline - absl::Now());
    const int polled = left <= 0 ? 0 : poll(&ready, 1, static_cast<int>(left));
    if (polled < 0 && errno == EINTR) continue;
    if (polled <= 0) return false;
    const ssize_t n = read(from, buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return true;
    answer->append(buffer, static_cast<size_t>(n));
  }
}

// How the process ended; waits for it.
std::string EndOf(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return "ended the process";
  }
  if (WIFSIGNALED(status)) return absl::StrCat("crashed: ", strsignal(WTERMSIG(status)));
  return absl::StrCat("called exit(", WEXITSTATUS(status), ")");
}

}  // namespace

absl::Status ProbeInitialisers(const std::string& path, const std::string& shown) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return absl::OkStatus();
  const pid_t process = fork();
  if (process == 0) {
    answer_pipe = ends[1];
    OpenAndAnswer(path);
  }
  close(ends[1]);
  std::string answer;
  const bool has_answered = process > 0 && ReadAnswer(ends[0], &answer);
  close(ends[0]);
  if (process < 0) return absl::OkStatus();
  if (!has_answered) kill(process, SIGKILL);
  const std::string end = EndOf(process);
  if (!has_answered || (!answer.empty() && answer[0] == kFine)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("'", shown, "' cannot be loaded: one of its static initialisers ",
                   answer.empty() ? end : absl::StrCat("threw ", answer.substr(1)),
                   ". Move what can fail to a kernel's constructor."));
}

}  // namespace opgraft_internal
