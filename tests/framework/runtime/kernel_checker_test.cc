// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/kernel_checker.h"

#include "absl/base/config.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

REGISTER_OP("MutIn").Attr("T: type").Input("a: T").Input("x: T").Output("y: T").SetShapeFn(
    [](auto* c) {
      c->set_output(0, c->input(1));
      return absl::OkStatus();
    });

// Changes its second input, then passes it on.
template <typename T>
class MutInOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    Tensor x = c->input(1);
    x.flat<T>()(0) += x.flat<T>()(1);
    c->set_output(0, x);
  }
};
REGISTER_KERNEL_BUILDER(Name("MutIn").Device(DEVICE_CPU).TypeConstraint<float>("T"),
                        MutInOp<float>);
REGISTER_KERNEL_BUILDER(Name("MutIn").Device(DEVICE_CPU).TypeConstraint<tstring>("T"),
                        MutInOp<tstring>);

absl::Status RunChecked(const GraphBuilder& b, const std::vector<NamedTensor>& feeds) {
  RunOptions options;
  options.check = true;
  InferRequest request = CompiledModel::Compile(*b.Build())->CreateRequest();
  return request.Run(feeds, options).status();
}

TEST(KernelChecker, NamesTheKernelThatWritesIntoAnInput) {
  struct Case {
    const char* what;
    Tensor value;
  } cases[] = {
      {"numbers", Tensor::Of({1.0f, 2.0f})},
      {"strings", Tensor::Of<tstring>({"a", "b"})},
  };
  const absl::Status expected = absl::InternalError(
      "{{node y}} MutIn: the kernel changed its input 1 'x'; use forward_input_or_allocate_output "
      "or copy");
  for (const Case& c : cases) {
    GraphBuilder b;
    const Value fed = b.Placeholder("fed", c.value.dtype(), {2});
    b.Op("MutIn", {fed, b.Const(c.value)}, "y");
    EXPECT_EQ(RunChecked(b, {{"fed", c.value}}), expected) << c.what;
  }
}

TEST(KernelChecker, FindsWritesIntoFeedsVariablesAndOutputsOfOtherNodes) {
  for (const char* source : {"feed", "variable", "output"}) {
    GraphBuilder b;
    const Value fed = b.Placeholder("fed", DT_FLOAT, {2});
    const Value read = b.ReadValue("v", b.Const({1.0f, 2.0f}));
    const Value sum = b.Op("AddV2", {fed, read});
    const Value written = source == std::string("feed")       ? fed
                          : source == std::string("variable") ? read
                                                              : sum;
    b.Op("MutIn", {fed, written}, "y");
    b.Assign("v", sum);
    const absl::Status status = RunChecked(b, {{"fed", Tensor::Of({1.0f, 2.0f})}});
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << source << ": " << status;
  }
}

TEST(KernelChecker, ARunWithoutItDoesNotLook) {
  GraphBuilder b;
  const Value fed = b.Placeholder("fed", DT_FLOAT, {2});
  b.Op("MutIn", {fed, b.Op("Neg", {fed})}, "y");
  InferRequest request = CompiledModel::Compile(*b.Build())->CreateRequest();
  EXPECT_TRUE(request.Run({{"fed", Tensor::Of({1.0f, 2.0f})}}).ok());
}

// Copies its input of three elements, with a fault as attr `fault` has it.
class FaultyOp : public OpKernel {
 public:
  explicit FaultyOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("fault", &fault_));
  }
  void Compute(OpKernelContext* c) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({3}), &y));
    Tensor temp;
    OP_REQUIRES_OK(c, c->allocate_temp(DT_FLOAT, TensorShape({2}), &temp));
    auto* const out = static_cast<float*>(y->data());
    const float* const in = c->input(0).flat<float>().data();
    const int64_t first = fault_ == "before" ? -2 : 0;
    const int64_t last = fault_ == "behind" ? 4 : fault_ == "unwritten" ? 1 : 3;
    for (int64_t i = first; i < last; ++i) out[i] = in[i < 0 || i > 2 ? 0 : i];
    if (fault_ == "temp") static_cast<float*>(temp.data())[2] = 0;
    if (fault_ == "reads") out[1] += temp.flat<float>()(1);
  }

 private:
  std::string fault_;
};
constexpr auto kFaultyShape = [](shape_inference::InferenceContext* c) {
  c->set_output(0, c->input(0));
  return absl::OkStatus();
};
REGISTER_OP("Faulty")
    .Attr("fault: string")
    .Input("x: float")
    .Output("y: float")
    .SetShapeFn(kFaultyShape);
REGISTER_KERNEL_BUILDER(Name("Faulty").Device(DEVICE_CPU), FaultyOp);
REGISTER_OP("FaultyWithState")
    .Attr("fault: string")
    .Input("x: float")
    .Output("y: float")
    .SetIsStateful()
    .SetShapeFn(kFaultyShape);
REGISTER_KERNEL_BUILDER(Name("FaultyWithState").Device(DEVICE_CPU), FaultyOp);

// What a checked run of one node says; behind it others use the same memory.
absl::Status ErrorOf(const char* op, const char* fault) {
  GraphBuilder b;
  const Value x = b.Op("Neg", {b.Placeholder("x", DT_FLOAT, {3})});
  b.Op("Neg", {b.Op(op, {x}, "y", {{"fault", fault}})});
  return RunChecked(b, {{"x", Tensor::Of({1.0f, 2.0f, 3.0f})}});
}

TEST(KernelChecker, NamesWhatNobodyWrote) {
  EXPECT_EQ(ErrorOf("Faulty", "unwritten"),
            absl::InternalError("{{node y}} Faulty: the kernel succeeded, but output 0 'y' element "
                                "[1] was never written, nor were 1 more"));
  EXPECT_EQ(
      ErrorOf("Faulty", "reads"),
      absl::InternalError("{{node y}} Faulty: the kernel read memory that it had not written: "
                          "output 0 'y' element [1] depends on what lay there before"));
  EXPECT_TRUE(ErrorOf("Faulty", "none").ok()) << ErrorOf("Faulty", "none");
}

// The second call of a kernel with state would see what the first left.
TEST(KernelChecker, CallsNoKernelWithStateTwice) {
  EXPECT_TRUE(ErrorOf("FaultyWithState", "unwritten").ok());
}

#if !defined(ABSL_HAVE_ADDRESS_SANITIZER)  // there the access itself is an error
TEST(KernelChecker, TellsHowFarAKernelWroteBesideItsMemory) {
  const struct Case {
    const char* fault;
    const char* told;
  } cases[] = {
      {"behind", "behind the end of output 0 'y' (float [3]), as far as 4 bytes (1 element)"},
      {"before", "before the start of output 0 'y' (float [3]), as far as 8 bytes (2 elements)"},
      {"temp", "behind the end of a temporary of 8 bytes, as far as 4 bytes"},
  };
  for (const char* op : {"Faulty", "FaultyWithState"}) {
    for (const Case& c : cases) {
      EXPECT_EQ(ErrorOf(op, c.fault), absl::InternalError(absl::StrCat(
                                          "{{node y}} ", op, ": the kernel wrote ", c.told)));
    }
  }
}
#endif

// The frame of a checked run is that of the others.
TEST(KernelChecker, RunsBeforeAndAfterAFaultAreAsEver) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {2});
  const Value changed = b.Op("MutIn", {x, b.Op("Neg", {x})});
  b.Op("Neg", {changed}, "y");
  InferRequest request = CompiledModel::Compile(*b.Build())->CreateRequest();
  const Tensor fed = Tensor::Of({1.0f, 2.0f});
  for (const bool check : {false, true, false, true, false}) {
    RunOptions options;
    options.check = check;
    const auto outputs = request.Run({{"x", fed}}, options);
    ASSERT_EQ(outputs.ok(), !check) << outputs.status();
    if (check) continue;
    EXPECT_TRUE((*outputs)["y"].Identical(Tensor::Of({3.0f, 2.0f})));
  }
}

// Kernels that may compute in place do not do so while they are looked at; the outputs are the
// same.
TEST(KernelChecker, WhatIsRightStaysRight) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {2, 2});
  const Value two = b.Op("AddV2", {x, x});
  const Value flat = b.Op("Reshape", {b.Op("Neg", {two}), b.Const({4})});
  b.Op("Mul", {b.Op("Relu", {b.Op("Neg", {flat})}), flat}, "y");
  const CompiledModel model = *CompiledModel::Compile(*b.Build());
  const Tensor fed = Tensor::Of({1.0f, -2.0f, 3.0f, -4.0f}, {2, 2});
  for (int round = 0; round < 3; ++round) {
    RunOptions options;
    options.check = round != 1;
    InferRequest request = model.CreateRequest();
    for (int run = 0; run < 3; ++run) {
      const auto outputs = request.Run({{"x", fed}}, options);
      ASSERT_TRUE(outputs.ok()) << outputs.status();
      EXPECT_TRUE((*outputs)["y"].Identical(Tensor::Of({-4.0f, 0.0f, -36.0f, 0.0f})))
          << (*outputs)["y"];
    }
  }
}

// Tells how often it was called.
class Counter : public StepObserver {
 public:
  void BeforeKernel(const Program&, size_t, const OpKernelContext&) override { ++calls; }
  absl::Status AfterKernel(const Program&, size_t, const OpKernelContext&) override {
    ++calls;
    return absl::OkStatus();
  }
  int calls = 0;
};

TEST(KernelChecker, LeavesTheObserverOfTheCallerItsTurn) {
  GraphBuilder b;
  b.Op("Neg", {b.Placeholder("x", DT_FLOAT, {1})}, "y");
  Counter counter;
  RunOptions options;
  options.check = true;
  options.observer = &counter;
  InferRequest request = CompiledModel::Compile(*b.Build())->CreateRequest();
  ASSERT_TRUE(request.Run({{"x", Tensor::Of({1.0f})}}, options).ok());
  EXPECT_EQ(counter.calls, 2);
}

}  // namespace
}  // namespace opgraft
