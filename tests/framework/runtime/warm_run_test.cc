// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What a warm run does not do: allocate, take a lock or an atomic read-modify-write, call the
// system, write memory that requests share. The processor is asked: every instruction of a run is
// looked at, and shared memory is write-protected.

#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/config.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "tools/allocation_counter/allocation_counter.h"

// Of gcc's library that counts lines; null unless the program does.
extern "C" void __gcov_init(void*) __attribute__((weak));

namespace opgraft {
namespace {

constexpr int64_t kElements = 16;

CompiledModel Compile(const GraphBuilder& b) {
  absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*b.Build());
  EXPECT_TRUE(model.ok()) << model.status();
  return *std::move(model);
}

Value Feed(GraphBuilder* b, const std::string& name, int64_t elements = kElements) {
  return b->Placeholder(name, DT_FLOAT, {elements});
}

GraphBuilder Branch(const std::string& op) {
  GraphBuilder body;
  const Value x = body.Arg("x", DT_FLOAT);
  body.Return("z", body.Op(op, {x, body.Arg("y", DT_FLOAT)}));
  return body;
}

GraphBuilder Chain(int nodes) {
  GraphBuilder b;
  Value value = Feed(&b, "x");
  const Value y = Feed(&b, "y");
  for (int i = 0; i < nodes; ++i) value = b.Op(i % 2 == 0 ? "AddV2" : "Sub", {value, y});
  b.Op("Identity", {value}, "out");
  return b;
}

// All that a model may have: an init that is run once, an If, a call, views, a broadcast, a state.
GraphBuilder OneOfEach() {
  GraphBuilder b;
  b.Function("F", Branch("Mul"));
  const Value x = Feed(&b, "x");
  const Value one = b.Const(Tensor(1.0f));
  const Value old = b.ReadValue("sum", b.Op("Neg", {x}));
  const Value next = b.Op("AddV2", {old, x});
  const Value cond = b.Placeholder("cond", DT_BOOL, TensorShape());
  const Value chosen =
      b.If(cond, Branch("AddV2"), Branch("Sub"), {{next, "x", "x"}, {x, "y", "y"}}, {{"z", "z"}});
  const Value called = b.Op("F", {chosen, x});
  const Value square = b.Op("Reshape", {called, b.Const({4, 4})});
  b.Op("AddV2", {square, one}, "out");
  b.Assign("sum", next);
  return b;
}

struct Case {
  const char* name;
  GraphBuilder graph;
};

std::vector<Case> Cases() {
  std::vector<Case> cases;
  cases.push_back({"chain", Chain(10)});
  cases.push_back({"one of each", OneOfEach()});
  return cases;
}

// Runs a few times with every value of the conditions, by the prepared form.
void Warm(const CompiledModel& model, InferRequest* request) {
  for (int run = 0; run < 6; ++run) {
    for (int i = 0; i < model.num_inputs(); ++i) {
      Tensor& input = request->input(i);
      if (model.input_type(i) == DT_BOOL) {
        input.scalar<bool>()() = run % 2 == 0;
      } else {
        input.flat<float>().setConstant(1);
      }
    }
    const absl::Status status = request->Run();
    ASSERT_TRUE(status.ok()) << status;
  }
}

TEST(WarmRun, AllocatesNothing) {
  if (opgraft_internal::AllocationsOfThisThread() < 0)
    GTEST_SKIP() << "a sanitizer has its own malloc";
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.name);
    const CompiledModel model = Compile(c.graph);
    InferRequest request = model.CreateRequest();
    Warm(model, &request);
    const int64_t before = opgraft_internal::AllocationsOfThisThread();
    Warm(model, &request);
    EXPECT_EQ(opgraft_internal::AllocationsOfThisThread(), before);
  }
}

TEST(WarmRun, ByNameAllocatesNothingEither) {
  if (opgraft_internal::AllocationsOfThisThread() < 0)
    GTEST_SKIP() << "a sanitizer has its own malloc";
  const CompiledModel model = Compile(Chain(3));
  InferRequest request = model.CreateRequest();
  const std::vector<NamedTensor> feeds = {{"y", Tensor(DT_FLOAT, {kElements})},
                                          {"x", Tensor(DT_FLOAT, {kElements})}};
  for (int run = 0; run < 3; ++run) ASSERT_TRUE(request.Run(feeds).ok());
  const int64_t before = opgraft_internal::AllocationsOfThisThread();
  for (int run = 0; run < 3; ++run) ASSERT_TRUE(request.Run(feeds).ok());
  EXPECT_EQ(opgraft_internal::AllocationsOfThisThread(), before);
}

TEST(WarmRun, OfAShapeThatChangesAllocatesNothingOnceTheLargestWasSeen) {
  if (opgraft_internal::AllocationsOfThisThread() < 0)
    GTEST_SKIP() << "a sanitizer has its own malloc";
  GraphBuilder b;
  Value value = Feed(&b, "x", -1);
  for (int i = 0; i < 10; ++i) value = b.Op("AddV2", {value, value});
  b.Op("Identity", {value}, "out");
  const CompiledModel model = Compile(b);
  InferRequest request = model.CreateRequest();
  std::vector<std::vector<Tensor>> feeds;
  for (const int64_t n : {9, 3, 7, 1, 8}) feeds.push_back({Tensor(DT_FLOAT, {n})});
  for (const std::vector<Tensor>& feed : feeds) ASSERT_TRUE(request.RunInOrder(feed).ok());
  const int64_t before = opgraft_internal::AllocationsOfThisThread();
  for (const std::vector<Tensor>& feed : feeds) ASSERT_TRUE(request.RunInOrder(feed).ok());
  EXPECT_EQ(opgraft_internal::AllocationsOfThisThread(), before);
}

// A mapping of this process.
struct Mapping {
  uintptr_t begin = 0;
  uintptr_t end = 0;
  std::string name;
};

Mapping MappingOf(const void* address) {
  const auto wanted = reinterpret_cast<uintptr_t>(address);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    Mapping mapping;
    char dash = 0;
    std::istringstream fields(line);
    std::string rights, offset, device, inode;
    fields >> std::hex >> mapping.begin >> dash >> mapping.end >> rights >> offset >> device >>
        inode >> mapping.name;
    if (mapping.begin <= wanted && wanted < mapping.end) return mapping;
  }
  return {};
}

// malloc gives each thread memory of its own (glibc): a model compiled on another thread lies apart
// from the requests. What this thread frees of it would be given to requests, so models live to the
// end.
TEST(WarmRun, WritesNothingThatRequestsShare) {
  if (opgraft_internal::AllocationsOfThisThread() < 0)
    GTEST_SKIP() << "a sanitizer has its own malloc";
  std::vector<std::unique_ptr<CompiledModel>> models;
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.name);
    std::unique_ptr<CompiledModel>& model = models.emplace_back();
    std::thread([&] { model = std::make_unique<CompiledModel>(Compile(c.graph)); }).join();
    const Mapping shared = MappingOf(model.get());
    if (shared.name == "[heap]") GTEST_SKIP() << "this malloc has one memory for all threads";
    std::vector<InferRequest> requests;
    for (int i = 0; i < 2; ++i) {
      requests.push_back(model->CreateRequest());
      Warm(*model, &requests.back());
    }
    void* const memory = reinterpret_cast<void*>(shared.begin);
    ASSERT_EQ(mprotect(memory, shared.end - shared.begin, PROT_READ), 0);
    for (InferRequest& request : requests) Warm(*model, &request);  // a write would end the process
    ASSERT_EQ(mprotect(memory, shared.end - shared.begin, PROT_READ | PROT_WRITE), 0);
  }
}

#if defined(__x86_64__) && !defined(ABSL_HAVE_ADDRESS_SANITIZER) && \
    !defined(ABSL_HAVE_THREAD_SANITIZER)

// What one stretch of a program executed.
struct Executed {
  int64_t instructions = 0;
  int64_t read_modify_writes = 0;
  int64_t system_calls = 0;
};

bool IsLegacyPrefix(uint8_t byte) {
  constexpr uint8_t kPrefixes[] = {0x66, 0x67, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65, 0xf2, 0xf3};
  return std::find(std::begin(kPrefixes), std::end(kPrefixes), byte) != std::end(kPrefixes);
}

// Counts one instruction by its first bytes: a lock prefix, or an exchange with memory, which locks
// without one.
void Count(const uint8_t* code, Executed* executed) {
  ++executed->instructions;
  while (IsLegacyPrefix(*code)) ++code;
  const bool is_locked = *code == 0xf0;
  if ((*code & 0xf0) == 0x40) ++code;
  const bool is_exchange = (code[0] == 0x86 || code[0] == 0x87) && code[1] < 0xc0;
  executed->read_modify_writes += is_locked || is_exchange ? 1 : 0;
  executed->system_calls += code[0] == 0x0f && code[1] == 0x05 ? 1 : 0;
}

// Steps the stopped process from one breakpoint to the next.
Executed StepThrough(pid_t process) {
  Executed executed;
  int status = 0;
  while (ptrace(PTRACE_SINGLESTEP, process, nullptr, nullptr) == 0 &&
         waitpid(process, &status, 0) == process && WIFSTOPPED(status)) {
    const auto at = ptrace(PTRACE_PEEKUSER, process, 16 * sizeof(long), nullptr);  // RIP
    long words[2];
    for (int i = 0; i < 2; ++i) words[i] = ptrace(PTRACE_PEEKTEXT, process, at + 8 * i, nullptr);
    const auto* code = reinterpret_cast<const uint8_t*>(words);
    if (*code == 0xcc) return executed;
    Count(code, &executed);
  }
  ADD_FAILURE() << "the run ended early, status " << status;
  return executed;
}

// Runs `work` between two breakpoints in a process of its own.
Executed Watch(const std::function<void()>& work) {
  const pid_t process = fork();
  if (process == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(1);
    __asm__ volatile("int3");
    work();
    __asm__ volatile("int3");
    _exit(0);
  }
  int status = 0;
  waitpid(process, &status, 0);
  Executed executed;
  if (WIFSTOPPED(status)) executed = StepThrough(process);
  kill(process, SIGKILL);
  waitpid(process, &status, 0);
  return executed;
}

Executed WatchRun(const GraphBuilder& graph) {
  const CompiledModel model = Compile(graph);
  InferRequest request = model.CreateRequest();
  Warm(model, &request);
  return Watch([&request] {
    if (!request.Run().ok()) std::abort();
  });
}

TEST(WarmRun, TheWatchSeesWhatItIsToSee) {
  std::atomic<int> count{0};
  const Executed executed = Watch([&count] {
    count.fetch_add(1);
    count.exchange(7);
    getppid();
  });
  if (executed.instructions == 0) GTEST_SKIP() << "processes may not be traced here";
  EXPECT_EQ(executed.read_modify_writes, 2);
  EXPECT_EQ(executed.system_calls, 1);
}

TEST(WarmRun, TakesNoLockNoReadModifyWriteNoSystemCall) {
  for (const Case& c : Cases()) {
    SCOPED_TRACE(c.name);
    const Executed executed = WatchRun(c.graph);
    if (executed.instructions == 0) GTEST_SKIP() << "processes may not be traced here";
    EXPECT_EQ(executed.read_modify_writes, 0);
    EXPECT_EQ(executed.system_calls, 0);
  }
}

// A figure that no load of the machine disturbs. The kernel's loop over 16 floats takes some 30 of
// them. A run enters and leaves the request, its budget and its state, looks at the limits that it
// may have been given, and commits what it staged and opened.
TEST(WarmRun, ANodeTakesSome200Instructions) {
  if (__gcov_init != nullptr) GTEST_SKIP() << "lines are counted (tools/coverage.sh)";
  const int64_t few = WatchRun(Chain(10)).instructions;
  if (few == 0) GTEST_SKIP() << "processes may not be traced here";
  const int64_t many = WatchRun(Chain(110)).instructions;
  RecordProperty("instructions_a_node", static_cast<int>((many - few) / 100));
  RecordProperty("instructions_a_run", static_cast<int>(few - (many - few) / 10));
  EXPECT_LE((many - few) / 100, 220);
  EXPECT_LE(few - (many - few) / 10, 430);  // of a run whatever its nodes
}

#endif

}  // namespace
}  // namespace opgraft
