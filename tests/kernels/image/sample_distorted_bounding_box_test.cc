// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What is drawn is in tests/tensorflow_answers.
#include <atomic>
#include <cstdint>
#include <limits>
#include <thread>

#include "absl/time/clock.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/infer_request.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(SampleDistortedBoundingBox, CancelEndsASearchThatFindsNothing) {
  GraphBuilder b;
  Tensor box(DT_FLOAT, TensorShape({1, 1, 4}));
  box.flat<float>().setZero();
  box.flat<float>()(2) = box.flat<float>()(3) = 1;
  // No part covers twice an object.
  b.Op("SampleDistortedBoundingBoxV2",
       {b.Const({100, 100, 3}), b.Const(box), b.Const(Tensor(2.0f))}, "part",
       {{"max_attempts", std::numeric_limits<int32_t>::max()}});
  const absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  std::atomic<bool> is_over{false};
  // A cancel before the run begins is none.
  std::thread cancels([&] {
    while (!is_over) {
      absl::SleepFor(absl::Milliseconds(10));
      request.Cancel();
    }
  });
  const absl::Status status = request.Run({}).status();
  is_over = true;
  cancels.join();
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
}

}  // namespace
}  // namespace opgraft
