// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/isolate.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "absl/base/config.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"

namespace opgraft {
namespace {

// Pages of the process: {address space, resident}.
std::pair<int64_t, int64_t> MemoryOfProcess() {
  std::ifstream statm("/proc/self/statm");
  int64_t size = 0;
  int64_t resident = 0;
  statm >> size >> resident;
  const int64_t page = sysconf(_SC_PAGESIZE);
  return {size * page, resident * page};
}

// Whole file descriptor until its end or `deadline`; false if late.
bool ReadUntil(int fd, absl::Time deadline, std::string* text) {
  char buffer[4096];
  for (;;) {
    const int64_t left = absl::ToInt64Milliseconds(deadline - absl::Now());
    pollfd poll_fd{fd, POLLIN, 0};
    if (left <= 0 || poll(&poll_fd, 1, static_cast<int>(left) + 1) <= 0) return false;
    const ssize_t got = read(fd, buffer, sizeof(buffer));
    if (got <= 0) return true;
    text->append(buffer, static_cast<size_t>(got));
  }
}

void WriteAll(int fd, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t put = write(fd, text.data() + done, text.size() - done);
    if (put <= 0) return;
    done += static_cast<size_t>(put);
  }
}

[[noreturn]] void Child(int fd, int64_t max_bytes, const std::function<CaseResult()>& run) {
  const auto [size, resident] = MemoryOfProcess();
  rlimit limit{static_cast<rlim_t>(size + max_bytes), static_cast<rlim_t>(size + max_bytes)};
  setrlimit(RLIMIT_AS, &limit);
  const CaseResult result = run();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const int64_t used = std::max<int64_t>(0, usage.ru_maxrss * 1024 - resident);
  WriteAll(fd, absl::StrCat(static_cast<int>(result.outcome), "\n", used, "\n", result.id, "\n",
                            result.why));
  _exit(0);
}

IsolatedResult Failure(const std::string& id, std::string why) {
  IsolatedResult isolated;
  isolated.result = {CaseResult::kFail, id, std::move(why)};
  return isolated;
}

IsolatedResult ParseReport(const std::string& id, const std::string& report, int status) {
  const std::vector<std::string> fields = absl::StrSplit(report, absl::MaxSplits('\n', 3));
  if (WIFSIGNALED(status))
    return Failure(id, absl::StrCat("the process dies of signal ", WTERMSIG(status)));
  int outcome = 0;
  IsolatedResult isolated;
  if (fields.size() != 4 || !absl::SimpleAtoi(fields[0], &outcome) ||
      !absl::SimpleAtoi(fields[1], &isolated.bytes)) {
    return Failure(id, absl::StrCat("the process ends with code ", WEXITSTATUS(status),
                                    " and without a result"));
  }
  isolated.result = {static_cast<CaseResult::Outcome>(outcome), fields[2], fields[3]};
  return isolated;
}

}  // namespace

IsolatedResult RunIsolated(const std::string& id, double max_seconds, int64_t max_bytes,
                           const std::function<CaseResult()>& run) {
#if defined(ABSL_HAVE_ADDRESS_SANITIZER)
  max_seconds *= 10;
  max_bytes *= 4;
#endif
  int ends[2];
  if (pipe(ends) != 0) return Failure(id, "no pipe");
  std::fflush(nullptr);
  const absl::Time begin = absl::Now();
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    Child(ends[1], max_bytes, run);
  }
  close(ends[1]);
  std::string report;
  const bool in_time = child > 0 && ReadUntil(ends[0], begin + absl::Seconds(max_seconds), &report);
  const double seconds = absl::ToDoubleSeconds(absl::Now() - begin);
  close(ends[0]);
  if (child < 0) return Failure(id, "no process");
  if (!in_time) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  IsolatedResult isolated = in_time ? ParseReport(id, report, status)
                                    : Failure(id, absl::StrCat("no answer in ", max_seconds, " s"));
  isolated.seconds = seconds;
  return isolated;
}

}  // namespace opgraft
