// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/job_runner.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tools/cli/progress.h"

namespace opgraft_internal {
namespace {

// While there are jobs, interrupts go to them only: the runner must survive to clean up.
class InterruptsIgnored {
 public:
  InterruptsIgnored()
      : interrupt_(std::signal(SIGINT, SIG_IGN)), quit_(std::signal(SIGQUIT, SIG_IGN)) {}
  ~InterruptsIgnored() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGQUIT, quit_);
  }
  InterruptsIgnored(const InterruptsIgnored&) = delete;
  InterruptsIgnored& operator=(const InterruptsIgnored&) = delete;

 private:
  using Handler = void (*)(int);
  Handler interrupt_;
  Handler quit_;
};

struct RunningJob {
  const Job* job;
  pid_t process;
  std::string output;  // the file that has what it wrote
};

absl::Status Start(const Job& job, const std::string& output, pid_t* process) {
  std::vector<char*> arguments;
  for (const std::string& argument : job.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGQUIT);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int failed =
      posix_spawnp(process, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (failed == 0) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat("cannot run '", job.arguments[0],
                                          "': ", std::strerror(failed),
                                          ". Install g++, or set CXX to your C++ compiler."));
}

absl::Status Judge(const Job& job, int exit) {
  if (WIFEXITED(exit) && WEXITSTATUS(exit) == 0) return absl::OkStatus();
  if (WIFSIGNALED(exit) && WTERMSIG(exit) == SIGINT) return absl::CancelledError("interrupted");
  const std::string how = WIFSIGNALED(exit) ? absl::StrCat(": killed by signal ", WTERMSIG(exit),
                                                           " (", strsignal(WTERMSIG(exit)), ")")
                                            : "";
  return absl::InvalidArgumentError(absl::StrCat(job.what, " failed", how));
}

// The running jobs, and the results of those that ended.
class JobRunner {
 public:
  explicit JobRunner(std::string folder) : folder_(std::move(folder)) {}

  absl::Status Run(const std::vector<Job>& jobs) {
    const InterruptsIgnored ignored;
    const size_t at_once = std::max(1u, std::thread::hardware_concurrency());
    size_t next = 0;
    while (!running_.empty() || (next < jobs.size() && status_.ok())) {
      while (next < jobs.size() && status_.ok() && running_.size() < at_once) Begin(jobs[next++]);
      CollectEnded();
      if (!running_.empty())
        progress_.Show(absl::StrFormat("[%d/%d] %s", next - running_.size(), jobs.size(),
                                       running_.front().job->what));
      absl::SleepFor(absl::Milliseconds(10));
    }
    progress_.Clear();
    return status_;
  }

 private:
  void Begin(const Job& job) {
    RunningJob started{&job, 0, absl::StrCat(folder_, "/output", count_++)};
    const absl::Status status = Start(job, started.output, &started.process);
    if (status.ok()) {
      running_.push_back(std::move(started));
    } else {
      status_.Update(status);
    }
  }

  void CollectEnded() {
    for (size_t i = 0; i < running_.size();) {
      int exit = 0;
      if (waitpid(running_[i].process, &exit, WNOHANG) == 0) {
        ++i;
        continue;
      }
      progress_.Clear();
      std::ifstream output(running_[i].output);
      if (output.peek() != std::ifstream::traits_type::eof())
        std::cerr << output.rdbuf() << std::flush;
      status_.Update(Judge(*running_[i].job, exit));
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  const std::string folder_;
  std::vector<RunningJob> running_;
  ProgressLine progress_;
  absl::Status status_;
  int count_ = 0;
};

}  // namespace

absl::Status RunJobs(const std::vector<Job>& jobs, const std::string& folder) {
  return JobRunner(folder).Run(jobs);
}

}  // namespace opgraft_internal
