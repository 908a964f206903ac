// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/check_kernel.h"

#include <atomic>
#include <mutex>

#include "absl/base/config.h"
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
    for (volatile int i = 0; i < 20000; i = i + 1) {
    }
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
#endif
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
              ElementsAre(HasSubstr("input 0 'x' is a resource, which cannot be made up")));
}

}  // namespace
}  // namespace opgraft
