// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What 1,500 registered ops and 7,000 kernels cost a program that uses one of them: from exec to
// the end of main(), one look-up included. The aim is 2 ms. Beside it what it costs to check all of
// them, as `opgraft lint` does.
//   bazel run //tests/benchmarks:startup_benchmark

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"

extern char** environ;

namespace opgraft {
namespace {

constexpr int kOps = 1500, kKernels = 7000, kRuns = 200;
constexpr DataType kTypes[] = {DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_BOOL};

std::string OpName(int i) { return absl::StrCat("SyntheticOp", i); }

// As static initialisers do, before main().
const bool kRegistered = [] {
  int kernel = 0;
  for (int i = 0; i < kOps; ++i) {
    const std::string name = OpName(i);
    new RegisteredOp(
        OpDefBuilder(name)
            .Attr("T: {float, double, int32, int64, bool}")
            .Attr("count: int >= 1 = 1")
            .Input("values: count * T")
            .Input("index: int32")
            .Output("result: T")
            .SetShapeFn([](shape_inference::InferenceContext*) { return absl::OkStatus(); })
            .Doc("An op that stands for one of a large set of ops."));
    for (; kernel < kKernels * (i + 1) / kOps; ++kernel) {
      new RegisteredKernel(
          KernelDefBuilder(name.c_str())
              .Device(DEVICE_CPU)
              .TypeConstraint("T", kTypes[kernel % static_cast<int>(std::size(kTypes))])
              .HostMemory("index"),
          "SyntheticKernel<CPUDevice, float>", nullptr);
    }
  }
  return true;
}();

// What such a program does: look one op up, or check all.
int UseRegistry(bool check_all) {
  const auto registry = KernelRegistry::Global();
  const bool found =
      registry->ops().Find(OpName(700)) != nullptr && registry->KernelsOf(OpName(700)).size() >= 4;
  if (check_all && !registry->errors().ok()) return 1;
  return found && kRegistered ? 0 : 1;
}

// Milliseconds of one run of this program; negative if it fails.
double RunOnce(char* program, char* what) {
  char* const arguments[] = {program, what, nullptr};
  const auto begin = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (posix_spawn(&child, program, nullptr, nullptr, arguments, environ) != 0) return -1;
  int status = 0;
  waitpid(child, &status, 0);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  return status == 0 ? time.count() : -1;
}

bool Measure(char* program, char* what) {
  std::vector<double> times;
  for (int i = 0; i < kRuns; ++i) times.push_back(RunOnce(program, what));
  std::sort(times.begin(), times.end());
  std::printf("%d ops, %d kernels, %s: %.2f ms at best, %.2f median\n", kOps, kKernels, what,
              times[0], times[kRuns / 2]);
  return times[0] >= 0;
}

}  // namespace
}  // namespace opgraft

int main(int argc, char** argv) {
  // _exit: what is after main() is not measured.
  if (argc > 1) _exit(opgraft::UseRegistry(/*check_all=*/std::string(argv[1]) == "check all"));
  char self[] = "/proc/self/exe", use_one[] = "use one", check_all[] = "check all";
  const bool measured = opgraft::Measure(self, use_one) && opgraft::Measure(self, check_all);
  return measured ? 0 : 1;
}
