// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Every single allocation of every call of the API fails once: the call answers RESOURCE_EXHAUSTED,
// no exception comes out of it, and no state changes.

#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <string>

#include "framework/graph/builder/graph_builder.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace {

// The allocation of this thread that fails; negative: none.
thread_local int64_t fails_in = -1;

void* Allocate(size_t bytes, size_t alignment = alignof(std::max_align_t)) {
  if (fails_in >= 0 && fails_in-- == 0) return nullptr;
  const size_t whole = (bytes + alignment) / alignment * alignment;
  return alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, whole)
                                               : std::malloc(whole);
}

void* AllocateOrThrow(size_t bytes, size_t alignment = alignof(std::max_align_t)) {
  void* const memory = Allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Not inlined: g++ would take the `free` for that of memory of another `new`.
[[gnu::noinline]] void Free(void* memory) { std::free(memory); }

}  // namespace

void* operator new(size_t bytes) { return AllocateOrThrow(bytes); }
void* operator new[](size_t bytes) { return AllocateOrThrow(bytes); }
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return Allocate(bytes); }
void* operator new(size_t bytes, std::align_val_t alignment) {
  return AllocateOrThrow(bytes, static_cast<size_t>(alignment));
}
void operator delete(void* memory) noexcept { Free(memory); }
void operator delete[](void* memory) noexcept { Free(memory); }
void operator delete(void* memory, size_t) noexcept { Free(memory); }
void operator delete[](void* memory, size_t) noexcept { Free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { Free(memory); }

// For LeakSanitizer: Protocol Buffers' own code loses the message that it was about to add to a
// list when the list cannot grow.
extern "C" int __lsan_is_turned_off() { return 1; }

namespace opgraft {
namespace {

constexpr char kSummator[] = R"(
  node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
         attr { key: "shape" value { shape { dim { size: 1 } } } } }
  node { name: "zero" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
         attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 1 } } float_val: 0 } } } }
  node { name: "old" op: "ReadValue" input: "zero"
         attr { key: "N" value { i: 1 } } attr { key: "variable_id" value { s: "sum" } }
         attr { key: "variable_type" value { type: DT_FLOAT } }
         attr { key: "variable_shape" value { shape { dim { size: 1 } } } } }
  node { name: "next" op: "AddV2" input: "old" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
  node { name: "called" op: "F" input: "next" }
  node { name: "keep" op: "Assign" input: "called" attr { key: "T" value { type: DT_FLOAT } }
         attr { key: "variable_id" value { s: "sum" } } }
  library { function {
    signature { name: "F" input_arg { name: "a" type: DT_FLOAT } output_arg { name: "r" type: DT_FLOAT } }
    node_def { name: "n" op: "Neg" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
    ret { key: "r" value: "n:y:0" } } })";

// Fails each allocation of `call()` in turn, each time after `prepare()`; `check()` looks at what a
// call left that failed. Ends when a call has made fewer.
void FailEach(const char* name, const std::function<void()>& prepare,
              const std::function<absl::Status()>& call, const std::function<void()>& check,
              absl::StatusCode at_last = absl::StatusCode::kOk) {
  SCOPED_TRACE(name);
  for (int64_t n = 0;; ++n) {
    ASSERT_LT(n, 100'000);
    prepare();
    absl::Status status;
    fails_in = n;
    try {
      status = call();
    } catch (...) {
      fails_in = -1;
      ADD_FAILURE() << "an exception came out of allocation " << n;
      continue;
    }
    const bool failed = fails_in < 0;
    fails_in = -1;
    if (!failed) {
      EXPECT_EQ(status.code(), at_last) << status;
      return;
    }
    // What is only for speed or for a message may do without.
    if (status.ok() || status.code() == at_last) continue;
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << n << ": " << status;
    check();
  }
}

void NoCheck() {}

class AllocationFailureTest : public testing::Test {
 protected:
  void SetUp() override {
    graph_ = *Graph::FromBytes(kSummator, ImportOptions());
    model_ = std::make_unique<CompiledModel>(*CompiledModel::Compile(graph_));
    Renew(true);
    ASSERT_TRUE(Run().ok());
    saved_ = *request_->SerializeState();
  }

  // A request that has run, if it is to be warm, and whose state is known.
  void Renew(bool is_warm) {
    request_ = std::make_unique<InferRequest>(model_->CreateRequest());
    if (is_warm) {
      ASSERT_TRUE(Run().ok());
    }
    before_ = *request_->SerializeState();
  }
  absl::Status Run() { return request_->Run({{"x", x_}}).status(); }
  void StateIsAsBefore() { EXPECT_EQ(*request_->SerializeState(), before_); }

  Graph graph_;
  std::unique_ptr<CompiledModel> model_;
  std::unique_ptr<InferRequest> request_;
  const Tensor x_ = Tensor::Of({2.0f});
  std::string saved_, before_;
};

TEST_F(AllocationFailureTest, OfCompile) {
  FailEach(
      "compile", NoCheck, [this] { return CompiledModel::Compile(graph_).status(); }, NoCheck);
  CompileOptions called;
  called.limits.max_inlined_in_all = 0;
  FailEach(
      "compile without inlining", NoCheck,
      [&] { return CompiledModel::Compile(graph_, called).status(); }, NoCheck);
}

TEST_F(AllocationFailureTest, OfARequestsCreation) {
  FailEach(
      "create", NoCheck,
      [this] {
        InferRequest request = model_->CreateRequest();
        return request.Run({{"x", x_}}).status();
      },
      NoCheck);
}

TEST_F(AllocationFailureTest, OfRuns) {
  FailEach(
      "first run", [this] { Renew(false); }, [this] { return Run(); },
      [this] { StateIsAsBefore(); });
  FailEach(
      "run with a wrong feed", [this] { Renew(true); },
      [this] {
        return request_->Run({{"nope", x_}}).status();
      },
      [this] { StateIsAsBefore(); }, absl::StatusCode::kNotFound);
  FailEach(
      "prepared run", [this] { Renew(false); }, [this] { return request_->Run(); },
      [this] { StateIsAsBefore(); }, absl::StatusCode::kInvalidArgument);
}

TEST_F(AllocationFailureTest, OfCallsThatTouchTheState) {
  const auto renew = [this] { Renew(true); };
  const auto unchanged = [this] { StateIsAsBefore(); };
  FailEach(
      "fork", renew, [this] { return request_->Fork().status(); }, unchanged);
  FailEach(
      "save", renew, [this] { return request_->SerializeState().status(); }, unchanged);
  FailEach(
      "load", renew, [this] { return request_->ParseState(saved_); }, unchanged);
  FailEach(
      "set", renew,
      [this]() -> absl::Status {
        absl::StatusOr<VariableState> state = request_->state("sum");
        return state.ok() ? state->set(x_) : state.status();
      },
      unchanged);
  FailEach(
      "a variable that is not there", renew, [this] { return request_->state("som").status(); },
      unchanged, absl::StatusCode::kNotFound);
}

TEST_F(AllocationFailureTest, ARunGoesOnAfterIt) {
  Renew(true);
  for (int64_t n = 0; n < 50; ++n) {
    fails_in = n;
    const absl::Status status = request_->Run({{"nope", x_}}).status();
    fails_in = -1;
    EXPECT_FALSE(status.ok());
    ASSERT_TRUE(Run().ok());
  }
}

}  // namespace
}  // namespace opgraft
