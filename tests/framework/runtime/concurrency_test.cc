// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Many requests, kernels and threads at a time. ThreadSanitizer looks at all of it: tools/test.sh
// --tsan.

#include <atomic>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/barrier.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/cancellation.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/work_sharder.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// --- Ops ---

REGISTER_OP("TestAdd")
    .Input("x: float")
    .Input("y: float")
    .Output("sum: float")
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("TestIsPositive")
    .Input("x: float")
    .Output("first_is_positive: bool")
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_OP("TestShardTwice")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("TestAsyncAddOne")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("TestAsyncWait")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);

class AddOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor* sum = nullptr;
    OP_REQUIRES_OK(c, c->forward_input_or_allocate_output({0, 1}, 0, c->input(0).shape(), &sum));
    sum->flat<float>() = c->input(0).flat<float>() + c->input(1).flat<float>();
  }
};
REGISTER_KERNEL_BUILDER(Name("TestAdd").Device(DEVICE_CPU), AddOp);

class IsPositiveOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor* positive = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, {}, &positive));
    positive->scalar<bool>()() = c->input(0).flat<float>()(0) > 0;
  }
};
REGISTER_KERNEL_BUILDER(Name("TestIsPositive").Device(DEVICE_CPU), IsPositiveOp);

// Twice its input, an element a shard, each shard sharded again.
class ShardTwiceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    const Tensor& x = c->input(0);
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, x.shape(), &y));
    const DeviceBase::CpuWorkerThreads& threads = *c->device()->tensorflow_cpu_worker_threads();
    Shard(threads.num_threads, threads.workers, x.NumElements(), 1 << 20,
          [&](int64_t start, int64_t limit) {
            threads.workers->ParallelFor(limit - start, 1 << 20, [&](int64_t a, int64_t b) {
              for (int64_t i = start + a; i < start + b; ++i)
                y->flat<float>()(i) = 2 * x.flat<float>()(i);
            });
          });
  }
};
REGISTER_KERNEL_BUILDER(Name("TestShardTwice").Device(DEVICE_CPU), ShardTwiceOp);

// Its output is made and written on a thread of the pool. A negative input is an error, told from
// there.
class AsyncAddOneOp : public AsyncOpKernel {
 public:
  using AsyncOpKernel::AsyncOpKernel;
  void ComputeAsync(OpKernelContext* c, DoneCallback done) override {
    c->device()->tensorflow_cpu_worker_threads()->workers->Schedule([c, done = std::move(done)] {
      OP_REQUIRES_ASYNC(c, c->input(0).flat<float>()(0) >= 0,
                        absl::OutOfRangeError("it is negative"), done);
      Tensor* y = nullptr;
      OP_REQUIRES_OK_ASYNC(c, c->allocate_output(0, c->input(0).shape(), &y), done);
      y->flat<float>() = c->input(0).flat<float>() + 1.0f;
      done();
    });
  }
};
REGISTER_KERNEL_BUILDER(Name("TestAsyncAddOne").Device(DEVICE_CPU), AsyncAddOneOp);

// Tells the test that a kernel waits.
std::atomic<int>* Waiting() {
  static std::atomic<int> waiting{0};
  return &waiting;
}

// What a kernel that waits does once it is cancelled, before it ends.
std::function<void()>* WhenCancelled() {
  static auto* const hook = new std::function<void()>([] {});
  return hook;
}

// Ends when the run is cancelled, and only then.
class AsyncWaitOp : public AsyncOpKernel {
 public:
  using AsyncOpKernel::AsyncOpKernel;
  void ComputeAsync(OpKernelContext* c, DoneCallback done) override {
    CancellationManager* manager = c->cancellation_manager();
    const bool registered = manager->RegisterCallback(manager->get_cancellation_token(), [c, done] {
      (*WhenCancelled())();
      c->SetStatus(absl::CancelledError("woken up"));
      done();
    });
    OP_REQUIRES_ASYNC(c, registered, absl::CancelledError("cancelled before it began"), done);
    ++*Waiting();
  }
};
REGISTER_KERNEL_BUILDER(Name("TestAsyncWait").Device(DEVICE_CPU), AsyncWaitOp);

// --- Helpers ---

absl::StatusOr<CompiledModel> Compile(const GraphBuilder& b, int num_threads = 2) {
  absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) return graph.status();
  CompileOptions options;
  options.num_threads = num_threads;
  return CompiledModel::Compile(*graph, options);
}

// out = 2 * (x + sum before the run); sum += x. out = 0 where x is not positive, by an If.
GraphBuilder ShardingSummator() {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {8});
  const Value old = b.ReadValue("sum", b.Const({0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f}));
  const Value next = b.Op("TestAdd", {old, x});
  b.Assign("sum", next);
  const Value positive = b.Op("TestIsPositive", {x});
  GraphBuilder yes, no;
  yes.Return("r", yes.Op("TestShardTwice", {yes.Arg("a", DT_FLOAT)}));
  no.Arg("a", DT_FLOAT);
  no.Return("r", no.Const({0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f}));
  b.If(positive, std::move(yes), std::move(no), {{next, "a", "a"}}, {{"r", "r"}}, "out");
  return b;
}

Tensor Eight(float value) {
  Tensor tensor(DT_FLOAT, {8});
  tensor.flat<float>().setConstant(value);
  return tensor;
}

// The value that all eight elements have; NaN if they differ.
float TheOne(const Tensor& tensor) {
  for (int i = 1; i < 8; ++i) {
    if (tensor.flat<float>()(i) != tensor.flat<float>()(0))
      return std::numeric_limits<float>::quiet_NaN();
  }
  return tensor.flat<float>()(0);
}

void OnThreads(int count, const std::function<void(int)>& work) {
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t) threads.emplace_back(work, t);
  for (std::thread& thread : threads) thread.join();
}

// --- Requests ---

// A request that goes from thread to thread, with what it should have come to.
struct Job {
  InferRequest request;
  float sum = 0;
  int runs_left = 6;
};

class JobQueue {
 public:
  void Put(std::unique_ptr<Job> job) {
    absl::MutexLock lock(&mu_);
    jobs_.push_back(std::move(job));
  }
  // Null when all is done.
  std::unique_ptr<Job> Take() {
    absl::MutexLock lock(&mu_);
    if (jobs_.empty()) return nullptr;
    std::unique_ptr<Job> job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
  }

 private:
  absl::Mutex mu_;
  std::deque<std::unique_ptr<Job>> jobs_ ABSL_GUARDED_BY(mu_);
};

TEST(Concurrency, SixtyFourRequestsOfOneModelGoFromThreadToThread) {
  const auto model = Compile(ShardingSummator(), 3);
  ASSERT_TRUE(model.ok()) << model.status();
  JobQueue queue;
  for (int i = 0; i < 64; ++i) queue.Put(std::make_unique<Job>(Job{model->CreateRequest()}));
  std::atomic<int> runs{0};
  OnThreads(4, [&](int) {
    while (std::unique_ptr<Job> job = queue.Take()) {
      const float x = static_cast<float>(job->runs_left % 3);
      const auto outputs = job->request.Run({{"x", Eight(x)}});
      ASSERT_TRUE(outputs.ok()) << outputs.status();
      job->sum += x;
      EXPECT_EQ(TheOne((*outputs)[0]), x > 0 ? 2 * job->sum : 0);
      EXPECT_EQ(TheOne(job->request.query_state()[0].get()), job->sum);
      ++runs;
      if (--job->runs_left > 0) queue.Put(std::move(job));
    }
  });
  EXPECT_EQ(runs, 64 * 6);
}

TEST(Concurrency, ThreadsThatShareARequestWithoutALockAreRefusedOrAlone) {
  const auto model = Compile(ShardingSummator());
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  std::atomic<int> succeeded{0};
  OnThreads(3, [&](int) {
    for (int i = 0; i < 100; ++i) {
      const absl::Status status = request.Run({{"x", Eight(1)}}).status();
      if (status.ok()) {
        ++succeeded;
      } else {
        EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
      }
    }
  });
  EXPECT_GT(succeeded, 0);
  EXPECT_EQ(TheOne(request.query_state()[0].get()), static_cast<float>(succeeded));
}

TEST(Concurrency, WhatWasCopiedOutIsReadAndFreedOnOtherThreads) {
  const auto model = Compile(ShardingSummator());
  ASSERT_TRUE(model.ok()) << model.status();
  absl::Mutex mu;
  std::deque<std::pair<float, Tensor>> copies;
  bool finished = false;
  std::thread reader([&] {
    for (;;) {
      std::pair<float, Tensor> copy;
      {
        absl::MutexLock lock(&mu);
        const auto ready = [&] { return finished || !copies.empty(); };
        mu.Await(absl::Condition(&ready));
        if (copies.empty()) return;
        copy = std::move(copies.front());
        copies.pop_front();
      }
      EXPECT_EQ(TheOne(copy.second), copy.first);
    }
  });
  InferRequest request = model->CreateRequest();
  for (int i = 1; i <= 200; ++i) {
    const auto outputs = request.Run({{"x", Eight(1)}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    const float sum = static_cast<float>(i);
    absl::MutexLock lock(&mu);
    copies.emplace_back(2 * sum, (*outputs)[0]);
    copies.emplace_back(sum, request.query_state()[0].get());
  }
  {
    absl::MutexLock lock(&mu);
    finished = true;
  }
  reader.join();
}

TEST(Concurrency, ForksShareAStateAndRunAtTheSameTime) {
  const auto model = Compile(ShardingSummator());
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  ASSERT_TRUE(request.Run({{"x", Eight(5)}}).ok());
  std::vector<InferRequest> forks;
  for (int t = 0; t < 4; ++t) {
    absl::StatusOr<InferRequest> fork = request.Fork();
    ASSERT_TRUE(fork.ok()) << fork.status();
    forks.push_back(*std::move(fork));
  }
  OnThreads(4, [&](int t) {
    float sum = 5;
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(TheOne(forks[t].query_state()[0].get()), sum);
      sum += static_cast<float>(t);
      ASSERT_TRUE(forks[t].Run({{"x", Eight(static_cast<float>(t))}}).ok());
      absl::StatusOr<InferRequest> grandchild = forks[t].Fork();
      ASSERT_TRUE(grandchild.ok());
      forks[t] = *std::move(grandchild);
    }
  });
  EXPECT_EQ(TheOne(request.query_state()[0].get()), 5);
}

TEST(Concurrency, OneGraphIsCompiledAndRunOnManyThreads) {
  const absl::StatusOr<Graph> graph = ShardingSummator().Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  OnThreads(4, [&](int) {
    for (int i = 0; i < 3; ++i) {
      const auto model = CompiledModel::Compile(*graph);
      ASSERT_TRUE(model.ok()) << model.status();
      InferRequest request = model->CreateRequest();
      const auto outputs = request.Run({{"x", Eight(4)}});
      ASSERT_TRUE(outputs.ok()) << outputs.status();
      EXPECT_EQ(TheOne((*outputs)[0]), 8);
    }
  });
}

// --- Asynchronous kernels ---

GraphBuilder AsyncChain(int length) {
  GraphBuilder b;
  Value last = b.Placeholder("x", DT_FLOAT, {8});
  for (int i = 0; i < length; ++i) last = b.Op("TestAsyncAddOne", {last});
  const Value count = b.Op("TestAdd", {b.ReadValue("count", b.Const({0.0f})), b.Const({1.0f})});
  b.Assign("count", count);
  return b;
}

TEST(Concurrency, AsyncKernelsOfManyRequestsShareAPool) {
  const auto model = Compile(AsyncChain(5));
  ASSERT_TRUE(model.ok()) << model.status();
  OnThreads(4, [&](int t) {
    InferRequest request = model->CreateRequest();
    for (int i = 0; i < 20; ++i) {
      const float x = static_cast<float>(100 * t + i);
      const auto outputs = request.Run({{"x", Eight(x)}});
      ASSERT_TRUE(outputs.ok()) << outputs.status();
      EXPECT_EQ(TheOne((*outputs)[0]), x + 5);
      const absl::Status failed = request.Run({{"x", Eight(-1)}}).status();
      EXPECT_EQ(failed.code(), absl::StatusCode::kOutOfRange) << failed;
      EXPECT_EQ(request.query_state()[0].get().flat<float>()(0), static_cast<float>(i + 1));
    }
  });
}

// --- Cancellation ---

TEST(Concurrency, CancelFromAnotherThreadWakesAKernelThatWaits) {
  GraphBuilder b;
  b.Op("TestAsyncWait", {b.Placeholder("x", DT_FLOAT, {8})}, "y");
  const auto model = Compile(b);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  *Waiting() = 0;
  for (int i = 1; i <= 20; ++i) {
    std::thread canceller([&, i] {
      while (*Waiting() < i) std::this_thread::yield();
      request.Cancel();
    });
    EXPECT_EQ(request.Run({{"x", Eight(1)}}).status().code(), absl::StatusCode::kCancelled);
    canceller.join();
  }
}

TEST(Concurrency, AKernelMayCancelTheRunThatIsBeingCancelled) {
  GraphBuilder b;
  b.Op("TestAsyncWait", {b.Placeholder("x", DT_FLOAT, {8})}, "y");
  const auto model = Compile(b);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  *Waiting() = 0;
  *WhenCancelled() = [&request] { request.Cancel(); };
  std::thread canceller([&] {
    while (*Waiting() < 1) std::this_thread::yield();
    request.Cancel();
  });
  EXPECT_EQ(request.Run({{"x", Eight(1)}}).status().code(), absl::StatusCode::kCancelled);
  canceller.join();
  *WhenCancelled() = [] {};
}

TEST(Concurrency, ACancelAtAnyMomentEndsARunWholeOrNotAtAll) {
  const auto model = Compile(AsyncChain(3));
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  std::atomic<bool> finished{false};
  std::thread canceller([&] {
    while (!finished) {
      request.Cancel();
      std::this_thread::yield();
    }
  });
  int succeeded = 0;
  for (int i = 0; i < 200; ++i) {
    const absl::Status status = request.Run({{"x", Eight(1)}}).status();
    if (status.ok()) {
      ++succeeded;
    } else {
      EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
    }
    EXPECT_EQ(request.query_state()[0].get().flat<float>()(0), static_cast<float>(succeeded));
  }
  finished = true;
  canceller.join();
  EXPECT_TRUE(request.Run({{"x", Eight(1)}}).ok());
}

// --- Ends ---

TEST(Concurrency, TheLastToGoFreesTheModelWhereverItIs) {
  std::vector<Tensor> kept(8);
  absl::Barrier* const all_have_run = new absl::Barrier(9);
  std::vector<std::thread> threads;
  {
    const auto model = Compile(ShardingSummator(), 3);
    ASSERT_TRUE(model.ok()) << model.status();
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([request = model->CreateRequest(), &kept, all_have_run, t]() mutable {
        const auto outputs = request.Run({{"x", Eight(static_cast<float>(t + 1))}});
        ASSERT_TRUE(outputs.ok()) << outputs.status();
        kept[t] = (*outputs)[0];
        InferRequest moved = std::move(request);
        if (all_have_run->Block()) delete all_have_run;
        // The request dies here; the model, its plan and its pool with the last of the eight.
      });
    }
  }
  if (all_have_run->Block()) delete all_have_run;
  for (std::thread& thread : threads) thread.join();
  for (int t = 0; t < 8; ++t) EXPECT_EQ(TheOne(kept[t]), static_cast<float>(2 * (t + 1)));
}

TEST(Concurrency, APoolThatEndsRunsWhatWasScheduled) {
  std::atomic<int> ran{0};
  for (int i = 0; i < 20; ++i) {
    thread::ThreadPool pool("test", 3);
    for (int k = 0; k < 10; ++k) pool.Schedule([&ran] { ++ran; });
  }
  EXPECT_EQ(ran, 200);
}

}  // namespace
}  // namespace opgraft
