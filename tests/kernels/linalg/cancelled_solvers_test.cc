// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Each of these takes many seconds, minutes in a checked build.
#include <atomic>
#include <ostream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/infer_request.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

struct Call {
  std::string op;
  int64_t side;
  int num_matrices = 1;
  GraphBuilder::Attrs attrs = {};
};

void PrintTo(const Call& call, std::ostream* out) { *out << call.op; }

class Solvers : public testing::TestWithParam<Call> {
 protected:
  Solvers() {
    const Call& call = GetParam();
    const TensorShape shape({call.side, call.side});
    GraphBuilder b;
    std::vector<Input> inputs;
    for (int i = 0; i < call.num_matrices; ++i)
      inputs.push_back(b.Placeholder(i == 0 ? "x" : "rhs", DT_FLOAT, shape));
    b.Op(call.op, inputs, "y", call.attrs);
    const auto graph = b.Build();
    EXPECT_TRUE(graph.ok()) << graph.status();
    const auto model = CompiledModel::Compile(*graph);
    EXPECT_TRUE(model.ok()) << model.status();
    request_.emplace(model->CreateRequest());
    std::mt19937 random(1);
    std::uniform_real_distribution<float> numbers(-1, 1);
    Tensor matrix(DT_FLOAT, shape);
    for (int64_t i = 0; i < matrix.NumElements(); ++i) matrix.flat<float>()(i) = numbers(random);
    feeds_.emplace_back("x", matrix);
    if (call.num_matrices > 1) feeds_.emplace_back("rhs", matrix);
  }

  absl::optional<InferRequest> request_;
  std::vector<NamedTensor> feeds_;
};

TEST_P(Solvers, EndAtADeadline) {
  RunOptions options;
  const absl::Time begin = absl::Now();
  options.deadline = begin + absl::Milliseconds(100);
  const absl::Status status = request_->Run(feeds_, options).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded) << status;
  EXPECT_LT(absl::Now() - begin, absl::Seconds(4));
}

TEST_P(Solvers, EndWhenTheRunIsCancelled) {
  std::atomic<bool> is_over{false};
  // A cancel before the run begins is none.
  std::thread cancels([&] {
    while (!is_over) {
      absl::SleepFor(absl::Milliseconds(100));
      request_->Cancel();
    }
  });
  const absl::Time begin = absl::Now();
  const absl::Status status = request_->Run(feeds_).status();
  is_over = true;
  cancels.join();
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
  EXPECT_LT(absl::Now() - begin, absl::Seconds(4));
}

INSTANTIATE_TEST_SUITE_P(
    OfLargeMatrices, Solvers,
    testing::Values(Call{"Svd", 700}, Call{"Svd", 700, 1, {{"compute_uv", false}}},
                    Call{"SelfAdjointEigV2", 2000}, Call{"Qr", 3000},
                    Call{"Eig", 700, 1, {{"Tout", DT_COMPLEX64}}}, Call{"MatrixInverse", 4000},
                    Call{"MatrixSolve", 4000, 2}, Call{"MatrixDeterminant", 5000}),
    [](const auto& call) { return call.param.op + std::to_string(call.index); });

}  // namespace
}  // namespace opgraft
