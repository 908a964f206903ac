// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/crash_handler.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/config.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/kernel/work_sharder.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/shape_inference.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/status_macros.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

volatile int zero = 0;
volatile int sink = 7;

int Endless(int depth) {
  volatile char page[1024];
  page[depth % 1024] = 1;
  return depth < 0 ? 0 : Endless(depth + 1) + page[0];
}

// A sanitizer would end it its own way.
ABSL_ATTRIBUTE_NO_SANITIZE_UNDEFINED void Crash(const std::string& how) {
  if (how == "null") *static_cast<int volatile*>(nullptr) = 1;
  if (how == "zero") sink = sink / zero;
  if (how == "abort") std::abort();
  if (how == "trap") __builtin_trap();
  if (how == "bus") std::raise(SIGBUS);
  if (how == "stack") sink = Endless(1);
  if (how == "thread") std::thread([] { Crash("null"); }).join();
  if (how == "exit") std::exit(0);
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "exit of a thread") std::thread([] { std::exit(0); }).join();
}

// Crashes as attr `how` has it, where attr `where` has it.
class CrashesOp : public OpKernel {
 public:
  explicit CrashesOp(OpKernelConstruction* c) : OpKernel(c) {
    std::string where;
    OP_REQUIRES_OK(c, c->GetAttr("how", &how_));
    OP_REQUIRES_OK(c, c->GetAttr("where", &where));
    if (where == "constructor") Crash(how_);
  }
  void Compute(OpKernelContext* c) override {
    if (c->device()->tensorflow_cpu_worker_threads()->num_threads > 1) {
      const auto& workers = *c->device()->tensorflow_cpu_worker_threads();
      const auto caller = std::this_thread::get_id();
      Shard(workers.num_threads, workers.workers, 64, 1'000'000, [&](int64_t, int64_t) {
        if (std::this_thread::get_id() == caller) absl::SleepFor(absl::Seconds(1));
        Crash(how_);
      });
    }
    Crash(how_);
    c->set_output(0, c->input(0));
  }

 private:
  std::string how_;
};
REGISTER_OP("Crashes")
    .Attr("T: {float, int32}")
    .Attr("how: string")
    .Attr("where: string = 'Compute'")
    .Input("x: T")
    .Output("y: T")
    .SetShapeFn([](shape_inference::InferenceContext* c) {
      std::string where;
      OPGRAFT_RETURN_IF_ERROR(c->GetAttr("where", &where));
      if (where == "shape") Crash("null");
      return shape_inference::UnchangedShape(c);
    });
constexpr int kLine = __LINE__ + 1;
REGISTER_KERNEL_BUILDER(Name("Crashes").Device(DEVICE_CPU).TypeConstraint<float>("T"), CrashesOp);

struct End {
  int signal = 0;  // 0: it ended by itself
  int code = 0;
  std::string text;
};

// Does `work` in a process of its own, with the handler over `before`.
End EndOf(const std::function<void()>& work, void (*before)(int) = SIG_DFL) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(number, before);
    InstallCrashHandler();
    work();
    _exit(0);
  }
  close(ends[1]);
  End end;
  char buffer[1024];
  for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof(buffer))) > 0;)
    end.text.append(buffer, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  return end;
}

void RunGraph(const GraphBuilder& b, int threads = 1) {
  CompileOptions options;
  options.num_threads = threads;
  InferRequest request = CompiledModel::Compile(*b.Build(), options)->CreateRequest();
  request.Run({{"x", Tensor::Of({1.0f})}}).status().IgnoreError();
}

void RunOne(const std::string& how, const std::string& where = "Compute", int threads = 1) {
  GraphBuilder b;
  b.Op("Crashes", {b.Placeholder("x", DT_FLOAT, {1})}, "head/roi",
       {{"how", how}, {"where", where}});
  RunGraph(b, threads);
}

// As the test kit does.
void CallOne(const std::string& how) {
  GraphBuilder b;
  b.Op("Crashes", {b.Placeholder("x", DT_FLOAT, {1})}, "head/roi", {{"how", how}});
  const Graph graph = *b.Build();
  const auto node = graph.node(graph.FindNode("head/roi")).Properties();
  const auto kernel = CreateOpKernel(*KernelRegistry::Global(), node, nullptr);
  RunKernel(kernel->get(), {Tensor::Of({1.0f})}).status().IgnoreError();
}

std::string Kernel() {
  return absl::StrCat("{{node head/roi}} Crashes (kernel of ", __FILE__, ":", kLine, ", T=float)");
}

TEST(CrashHandler, NamesTheKernelAndDiesOfTheSignal) {
  const struct Case {
    const char* how;
    int signal;
    const char* name;
  } cases[] = {
    {"null", SIGSEGV, "SIGSEGV"},
    {"zero", SIGFPE, "SIGFPE"},
    {"abort", SIGABRT, "SIGABRT"},
    {"trap", SIGILL, "SIGILL"},
    {"bus", SIGBUS, "SIGBUS"},
#if !defined(ABSL_HAVE_ADDRESS_SANITIZER) && !defined(ABSL_HAVE_THREAD_SANITIZER)
    {"stack", SIGSEGV, "SIGSEGV"},
#endif
  };
  for (const Case& c : cases) {
    const End end = EndOf([&c] { RunOne(c.how); });
    EXPECT_EQ(end.signal, c.signal) << c.how;
    EXPECT_EQ(end.text, absl::StrCat("opgraft: ", c.name, " in Compute of ", Kernel(), "\n"));
  }
}

// Nothing else would tell that from a run that succeeded.
TEST(CrashHandler, AKernelThatEndsTheProcessIsNoSuccess) {
  const struct Case {
    const char* how;
    const char* place;
  } cases[] = {
      {"exit", "in Compute of "},
      {"quick_exit", "in Compute of "},
      {"exit of a thread", "on another thread, while Compute of "},
  };
  for (const Case& c : cases) {
    const End end = EndOf([&c] { RunOne(c.how); });
    EXPECT_EQ(end.code, 70) << c.how;
    EXPECT_THAT(end.text, StartsWith(absl::StrCat("opgraft: the process was ended by exit ",
                                                  c.place, Kernel())));
  }
  const End end = EndOf([] {
    RunOne("not at all");
    std::exit(3);
  });
  EXPECT_EQ(end.code, 3);
  EXPECT_EQ(end.text, "");
}

TEST(CrashHandler, KnowsConstructorsShapeFunctionsAndWorkers) {
  const struct Case {
    const char* what;
    std::function<void()> work;
    std::string told;
  } cases[] = {
      {"constructor", [] { RunOne("null", "constructor"); },
       absl::StrCat("the constructor of ", Kernel())},
      {"shape function", [] { RunOne("null", "shape"); },
       "the shape function of {{node head/roi}} Crashes"},
      {"worker", [] { RunOne("null", "Compute", 4); }, absl::StrCat("Compute of ", Kernel())},
  };
  for (const Case& c : cases) {
    const End end = EndOf(c.work);
    EXPECT_EQ(end.signal, SIGSEGV) << c.what;
    EXPECT_EQ(end.text, absl::StrCat("opgraft: SIGSEGV in ", c.told, "\n")) << c.what;
  }
}

// The kernel's node is one of a body; the line says which call it is in.
TEST(CrashHandler, NamesTheCallsThatItIsIn) {
  const End end = EndOf([] {
    GraphBuilder body;
    body.Return("y", body.Op("Crashes", {body.Arg("x", DT_FLOAT)}, "inner", {{"how", "null"}}));
    GraphBuilder b;
    b.Function("F", std::move(body));
    b.Op("F", {b.Placeholder("x", DT_FLOAT, {1})}, "call");
    RunGraph(b);
  });
  EXPECT_THAT(end.text, StartsWith("opgraft: SIGSEGV in Compute of {{node inner}} Crashes ("));
  EXPECT_THAT(end.text, EndsWith("; in call of 'F' at {{node call}}\n"));
}

// On a machine with several cores, it is a worker that crashes.
TEST(CrashHandler, KnowsAKernelThatIsCalledByItself) {
  const End end = EndOf([] { CallOne("null"); });
  EXPECT_EQ(end.text, absl::StrCat("opgraft: SIGSEGV in Compute of ", Kernel(), "\n"));
}

// A thread that the kernel starts itself, in a run and where the test kit calls one.
TEST(CrashHandler, TellsWhichKernelsRanWhenAnotherThreadCrashes) {
  const std::string told =
      absl::StrCat("opgraft: SIGSEGV on another thread, while Compute of ", Kernel(), " ran\n");
  const End in_run = EndOf([] { RunOne("thread"); });
  EXPECT_EQ(in_run.signal, SIGSEGV);
  EXPECT_EQ(in_run.text, told);
  EXPECT_EQ(EndOf([] { CallOne("thread"); }).text, told);
  const End after = EndOf([] {
    RunOne("not at all");
    Crash("thread");
  });
  EXPECT_EQ(after.text, "opgraft: SIGSEGV, in no kernel\n");
}

TEST(CrashHandler, ACrashElsewhereIsToldAndNoneIsSilent) {
  EXPECT_EQ(EndOf([] { Crash("null"); }).text, "opgraft: SIGSEGV, in no kernel\n");
  const auto advised = [] {
    AdviseOnCrash("run with --check");
    Crash("null");
  };
  EXPECT_EQ(EndOf(advised).text, "opgraft: SIGSEGV, in no kernel; run with --check\n");
  const End end = EndOf([] { RunOne("not at all"); });
  EXPECT_EQ(end.signal, 0);
  EXPECT_EQ(end.text, "");
}

// What was there before has its turn.
TEST(CrashHandler, LeavesTheRestToTheHandlerBefore) {
  const auto before = [](int) {
    constexpr char kText[] = "before\n";
    if (write(STDERR_FILENO, kText, sizeof(kText) - 1) > 0) _exit(0);
  };
  const End end = EndOf([] { RunOne("null"); }, before);
  EXPECT_EQ(end.signal, 0);
  EXPECT_THAT(end.text, StartsWith("opgraft: SIGSEGV in Compute of {{node head/roi}}"));
  EXPECT_THAT(end.text, EndsWith("before\n"));
}

}  // namespace
}  // namespace opgraft
