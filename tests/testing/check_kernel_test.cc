// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/check_kernel.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "absl/base/config.h"
#include "framework/kernel/resource_mgr.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/op.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Doubles its input; subclasses do something wrong besides.
class DoubleOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &y));
    y->flat<float>() = c->input(0).flat<float>() * 2.0f;
  }
};

REGISTER_OP("RightOp")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_KERNEL_BUILDER(Name("RightOp").Device(DEVICE_CPU), DoubleOp);

TEST(CheckKernel, FindsNothingInARightKernel) {
  const KernelCheckReport report = CheckKernel("RightOp");
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.accepted, 60);
}

// --- One op a fault ---

class NotSetOp : public DoubleOp {
 public:
  using DoubleOp::DoubleOp;
  void Compute(OpKernelContext* c) override {
    if (c->input(0).dims() != 3) DoubleOp::Compute(c);
  }
};
REGISTER_OP("NotSetOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("NotSetOp").Device(DEVICE_CPU), NotSetOp);

REGISTER_OP("ShapeLieOp")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_KERNEL_BUILDER(Name("ShapeLieOp").Device(DEVICE_CPU), DoubleOp);

class MutInOp : public DoubleOp {
 public:
  using DoubleOp::DoubleOp;
  void Compute(OpKernelContext* c) override {
    DoubleOp::Compute(c);
    Tensor t = c->input(0);
    if (t.NumElements() > 0) t.flat<float>()(0) += 1;
  }
};
REGISTER_OP("MutInOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("MutInOp").Device(DEVICE_CPU), MutInOp);

class CountingOp : public DoubleOp {
 public:
  using DoubleOp::DoubleOp;
  void Compute(OpKernelContext* c) override {
    DoubleOp::Compute(c);
    ++calls_;
  }

 private:
  std::atomic<int> calls_{0};
};
REGISTER_OP("CountingOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("CountingOp").Device(DEVICE_CPU), CountingOp);

// State that the object's own bytes do not show.
class HiddenStateOp : public DoubleOp {
 public:
  explicit HiddenStateOp(OpKernelConstruction* c) : DoubleOp(c), calls_(new std::atomic<int>(0)) {}
  void Compute(OpKernelContext* c) override {
    DoubleOp::Compute(c);
    if (c->input(0).NumElements() > 0)
      c->mutable_output(0)->flat<float>()(0) += static_cast<float>((*calls_)++);
  }

 private:
  const std::unique_ptr<std::atomic<int>> calls_;
};
REGISTER_OP("HiddenStateOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("HiddenStateOp").Device(DEVICE_CPU), HiddenStateOp);
REGISTER_OP("KnownStateOp").Input("x: float").Output("y: float").SetIsStateful();
REGISTER_KERNEL_BUILDER(Name("KnownStateOp").Device(DEVICE_CPU), HiddenStateOp);

// A scratch buffer that all threads share: right as long as there is one.
class SharedScratchOp : public DoubleOp {
 public:
  explicit SharedScratchOp(OpKernelConstruction* c)
      : DoubleOp(c), in_use_(new std::atomic<bool>(false)) {}
  void Compute(OpKernelContext* c) override {
    DoubleOp::Compute(c);
    const bool alone = !in_use_->exchange(true);
    // Gives the processor away: the other thread's turn is now, however busy the machine is.
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    if (!alone && c->input(0).NumElements() > 0) c->mutable_output(0)->flat<float>()(0) += 1;
    in_use_->store(false);
  }

 private:
  const std::unique_ptr<std::atomic<bool>> in_use_;
};
REGISTER_OP("SharedScratchOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("SharedScratchOp").Device(DEVICE_CPU), SharedScratchOp);

class KeepsInputOp : public DoubleOp {
 public:
  explicit KeepsInputOp(OpKernelConstruction* c) : DoubleOp(c), kept_(new Tensor) {}
  void Compute(OpKernelContext* c) override {
    DoubleOp::Compute(c);
    const std::lock_guard<std::mutex> lock(*mu_);
    *kept_ = c->input(0);
  }

 private:
  const std::unique_ptr<std::mutex> mu_ = std::make_unique<std::mutex>();
  const std::unique_ptr<Tensor> kept_;
};
REGISTER_OP("KeepsInputOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("KeepsInputOp").Device(DEVICE_CPU), KeepsInputOp);

#if !defined(ABSL_HAVE_ADDRESS_SANITIZER)  // there it is an error of its own
class ReadsBehindOp : public DoubleOp {
 public:
  using DoubleOp::DoubleOp;
  void Compute(OpKernelContext* c) override {
    DoubleOp::Compute(c);
    const Tensor& x = c->input(0);
    if (x.NumElements() == 0) return;
    const volatile float* const data = static_cast<const float*>(x.data());
    c->mutable_output(0)->flat<float>()(0) = data[x.NumElements()];
  }
};
REGISTER_OP("ReadsBehindOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("ReadsBehindOp").Device(DEVICE_CPU), ReadsBehindOp);
#endif

class WrongTypeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    c->set_output(0, Tensor(c->input(0).flat<int32>()(0)));
  }
};
REGISTER_OP("WrongTypeOp").Input("x: float").Output("y: int32");
REGISTER_KERNEL_BUILDER(Name("WrongTypeOp").Device(DEVICE_CPU), WrongTypeOp);

#if !defined(ABSL_HAVE_ADDRESS_SANITIZER)
class WritesBehindOp : public DoubleOp {
 public:
  using DoubleOp::DoubleOp;
  void Compute(OpKernelContext* c) override {
    DoubleOp::Compute(c);
    Tensor* const y = c->mutable_output(0);
    volatile float* const data = static_cast<float*>(y->data());
    for (int64_t i = 0; i < 100; ++i) data[y->NumElements() + i] = 0;
  }
};
REGISTER_OP("WritesBehindOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("WritesBehindOp").Device(DEVICE_CPU), WritesBehindOp);

// The temporary is gone when the call is over.
class WritesBeforeTempOp : public DoubleOp {
 public:
  using DoubleOp::DoubleOp;
  void Compute(OpKernelContext* c) override {
    DoubleOp::Compute(c);
    Tensor temp;
    OP_REQUIRES_OK(c, c->allocate_temp(DT_INT64, TensorShape({3}), &temp));
    static_cast<volatile int64_t*>(temp.data())[-1] = 7;
  }
};
REGISTER_OP("WritesBeforeTempOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("WritesBeforeTempOp").Device(DEVICE_CPU), WritesBeforeTempOp);
#endif

// Writes but the first of each row.
template <typename T>
class LeavesFirstOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({3, 2}), &y));
    for (int row = 0; row < 3; ++row) y->matrix<T>()(row, 1) = T();
  }
};
REGISTER_OP("LeavesFirstOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("LeavesFirstOp").Device(DEVICE_CPU), LeavesFirstOp<float>);
REGISTER_OP("LeavesFirstBoolOp").Input("x: float").Output("y: bool");
REGISTER_KERNEL_BUILDER(Name("LeavesFirstBoolOp").Device(DEVICE_CPU), LeavesFirstOp<bool>);

class AddsToUnwrittenOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({2}), &y));
    y->flat<float>()(0) = 1;
    y->flat<float>()(1) += 1;
  }
};
REGISTER_OP("AddsToUnwrittenOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("AddsToUnwrittenOp").Device(DEVICE_CPU), AddsToUnwrittenOp);

class DoneTwiceOp : public AsyncOpKernel {
 public:
  using AsyncOpKernel::AsyncOpKernel;
  void ComputeAsync(OpKernelContext* c, DoneCallback done) override {
    c->set_output(0, c->input(0));
    std::thread([done = std::move(done)] {
      done();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      done();
    }).detach();
  }
};
REGISTER_OP("DoneTwiceOp").Input("x: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("DoneTwiceOp").Device(DEVICE_CPU), DoneTwiceOp);

REGISTER_OP("DropsErrorOp").Input("x: float").Output("y: float").SetShapeFn([](auto* c) {
  shape_inference::ShapeHandle unused;
  c->WithRank(c->input(0), 7, &unused).IgnoreError();
  c->set_output(0, c->input(0));
  return absl::OkStatus();
});
REGISTER_KERNEL_BUILDER(Name("DropsErrorOp").Device(DEVICE_CPU), DoubleOp);

REGISTER_OP("SetsNoShapeOp").Input("x: float").Output("y: float").SetShapeFn([](auto*) {
  return absl::OkStatus();
});
REGISTER_KERNEL_BUILDER(Name("SetsNoShapeOp").Device(DEVICE_CPU), DoubleOp);

TEST(CheckKernel, FindsWhatIsWrong) {
  const struct Case {
    const char* op;
    std::vector<const char*> parts;  // of its one finding
  } cases[] = {
    {"NotSetOp", {"NotSetOp[]([", "fails: ", "Compute returned OK but did not set output 0 'y'"}},
    {"ShapeLieOp",
     {"disagrees with its shape function: output 0 is [", "the shape function promised []"}},
    {"MutInOp",
     {"writes into its input: input 0 changed; use forward_input_or_allocate_output or copy"}},
    {"CountingOp", {"writes its own members in Compute: one kernel serves all runs and threads"}},
    {"HiddenStateOp", {"gives another result when it runs again: output 0: element ["}},
    {"SharedScratchOp", {"gives another result when two threads run it: output 0: element ["}},
    {"KeepsInputOp", {"keeps a reference to its input: input 0"}},
#if !defined(ABSL_HAVE_ADDRESS_SANITIZER)
    {"ReadsBehindOp", {"reads beside its inputs: output 0: element ["}},
    {"WritesBehindOp",
     {"writes beside its memory: it wrote behind the end of output 0 'y' (float [",
      "as far as 400 bytes (100 elements)"}},
    {"WritesBeforeTempOp",
     {"writes beside its memory: it wrote before the start of a temporary of 24 bytes, as far as 8 "
      "bytes"}},
#endif
    {"LeavesFirstOp",
     {"leaves its output unwritten: output 0 'y' element [0,0] was never written, nor were 2 "
      "more"}},
    {"LeavesFirstBoolOp",
     {"leaves its output unwritten: output 0 'y' element [0,0] was never written, nor were 2 "
      "more"}},
    {"AddsToUnwrittenOp",
     {"reads memory that it has not written: output 0 'y' element [1] depends on what lay there "
      "before"}},
    {"DropsErrorOp",
     {"has a shape function that drops an error: Shape must be rank 7 but is rank ",
      "Return it (TF_RETURN_IF_ERROR), or if the call is only a try, set "
      "CheckKernelOptions::may_ignore_shape_errors"}},
    {"SetsNoShapeOp",
     {"has an output of no shape: its shape function sets no shape for output 0 'y'; call "
      "set_output for each, with UnknownShape() if nothing is known"}},
    {"DoneTwiceOp", {"fails: ", "ComputeAsync called `done` more than once"}},
    {"WrongTypeOp", {"fails: ", "input 0 'x' (float) as int32"}},
  };
  for (const Case& c : cases) {
    CheckKernelOptions options;
    options.calls_per_kernel = 200;
    const KernelCheckReport report = CheckKernel(c.op, options);
    ASSERT_EQ(report.findings.size(), 1u) << c.op << "\n" << report.ToString();
    for (const char* part : c.parts) EXPECT_THAT(report.findings[0], HasSubstr(part));
  }
}

TEST(CheckKernel, AStatefulOpMayDifferFromRunToRun) {
  EXPECT_THAT(CheckKernel("KnownStateOp").findings, IsEmpty());
}

TEST(CheckKernel, MembersMayBeWrittenIfTheAuthorSaysSo) {
  CheckKernelOptions options;
  options.may_write_members = true;
  EXPECT_THAT(CheckKernel("CountingOp", options).findings, IsEmpty());
}

TEST(CheckKernel, AShapeFunctionMayTryACallIfTheAuthorSaysSo) {
  CheckKernelOptions options;
  options.may_ignore_shape_errors = true;
  EXPECT_THAT(CheckKernel("DropsErrorOp", options).findings, IsEmpty());
}

// --- Attrs and shapes ---

// Needs what random inputs seldom are: an attr that is given, a matrix of three columns and a
// scalar.
class PickyOp : public OpKernel {
 public:
  explicit PickyOp(OpKernelConstruction* c) : OpKernel(c) {
    std::string path;
    OP_REQUIRES_OK(c, c->GetAttr("path", &path));
    OP_REQUIRES(c, path == "/here", absl::InvalidArgumentError("there is no such path"));
  }
  void Compute(OpKernelContext* c) override {
    OP_REQUIRES(c,
                c->input(0).dims() == 2 && c->input(0).dim_size(1) == 3 && c->input(1).dims() == 0,
                absl::InvalidArgumentError("x must have 3 columns"));
    c->set_output(0, c->input(0));
  }
};
REGISTER_OP("PickyOp")
    .Attr("T: {float, int32}")
    .Attr("path: string")
    .Input("x: T")
    .Input("at: int32")
    .Output("y: T");
REGISTER_KERNEL_BUILDER(Name("PickyOp").Device(DEVICE_CPU).TypeConstraint<float>("T"), PickyOp);
REGISTER_KERNEL_BUILDER(Name("PickyOp").Device(DEVICE_CPU).TypeConstraint<int32>("T"), PickyOp);

TEST(CheckKernel, AKernelThatTookNothingIsAFinding) {
  EXPECT_THAT(
      CheckKernel("PickyOp").findings,
      ElementsAre(
          HasSubstr("was not checked: none of 60 random inputs was accepted; the last error: "),
          HasSubstr("there is no such path")));
}

// Takes the first of all inputs.
class OddOp : public DoubleOp {
 public:
  using DoubleOp::DoubleOp;
  void Compute(OpKernelContext* c) override {
    OP_REQUIRES(c, taken_->fetch_add(1) == 0, absl::InvalidArgumentError("x must be odd"));
    DoubleOp::Compute(c);
  }

 private:
  static inline std::atomic<int>* const taken_ = new std::atomic<int>(0);
};
REGISTER_OP("OddOp").Input("x: float").Output("y: float").SetIsStateful();
REGISTER_KERNEL_BUILDER(Name("OddOp").Device(DEVICE_CPU), OddOp);

TEST(CheckKernel, AKernelThatTookHardlyAnythingIsAFinding) {
  const KernelCheckReport report = CheckKernel("OddOp");
  EXPECT_EQ(report.accepted, 1);
  EXPECT_THAT(report.findings,
              ElementsAre(HasSubstr(
                  "was hardly checked: only 1 of 60 random inputs was accepted; the last error: "
                  "{{node n}} OddOp: x must be odd. Give CheckKernelOptions::input_shapes or "
                  "attrs")));
}

TEST(CheckKernel, ChecksEveryKernelWithGivenAttrsAndShapes) {
  CheckKernelOptions options;
  options.attrs = {{"path", "/here"}};
  options.input_shapes = "[?,3];[]";
  const KernelCheckReport report = CheckKernel("PickyOp", options);
  EXPECT_THAT(report.findings, IsEmpty()) << report.ToString();
  EXPECT_EQ(report.accepted, 120);
  options.input_shapes = "[?,3]";
  EXPECT_THAT(CheckKernel("PickyOp", options).findings[0],
              HasSubstr("has 1 shapes, the node has 2 inputs"));
}

REGISTER_OP("NoKernelOp").Input("x: float");
REGISTER_OP("HandleOp").Input("x: resource");
REGISTER_KERNEL_BUILDER(Name("HandleOp").Device(DEVICE_CPU), DoubleOp);

TEST(CheckKernel, WhatCannotBeCheckedIsTold) {
  EXPECT_THAT(CheckKernel("NoKernelOp").findings, ElementsAre("NoKernelOp has no CPU kernel"));
  EXPECT_THAT(CheckKernel("RightOq").findings, ElementsAre(HasSubstr("Nearest: 'RightOp'")));
  EXPECT_THAT(CheckKernel("HandleOp").findings,
              ElementsAre(HasSubstr("input 0 'x' is a resource, which cannot be made up: give "
                                    "CheckKernelOptions::make_input")));
}

struct Ticks : public ResourceBase {
  std::string DebugString() const override { return "ticks"; }
  int64_t count = 0;
};

// Adds to a resource; a wrong one writes behind its output as well.
template <int kBeyond>
class TickOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    core::RefCountPtr<Ticks> ticks;
    OP_REQUIRES_OK(ctx, LookupResource(ctx, HandleFromInput(ctx, 0), &ticks));
    ticks->count += ctx->input(1).NumElements();
    Tensor* total = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &total));
    for (int i = 0; i <= kBeyond; ++i) total->flat<int64_t>().data()[i] = ticks->count;
  }
};

REGISTER_OP("Tick")
    .Input("ticks: resource")
    .Input("by: float")
    .Output("total: int64")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_KERNEL_BUILDER(Name("Tick").Device(DEVICE_CPU), TickOp<0>);
REGISTER_OP("WrongTick")
    .Input("ticks: resource")
    .Input("by: float")
    .Output("total: int64")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_KERNEL_BUILDER(Name("WrongTick").Device(DEVICE_CPU), TickOp<1>);

TEST(CheckKernel, TakesResourcesThatTheTestMakes) {
  CheckKernelOptions options;
  options.make_input = [](int input, ResourceMgr* resources) -> absl::StatusOr<Tensor> {
    EXPECT_EQ(input, 0);
    const absl::Status status = resources->Create("", "ticks", new Ticks);
    if (!status.ok()) return status;
    return Tensor(MakeResourceHandle("", "ticks", *DeviceBase::Cpu(), ResourceType::Of<Ticks>()));
  };
  const KernelCheckReport right = CheckKernel("Tick", options);
  EXPECT_TRUE(right) << right;
  EXPECT_EQ(right.accepted, options.calls_per_kernel);
  EXPECT_THAT(CheckKernel("WrongTick", options).findings,
              ElementsAre(HasSubstr("wrote behind the end of output 0 'total'")));
  options.make_input = [](int, ResourceMgr*) { return Tensor(1.0f); };
  EXPECT_THAT(CheckKernel("Tick", options).findings,
              ElementsAre(HasSubstr("CheckKernelOptions::make_input made a float")));
}

}  // namespace
}  // namespace opgraft
