// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What starting the command costs: time from the shell's side and resident memory. The floor is
// /bin/true.
//   bazel run //tests/benchmarks:footprint_benchmark

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <string>
#include <vector>

#include "benchmark/benchmark.h"

extern char** environ;

namespace opgraft {
namespace {

// Runs a program to its end without its output; false if that failed.
bool Run(std::vector<std::string> words, rusage* usage) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t pid = 0;
  int status = -1;
  const bool started = posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  return started && wait4(pid, &status, 0, usage) == pid && status == 0;
}

void BM_Run(benchmark::State& state, const std::vector<std::string>& words) {
  double resident = 0;
  for (auto _ : state) {
    rusage usage;
    const auto begin = std::chrono::steady_clock::now();
    if (!Run(words, &usage)) return state.SkipWithError(("cannot run " + words[0]).c_str());
    const auto time = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    state.counters["cpu_s"] += time(usage.ru_utime) + time(usage.ru_stime);
    state.SetIterationTime(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    resident = static_cast<double>(usage.ru_maxrss) * 1024;
  }
  state.counters["cpu_s"].flags = benchmark::Counter::kAvgIterations;
  state.counters["resident_bytes"] = resident;
}

const std::vector<std::string> kTrue = {"/bin/true"};
const std::vector<std::string> kVersion = {"tools/opgraft", "--version"};
const std::vector<std::string> kSummator = {
    "tools/opgraft", "run", "examples/summator/summator.pbtxt", "--sequence", "x=1..6"};

BENCHMARK_CAPTURE(BM_Run, True, kTrue)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Run, Version, kVersion)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Run, Summator, kSummator)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace opgraft

BENCHMARK_MAIN();
