// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Where outputs lie: regions, forwarded inputs, aliases, and tensors that somebody keeps.
#include <memory>

#include "framework/kernel/context_access.h"
#include "framework/kernel/kernel_call.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/tensor/tensor_access.h"
#include "gtest/gtest.h"
#include "tests/framework/kernel/test_node.h"

namespace opgraft {
namespace {

class LambdaKernel : public OpKernel {
 public:
  static std::function<void(OpKernelContext*)> body;
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override { body(context); }
};
std::function<void(OpKernelContext*)> LambdaKernel::body;

// Two inputs in regions 0 and 1 (or as told) and an output in region 2 (or as told), over which a
// kernel runs again and again.
class Step {
 public:
  Step(std::vector<int32_t> slot_region, std::vector<int32_t> inputs, std::vector<char> dies)
      : slots_(3), regions_(3), slot_region_(std::move(slot_region)), inputs_(std::move(inputs)) {
    registry_ =
        TestKernels({OpDefBuilder("Two").Input("a: float").Input("b: float").Output("y: float")},
                    {TestKernel<LambdaKernel>(OnCpu("Two"))});
    auto kernel = CreateOpKernel(*registry_, TestNode(registry_->ops(), "Two"), nullptr);
    EXPECT_TRUE(kernel.ok()) << kernel.status();
    kernel_ = *std::move(kernel);
    for (size_t i = 0; i < 2; ++i) dies_[i] = dies[i] != 0;
    run_.slots = slots_.data();
    run_.regions = regions_.data();
    run_.slot_region = slot_region_.data();
    run_.device = DeviceBase::Cpu();
    binding_.kernel = kernel_.get();
    binding_.inputs = inputs_.data();
    binding_.outputs = &output_;
    binding_.input_dies = dies_;
    binding_.output_specs = &spec_;
    binding_.num_inputs = 2;
    binding_.num_outputs = 1;
    context_.reset(new OpKernelContext(ContextAccess::Make(&run_)));
  }

  // What the step before does: puts a value into the slot by its region.
  void Produce(int slot, const std::vector<float>& values) {
    const TensorShape shape({static_cast<int64_t>(values.size())});
    ASSERT_TRUE(regions_[static_cast<size_t>(slot_region_[static_cast<size_t>(slot)])].Allocate(
        DT_FLOAT, shape, &Slot(slot)));
    std::copy(values.begin(), values.end(), Slot(slot).flat<float>().data());
  }
  void Run(std::function<void(OpKernelContext*)> body) {
    LambdaKernel::body = std::move(body);
    ContextAccess::Bind(context_.get(), &binding_);
    const absl::Status status = CallKernel(kernel_.get(), context_.get());
    EXPECT_TRUE(status.ok()) << status;
  }
  // What the plan says of the input that becomes the output; without, the run looks for one.
  void Plan(ForwardPlan plan) { spec_.forward = plan; }
  // The shape function promised no more than the rank.
  void PromiseRank(int8_t rank) { spec_.promised_rank = rank; }
  Tensor& Slot(int i) { return slots_[static_cast<size_t>(i)]; }
  Tensor& out() { return slots_[2]; }
  bool needs_look() const { return ContextAccess::needs_look(*context_); }

 private:
  std::shared_ptr<const KernelRegistry> registry_;
  std::unique_ptr<OpKernel> kernel_;
  std::vector<Tensor> slots_;
  std::vector<BufferRegion> regions_;
  std::vector<int32_t> slot_region_;
  std::vector<int32_t> inputs_;
  int32_t output_ = 2;
  bool dies_[2];
  OutputSpec spec_{DT_FLOAT};
  KernelRunState run_;
  KernelBinding binding_;
  std::unique_ptr<OpKernelContext> context_;
};

// y = a + b with broadcasting of one element, as kernels write it.
void Add(OpKernelContext* c) {
  const Tensor& a = c->input(0);
  const Tensor& b = c->input(1);
  const TensorShape shape = a.NumElements() >= b.NumElements() ? a.shape() : b.shape();
  Tensor* y = nullptr;
  OP_REQUIRES_OK(c, c->forward_input_or_allocate_output({0, 1}, 0, shape, &y));
  const auto fa = a.flat<float>();
  const auto fb = b.flat<float>();
  for (int64_t i = 0; i < y->NumElements(); ++i) {
    y->flat<float>()(i) = fa(fa.size() == 1 ? 0 : i) + fb(fb.size() == 1 ? 0 : i);
  }
}

void ExpectOut(Step* step, const std::vector<float>& values) {
  const auto got = step->out().flat<float>();
  EXPECT_EQ(std::vector<float>(got.data(), got.data() + got.size()), values);
}

TEST(AllocateOutput, KeepsTheBufferOverRuns) {
  Step step({0, 1, 2}, {0, 1}, {0, 0});
  const void* data = nullptr;
  for (int run = 0; run < 3; ++run) {
    step.Produce(0, {1, 2});
    step.Produce(1, {10, 20});
    step.Run(Add);
    ExpectOut(&step, {11, 22});
    EXPECT_EQ(step.needs_look(), run == 0);
    if (run == 0) data = step.out().data();
    EXPECT_EQ(step.out().data(), data);
  }
}

TEST(AllocateOutput, LeavesTensorsThatSomebodyKeepsAsTheyWere) {
  Step step({0, 1, 2}, {0, 1}, {0, 0});
  std::vector<Tensor> kept;
  for (int run = 0; run < 4; ++run) {
    step.Produce(0, {static_cast<float>(run)});
    step.Produce(1, {100});
    step.Run(Add);
    kept.push_back(step.out());
    kept.push_back(step.Slot(0));
  }
  for (int run = 0; run < 4; ++run) {
    EXPECT_EQ(kept[static_cast<size_t>(2 * run)].flat<float>()(0),
              100.0f + static_cast<float>(run));
    EXPECT_EQ(kept[static_cast<size_t>(2 * run + 1)].flat<float>()(0), static_cast<float>(run));
  }
}

TEST(AllocateOutput, TellsWhenTheShapeChanges) {
  Step step({0, 1, 2}, {0, 1}, {0, 0});
  step.Produce(1, {1});
  for (int run = 0; run < 4; ++run) {
    if (run < 2) {
      step.Produce(0, {1, 2});
    } else {
      step.Produce(0, {1, 2, 3});
    }
    step.Run(Add);
    EXPECT_EQ(step.needs_look(), run == 0 || run == 2) << run;
  }
}

TEST(ForwardInput, WritesOverAnInputThatDies) {
  for (const int dying : {0, 1}) {
    Step step({0, 1, 2}, {0, 1}, {dying == 0, dying == 1});
    for (int run = 0; run < 3; ++run) {
      step.Produce(0, {1, 2});
      step.Produce(1, {10, 20});
      const void* input = step.Slot(dying).data();
      step.Run(Add);
      EXPECT_EQ(step.out().data(), input);
      ExpectOut(&step, {11, 22});
    }
  }
}

TEST(ForwardInput, CostsNothingWhenThePlanSharesTheRegion) {
  for (const ForwardPlan planned : {ForwardPlan::Share(0), ForwardPlan()}) {
    Step step({0, 1, 0}, {0, 1}, {1, 0});
    step.Plan(planned);
    const void* data = nullptr;
    for (int run = 0; run < 3; ++run) {
      step.Produce(0, {1, 2});
      step.Produce(1, {10, 20});
      step.Run(Add);
      ExpectOut(&step, {11, 22});
      EXPECT_EQ(step.needs_look(), run == 0);
      if (run == 0) data = step.out().data();
      EXPECT_EQ(step.out().data(), data);
    }
  }
}

TEST(ForwardInput, DoesNotOverwriteASharedRegionWhenItCannotForward) {
  for (const ForwardPlan planned : {ForwardPlan::Share(0), ForwardPlan()}) {
    Step step({0, 1, 0}, {0, 1}, {1, 0});
    step.Plan(planned);
    for (int run = 0; run < 4; ++run) {
      step.Produce(0, {1});  // to be broadcast: not as many elements as the output
      step.Produce(1, {10, 20, 30});
      step.Run(Add);
      ExpectOut(&step, {11, 21, 31});
      step.Produce(0, {1, 2, 3});
      step.Run(Add);
      ExpectOut(&step, {11, 22, 33});
    }
  }
}

TEST(ForwardInput, SparesWhatSomebodyKeeps) {
  for (const ForwardPlan planned : {ForwardPlan::Share(0), ForwardPlan()}) {
    Step step({0, 1, 0}, {0, 1}, {1, 0});
    step.Plan(planned);
    step.Produce(0, {1, 2});
    step.Produce(1, {10, 20});
    const Tensor kept = step.Slot(0);
    step.Run(Add);
    ExpectOut(&step, {11, 22});
    EXPECT_TRUE(kept.Identical(Tensor::Of({1.0f, 2.0f})));
  }
}

TEST(ForwardInput, TakesThePlansWordThatNoInputDies) {
  Step step({0, 1, 2}, {0, 1}, {0, 0});
  step.Plan({ForwardPlan::Kind::kNever});
  for (int run = 0; run < 3; ++run) {
    step.Produce(0, {1, 2});
    step.Produce(1, {10, 20});
    step.Run([run](OpKernelContext* c) {
      Tensor* y = nullptr;
      int forwarded = 7;
      OP_REQUIRES_OK(
          c, c->forward_input_or_allocate_output({0, 1}, 0, c->input(0).shape(), &y, &forwarded));
      EXPECT_EQ(forwarded, -1);
      y->flat<float>() = c->input(0).flat<float>() + static_cast<float>(run);
    });
    EXPECT_TRUE(step.Slot(0).Identical(Tensor::Of({1.0f, 2.0f})));
    EXPECT_EQ(step.out().flat<float>()(1), 2.0f + static_cast<float>(run));
  }
}

// So many values that buffers exchange places.
std::vector<float> Many(float value) { return std::vector<float>(300, value); }

// The plan says that input 1 dies and has a region of its own; sizes change from run to run.
TEST(ForwardInput, ExchangesTheBuffersOfTwoRegionsAsPlanned) {
  Step step({0, 1, 2}, {0, 1}, {0, 1});
  step.Plan(ForwardPlan::Swap(1));
  for (int run = 0; run < 6; ++run) {
    const float x = static_cast<float>(run);
    const size_t size = run % 3 == 0 ? 256 : 300;
    step.Produce(0, std::vector<float>(size, 1));
    step.Produce(1, std::vector<float>(size, x));
    const void* const lies_at = step.Slot(1).data();
    step.Run(Add);
    EXPECT_EQ(step.out().data(), lies_at);
    ExpectOut(&step, std::vector<float>(size, 1 + x));
    EXPECT_EQ(step.needs_look(), run % 3 != 2) << "another shape than in the run before";
  }
}

// To write beside what is read costs as little, and less to find out.
TEST(ForwardInput, WritesAFewValuesIntoTheOutputsOwnRegion) {
  Step step({0, 1, 2}, {0, 1}, {0, 1});
  step.Plan(ForwardPlan::Swap(1));
  step.PromiseRank(1);
  const void* lies_at = nullptr;
  for (const size_t size : {10, 3, 10, 7, 1}) {
    step.Produce(0, std::vector<float>(size, 1));
    step.Produce(1, std::vector<float>(size, 2));
    step.Run(Add);
    ExpectOut(&step, std::vector<float>(size, 3));
    if (lies_at == nullptr) lies_at = step.out().data();
    EXPECT_EQ(step.out().data(), lies_at);
    EXPECT_FALSE(step.needs_look());
  }
}

TEST(ForwardInput, TellsWhichInputThePlannedExchangeTook) {
  Step step({0, 1, 2}, {0, 1}, {0, 1});
  step.Plan(ForwardPlan::Swap(1));
  for (int run = 0; run < 3; ++run) {
    step.Produce(0, Many(1));
    step.Produce(1, Many(10));
    step.Run([](OpKernelContext* c) {
      Tensor* y = nullptr;
      int forwarded = 7;
      OP_REQUIRES_OK(
          c, c->forward_input_or_allocate_output({0, 1}, 0, c->input(1).shape(), &y, &forwarded));
      EXPECT_EQ(forwarded, 1);
    });
    ExpectOut(&step, Many(10));
  }
}

TEST(ForwardInput, DoesWithoutThePlannedExchangeWhereItCannotBe) {
  Step step({0, 1, 2}, {0, 1}, {0, 1});
  step.Plan(ForwardPlan::Swap(1));
  for (int run = 0; run < 3; ++run) {
    // The input is smaller than the output.
    step.Produce(0, Many(1));
    step.Produce(1, {10});
    step.Run(Add);
    ExpectOut(&step, Many(11));
    EXPECT_TRUE(step.Slot(1).Identical(Tensor::Of({10.0f})));
    // Somebody keeps it.
    step.Produce(1, Many(10));
    const Tensor kept = step.Slot(1);
    step.Run(Add);
    ExpectOut(&step, Many(11));
    EXPECT_EQ(kept.flat<float>()(299), 10);
    // The kernel does not offer it.
    step.Produce(1, Many(10));
    step.Run([](OpKernelContext* c) {
      Tensor* y = nullptr;
      OP_REQUIRES_OK(c, c->forward_input_or_allocate_output({0}, 0, c->input(0).shape(), &y));
      y->flat<float>() = c->input(0).flat<float>() - c->input(1).flat<float>();
    });
    ExpectOut(&step, Many(-9));
    EXPECT_EQ(step.Slot(1).flat<float>()(299), 10);
  }
}

TEST(ForwardInput, SparesASlotThatIsTwoInputs) {
  Step step({0, 1, 2}, {0, 0}, {1, 1});
  step.Produce(0, {1, 2});
  const void* input = step.Slot(0).data();
  step.Run(Add);
  EXPECT_NE(step.out().data(), input);
  ExpectOut(&step, {2, 4});
}

TEST(ForwardInput, SparesFeeds) {
  Step step({-1, 1, 2}, {0, 1}, {1, 0});
  const Tensor feed = Tensor::Of({1.0f, 2.0f});
  TensorAccess::Borrow(&step.Slot(0), feed);
  step.Produce(1, {10, 20});
  step.Run(Add);
  ExpectOut(&step, {11, 22});
  EXPECT_TRUE(feed.Identical(Tensor::Of({1.0f, 2.0f})));
}

TEST(ForwardInput, TakesATensorThatAKernelPutIntoTheSlotIfNobodyElseHasIt) {
  Step step({0, 1, 2}, {0, 1}, {1, 0});
  step.Produce(1, {10, 20});
  step.Slot(0) = Tensor::Of({1.0f, 2.0f});
  const void* input = step.Slot(0).data();
  step.Run(Add);
  EXPECT_EQ(step.out().data(), input);
  ExpectOut(&step, {11, 22});
  const Tensor kept = Tensor::Of({5.0f, 6.0f});
  step.Slot(0) = kept;
  step.Run(Add);
  ExpectOut(&step, {15, 26});
  EXPECT_TRUE(kept.Identical(Tensor::Of({5.0f, 6.0f})));
}

TEST(ForwardInput, ReshapesAndReportsTheInput) {
  Step step({0, 1, 2}, {0, 1}, {0, 1});
  step.Produce(0, {0});
  step.Produce(1, {1, 2, 3, 4});
  step.Run([](OpKernelContext* c) {
    Tensor* y = nullptr;
    int forwarded = 7;
    OP_REQUIRES_OK(
        c, c->forward_input_or_allocate_output({0, 1}, 0, TensorShape({2, 2}), &y, &forwarded));
    EXPECT_EQ(forwarded, 1);
    EXPECT_EQ(y->shape(), TensorShape({2, 2}));
    EXPECT_EQ(c->input(1).flat<float>()(3), 4.0f);
  });
  step.Run([](OpKernelContext* c) {
    Tensor* y = nullptr;
    int forwarded = 7;
    OP_REQUIRES_OK(
        c, c->forward_input_or_allocate_output({0, 9, -1}, 0, TensorShape({5}), &y, &forwarded));
    EXPECT_EQ(forwarded, -1);
  });
}

TEST(ForwardInput, GivesTemporariesOfTheirOwn) {
  Step step({0, 1, 2}, {0, 1}, {1, 1});
  step.Produce(0, {1, 2});
  step.Produce(1, {1, 2});
  step.Run([](OpKernelContext* c) {
    Tensor temp;
    const int candidates[] = {0};
    OP_REQUIRES_OK(c, c->forward_input_or_allocate_temp(candidates, DT_FLOAT, TensorShape({2}),
                                                        AllocatorAttributes(), &temp));
    temp.flat<float>().setZero();
    EXPECT_EQ(c->input(0).flat<float>()(1), 2.0f);
    c->set_output(0, temp);
  });
  ExpectOut(&step, {0, 0});
}

TEST(SetOutputAlias, BorrowsInASharedRegion) {
  Step step({0, 1, 0}, {0, 1}, {1, 0});
  for (int run = 0; run < 2; ++run) {
    step.Produce(0, {1, 2, 3, 4});
    step.Produce(1, {0});
    step.Run([](OpKernelContext* c) {
      OP_REQUIRES_OK(c, c->set_output_alias(0, 0, TensorShape({2, 2})));
    });
    EXPECT_TRUE(TensorAccess::is_borrowed(step.out()));
    EXPECT_EQ(step.out().data(), step.Slot(0).data());
    EXPECT_TRUE(step.out().Identical(Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}, {2, 2})));
    EXPECT_EQ(step.needs_look(), run == 0);
  }
}

TEST(SetOutputAlias, CountsWhereThePlanKnowsNothingOfIt) {
  Step step({0, 1, 2}, {0, 1}, {1, 0});
  step.Produce(1, {0});
  step.Produce(0, {1, 2});
  step.Run([](OpKernelContext* c) {
    OP_REQUIRES_OK(c, c->set_output_alias(0, 0, TensorShape({2, 1})));
  });
  EXPECT_FALSE(TensorAccess::is_borrowed(step.out()));
  step.Produce(0, {3, 4});  // does not reach the output
  EXPECT_TRUE(step.out().Identical(Tensor::Of({1.0f, 2.0f}, {2, 1})));
}

TEST(SetOutputAlias, RefusesAnotherNumberOfElements) {
  Step step({0, 1, 2}, {0, 1}, {1, 0});
  step.Produce(0, {1, 2});
  step.Produce(1, {0});
  step.Run([](OpKernelContext* c) {
    EXPECT_EQ(
        c->set_output_alias(0, 0, TensorShape({3})),
        absl::InternalError("set_output_alias(0, 0): input is float[2], output 'y' is float[3]"));
    c->set_output(0, c->input(0));
  });
}

TEST(SetOutput, KeepsWhatTheKernelGave) {
  Step step({0, 1, 2}, {0, 1}, {0, 0});
  step.Produce(1, {0});
  step.Produce(0, {1, 2});
  step.Run([](OpKernelContext* c) { c->set_output(0, c->input(0)); });
  EXPECT_TRUE(step.needs_look());
  step.Produce(0, {3, 4});
  ExpectOut(&step, {1, 2});
  step.Run([](OpKernelContext* c) { c->set_output(0, c->input(0)); });
  ExpectOut(&step, {3, 4});
}

}  // namespace
}  // namespace opgraft
