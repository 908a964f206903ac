// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A library of ops is loaded while models of other ops run and are compiled on other threads.

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/kernel/op_kernel.h"
#include "framework/library/library_loader.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

const std::string kFolder = "tests/framework/kernel/testdata/";  // NOLINT: a test's

REGISTER_OP("TestDouble")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);

class DoubleOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &y));
    y->flat<float>() = c->input(0).flat<float>() * 2.0f;
  }
};
REGISTER_KERNEL_BUILDER(Name("TestDouble").Device(DEVICE_CPU), DoubleOp);

absl::StatusOr<CompiledModel> Doubler(const char* op) {
  GraphBuilder b;
  b.Op(op, {b.Placeholder("x", DT_FLOAT, {2})}, "y");
  absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) return graph.status();
  return CompiledModel::Compile(*graph);
}

void ExpectDoubles(const CompiledModel& model) {
  InferRequest request = model.CreateRequest();
  const auto outputs = request.Run({{"x", Tensor::Of({1.0f, 2.0f})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)[0].flat<float>()(1), 4.0f);
}

TEST(LibraryPublication, SnapshotsAreWholeWhileLibrariesAreLoaded) {
  const absl::StatusOr<CompiledModel> old_model = Doubler("TestDouble");
  ASSERT_TRUE(old_model.ok()) << old_model.status();
  std::atomic<bool> finished{false};
  std::atomic<int> new_models{0};
  const std::vector<std::function<void()>> jobs = {
      [&] { ExpectDoubles(*old_model); },
      [&] {
        // A registry has both the op and its kernels, or neither.
        const auto kernels = KernelRegistry::Global();
        const bool has_op = kernels->ops().Find("LoaderTestDouble") != nullptr;
        EXPECT_EQ(kernels->KernelsOf("LoaderTestDouble").size(), has_op ? 2 : 0);
        // What was published once stays: the ops are never behind the kernels.
        if (has_op) {
          EXPECT_NE(OpRegistry::Global()->Find("LoaderTestDouble"), nullptr);
        }
        EXPECT_EQ(kernels->ops().Find("LoaderTestFine"), nullptr)
            << "of a library that was refused";
      },
      [&] {
        const auto model = Doubler("LoaderTestDouble");
        if (!model.ok()) return;
        ExpectDoubles(*model);
        ++new_models;
      },
  };
  std::vector<std::thread> threads;
  for (const auto& job : jobs) {
    threads.emplace_back([&finished, &job] {
      while (!finished) job();
    });
  }
  // Several threads may load; each library is loaded once, and every caller is told the same.
  std::vector<std::thread> loaders;
  for (int t = 0; t < 3; ++t) {
    loaders.emplace_back([] {
      const auto loaded = LoadLibrary(kFolder + "op_library.so");
      ASSERT_TRUE(loaded.ok()) << loaded.status();
      EXPECT_EQ(loaded->ops, std::vector<std::string>{"LoaderTestDouble"});
      EXPECT_FALSE(LoadLibrary(kFolder + "clashing_library.so").ok());
      EXPECT_FALSE(LoadLibrary(kFolder + "empty_library.so").ok());
    });
  }
  for (std::thread& loader : loaders) loader.join();
  while (new_models == 0 && !HasFailure()) std::this_thread::yield();
  finished = true;
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace opgraft
