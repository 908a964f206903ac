// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A program with a data race in a kernel, or none, as told; planted_race_test.sh expects
// ThreadSanitizer to report it.

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/work_sharder.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"

namespace opgraft {
namespace {

// Where the kernel below writes numbers that nothing guards. ThreadSanitizer misses a write that
// comes in the very moment of the other: they are many, and every other thread begins at their end,
// so that two threads in step meet at one of them only.
enum class Plant { kNowhere, kInShards, kInRequests };
Plant plant = Plant::kNowhere;
constexpr int kUnguarded = 1000;
int unguarded[kUnguarded];

void WriteUnguarded() {
  static std::atomic<int> writers{0};
  const bool is_backward = writers.fetch_add(1, std::memory_order_relaxed) % 2 == 1;
  if (!is_backward) {
    for (int& number : unguarded) ++number;
  } else {
    for (int i = kUnguarded; i-- > 0;) ++unguarded[i];
  }
}

// Returns when `count` threads have come: both sides of the race are there. Relaxed, so that it
// orders nothing.
void Meet(std::atomic<int>* met, int count) {
  met->fetch_add(1, std::memory_order_relaxed);
  while (met->load(std::memory_order_relaxed) < count) std::this_thread::yield();
}
std::atomic<int> shards_met{0};
std::atomic<int> requests_met{0};

REGISTER_OP("PlantedRace")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);

class PlantedRaceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &y));
    Shard(2, c->device()->tensorflow_cpu_worker_threads()->workers, 2, 1 << 20,
          [&](int64_t start, int64_t limit) {
            for (int64_t i = start; i < limit; ++i)
              y->flat<float>()(i) = 2 * c->input(0).flat<float>()(i);
            if (plant == Plant::kInShards) {
              Meet(&shards_met, 2);
              WriteUnguarded();
            }
          });
    if (plant == Plant::kInRequests) {
      Meet(&requests_met, 2);
      WriteUnguarded();
    }
  }
};
REGISTER_KERNEL_BUILDER(Name("PlantedRace").Device(DEVICE_CPU), PlantedRaceOp);

absl::StatusOr<CompiledModel> MakeModel() {
  GraphBuilder b;
  b.Op("PlantedRace", {b.Placeholder("x", DT_FLOAT, {2})}, "y");
  absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) return graph.status();
  CompileOptions options;
  options.num_threads = 2;
  return CompiledModel::Compile(*graph, options);
}

bool RunOnce(const CompiledModel& model) {
  InferRequest request = model.CreateRequest();
  const auto outputs = request.Run({{"x", Tensor::Of({1.0f, 2.0f})}});
  return outputs.ok() && (*outputs)[0].flat<float>()(1) == 4;
}

bool RunAll(const CompiledModel& model) {
  if (plant == Plant::kInShards) return RunOnce(model);
  bool ok[2] = {false, false};
  std::thread first([&] { ok[0] = RunOnce(model); });
  std::thread second([&] { ok[1] = RunOnce(model); });
  first.join();
  second.join();
  return ok[0] && ok[1];
}

}  // namespace
}  // namespace opgraft

int main(int argc, char** argv) {
  const std::string where = argc > 1 ? argv[1] : "";
  if (where == "shards") {
    opgraft::plant = opgraft::Plant::kInShards;
  } else if (where == "requests") {
    opgraft::plant = opgraft::Plant::kInRequests;
  } else if (where != "nowhere") {
    std::fprintf(stderr, "usage: planted_race shards|requests|nowhere\n");
    return 2;
  }
  const auto model = opgraft::MakeModel();
  return model.ok() && opgraft::RunAll(*model) ? 0 : 1;
}
