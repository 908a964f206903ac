// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What 1,500 registered ops and 7,000 kernels cost a program that uses one of them: from exec to
// the end of main(), one look-up included. The aim is 2 ms. Beside it what the same program costs
// that asks nothing.
//   bazel run //tests/benchmarks:startup_benchmark

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"

extern char** environ;

namespace opgraft {
namespace {

constexpr int kOps = 1500, kKernels = 7000, kRuns = 200;

constexpr const char* kUsed = "Op0700";

// As the static variables and literals that registrations are made of: without allocation.
char names[kOps][sizeof("Op0000")];
alignas(RegisteredOp) char ops[kOps][sizeof(RegisteredOp)];
alignas(RegisteredKernel) char kernels[kKernels][sizeof(RegisteredKernel)];

void WriteName(int number, char* name) {
  std::memcpy(name, "Op0000", sizeof("Op0000"));
  for (char* digit = name + 5; number > 0; number /= 10) *digit-- += static_cast<char>(number % 10);
}

template <DataType kType>
void Describe(KernelDescription& kernel) {
  kernel.Name(kUsed).Device(DEVICE_CPU).TypeConstraint("T", kType).HostMemory("index");
  kernel.SetClass("SyntheticKernel<CPUDevice, float>", nullptr);
}
constexpr void (*kDescribers[])(KernelDescription&) = {Describe<DT_FLOAT>, Describe<DT_DOUBLE>,
                                                       Describe<DT_INT32>, Describe<DT_INT64>,
                                                       Describe<DT_BOOL>};

// As static initialisers do, before main().
const bool kRegistered = [] {
  int kernel = 0;
  for (int i = 0; i < kOps; ++i) {
    WriteName(i, names[i]);
    new (ops[i]) RegisteredOp(
        OpDefBuilder::BorrowingArrays(names[i])
            .Attr("T: {float, double, int32, int64, bool}")
            .Attr("count: int >= 1 = 1")
            .Input("values: count * T")
            .Input("index: int32")
            .Output("result: T")
            .SetShapeFn([](shape_inference::InferenceContext*) { return absl::OkStatus(); })
            .Doc("An op that stands for one of a large set of ops."));
    for (; kernel < kKernels * (i + 1) / kOps; ++kernel)
      new (kernels[kernel]) RegisteredKernel(
          names[i], kDescribers[kernel % static_cast<int>(std::size(kDescribers))]);
  }
  return true;
}();

// What such a program does: look one op up.
int UseRegistry() {
  const auto registry = KernelRegistry::Global();
  if (registry->ops().Find(kUsed) == nullptr) return 1;
  return kRegistered && registry->KernelsOf(kUsed).size() >= 4 ? 0 : 1;
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
  if (argc > 1) _exit(std::string(argv[1]) == "use one" ? opgraft::UseRegistry() : 0);
  char self[] = "/proc/self/exe", use_none[] = "use none", use_one[] = "use one";
  const bool measured = opgraft::Measure(self, use_none) && opgraft::Measure(self, use_one);
  return measured ? 0 : 1;
}
