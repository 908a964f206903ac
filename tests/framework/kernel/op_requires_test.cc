// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/op_requires.h"

#include <thread>

#include "framework/kernel/cancellation.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/kernel/test_node.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

template <typename A, typename B>
absl::Status Both(A, B) {
  return absl::InvalidArgumentError("both");
}

// Records what is reported, as a context does.
struct FakeContext {
  absl::Status status;
  int line = 0;
  void CtxFailure(const char*, int at, const absl::Status& s) { line = at, status = s; }
  void CtxFailureWithWarning(const char*, int at, const absl::Status& s) { line = at, status = s; }
};

TEST(OpRequires, ReturnsAndReportsOnFailure) {
  FakeContext c;
  bool reached = false;
  [&] {
    OP_REQUIRES(&c, 1 + 1 == 2, absl::InternalError("no"));
    OP_REQUIRES_OK(&c, absl::OkStatus());
    if (c.status.ok()) OP_REQUIRES(&c, false, absl::InvalidArgumentError("yes"));
    reached = true;
  }();
  EXPECT_EQ(c.status, absl::InvalidArgumentError("yes"));
  EXPECT_GT(c.line, 0);
  EXPECT_FALSE(reached);
}

TEST(OpRequires, TakesCommasInTheStatus) {
  FakeContext c;
  [&] { OP_REQUIRES_OK(&c, Both<int, float>(1, 2)); }();
  EXPECT_EQ(c.status.message(), "both");
}

TEST(OpRequires, EvaluatesTheStatusOnlyOnFailure) {
  FakeContext c;
  int made = 0;
  [&] { OP_REQUIRES(&c, true, (++made, absl::InternalError("no"))); }();
  EXPECT_EQ(made, 0);
}

TEST(OpRequiresAsync, CallsTheCallbackOnFailureOnly) {
  FakeContext c;
  int calls = 0;
  const auto done = [&] { ++calls; };
  [&] {
    OP_REQUIRES_ASYNC(&c, true, absl::InternalError("no"), done);
    OP_REQUIRES_OK_ASYNC(&c, absl::OkStatus(), done);
  }();
  EXPECT_EQ(calls, 0);
  [&] { OP_REQUIRES_ASYNC(&c, false, absl::InternalError("one"), done); }();
  EXPECT_EQ(c.status.message(), "one");
  [&] { OP_REQUIRES_OK_ASYNC(&c, absl::InternalError("two"), done); }();
  EXPECT_EQ(c.status.message(), "two");
  EXPECT_EQ(calls, 2);
}

TEST(OpRequiresValue, DeclaresAVariableOrReports) {
  FakeContext c;
  int seen = 0;
  const auto run = [&](absl::StatusOr<int> from) {
    OP_REQUIRES_VALUE(int value, &c, from);
    seen = value;
  };
  run(5);
  EXPECT_EQ(seen, 5);
  EXPECT_TRUE(c.status.ok());
  run(absl::NotFoundError("none"));
  EXPECT_EQ(c.status, absl::NotFoundError("none"));
}

// --- Asynchronous kernels ---

enum class Way {
  kNow,
  kLater,
  kNever,
  kPlainRequires,
  kAsyncRequires,
  kThrow,
  kTwice,
  kLostInPool
};

class AsyncKernel : public AsyncOpKernel {
 public:
  static Way way;
  using AsyncOpKernel::AsyncOpKernel;
  void ComputeAsync(OpKernelContext* c, DoneCallback done) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK_ASYNC(c, c->allocate_output(0, TensorShape({}), &y), done);
    y->scalar<float>()() = 1;
    switch (way) {
      case Way::kNow:
        return done();
      case Way::kTwice:
        done();
        return done();
      case Way::kLater:
        c->device()->tensorflow_cpu_worker_threads()->workers->Schedule([done] {
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
          done();
        });
        return;
      case Way::kNever:
        return;
      case Way::kPlainRequires:
        OP_REQUIRES(c, false, absl::InvalidArgumentError("plain"));
        return done();
      case Way::kAsyncRequires:
        OP_REQUIRES_ASYNC(c, false, absl::InvalidArgumentError("async"), done);
        return done();
      case Way::kThrow:
        throw std::runtime_error("thrown");
      case Way::kLostInPool:
        c->device()->tensorflow_cpu_worker_threads()->workers->Schedule([c, done] {
          c->input(9);
          done();
        });
        return;
    }
  }
};
Way AsyncKernel::way = Way::kNow;

TEST(AsyncOpKernel, EndsWhateverBecomesOfTheCallback) {
  const auto registry = TestKernels({OpDefBuilder("Async").Output("y: float")},
                                    {TestKernel<AsyncKernel>(OnCpu("Async"))});
  const struct {
    Way way;
    absl::StatusCode code;
    const char* message;
  } cases[] = {
      {Way::kNow, absl::StatusCode::kOk, ""},
      {Way::kTwice, absl::StatusCode::kInternal, "ComputeAsync called `done` more than once"},
      {Way::kLater, absl::StatusCode::kOk, ""},
      {Way::kNever, absl::StatusCode::kInternal, "ComputeAsync ended without calling `done`"},
      {Way::kPlainRequires, absl::StatusCode::kInvalidArgument, "{{node n}} Async: plain"},
      {Way::kAsyncRequires, absl::StatusCode::kInvalidArgument, "{{node n}} Async: async"},
      {Way::kThrow, absl::StatusCode::kInternal, "the kernel threw std::runtime_error: thrown"},
      {Way::kLostInPool, absl::StatusCode::kInternal, "ComputeAsync ended without calling `done`"},
  };
  for (const auto& c : cases) {
    AsyncKernel::way = c.way;
    const auto result = RunKernel(*registry, TestNode(registry->ops(), "Async"), {});
    EXPECT_EQ(result.status().code(), c.code) << static_cast<int>(c.way) << " " << result.status();
    EXPECT_THAT(std::string(result.status().message()), HasSubstr(c.message));
  }
}

}  // namespace
}  // namespace opgraft
