// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_spec.h"

#include <string>
#include <utility>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/types/registration_list.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

// Kernels registered as authors do: outside of any namespace, in one, in an anonymous one, by
// macros, several a line.
class OutsideKernel : public opgraft::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(opgraft::OpKernelContext*) override {}
};
constexpr int kOutsideLine = __LINE__ + 1;
REGISTER_KERNEL_BUILDER(Name("SpecTestOutside").Device(opgraft::DEVICE_CPU), OutsideKernel);

namespace author {
namespace {

struct CPUDevice {};

template <typename Device, typename T>
class TemplateKernel : public ::opgraft::OpKernel {
 public:
  explicit TemplateKernel(::opgraft::OpKernelConstruction* c) : OpKernel(c) {}
  void Compute(::opgraft::OpKernelContext*) override {}
};

#define REGISTER_CPU(T)                                                         \
  REGISTER_KERNEL_BUILDER(                                                      \
      Name("SpecTestMacro").Device(opgraft::DEVICE_CPU).TypeConstraint<T>("T"), \
      TemplateKernel<CPUDevice, T>);
REGISTER_CPU(float);
REGISTER_CPU(double) REGISTER_CPU(opgraft::tstring);
#undef REGISTER_CPU

}  // namespace
}  // namespace author

namespace opgraft {
namespace {

using ::testing::ElementsAre;

std::vector<KernelRegistration> RegisteredFor(absl::string_view op) {
  std::vector<KernelRegistration> kernels;
  for (const UnmadeKernel& kernel : RegisteredKernelsSince(nullptr, nullptr)) {
    if (kernel.op == op) kernels.push_back(kernel.Make());
  }
  return kernels;
}

TEST(KernelDefBuilder, NamesOpAndDevice) {
  const KernelSpec spec = KernelDefBuilder("A").Device(DEVICE_CPU).Build();
  EXPECT_EQ(spec.op, "A");
  EXPECT_EQ(spec.device, "CPU");
  EXPECT_TRUE(spec.constraints.empty());
  EXPECT_EQ(spec.DebugString(), "A CPU");
}

TEST(KernelDefBuilder, AppendsAConstraintACall) {
  const KernelSpec spec = KernelDefBuilder("B")
                              .Device(DEVICE_CPU)
                              .TypeConstraint<float>("T")
                              .TypeConstraint("W", {DT_DOUBLE, DT_STRING})
                              .TypeConstraint("T", DT_HALF)
                              .Build();
  ASSERT_EQ(spec.constraints.size(), 3u);
  EXPECT_THAT(spec.constraints[0].types, ElementsAre(DT_FLOAT));
  EXPECT_THAT(spec.constraints[1].types, ElementsAre(DT_DOUBLE, DT_STRING));
  EXPECT_EQ(spec.DebugString(), "B CPU T=float W in {double, string} T=half");
}

TEST(KernelDefBuilder, TakesIntStringAndBoolConstraints) {
  const KernelSpec spec = KernelDefBuilder("C")
                              .Device(DEVICE_CPU)
                              .AttrConstraint<int64_t>("i", 5)
                              .AttrConstraint<int64_t>("j", {5, 17})
                              .AttrConstraint<std::string>("s", "a")
                              .AttrConstraint<const char*>("t", {"a", "b"})
                              .AttrConstraint("k", 3)
                              .AttrConstraint("u", "c")
                              .AttrConstraint<bool>("b", true)
                              .Build();
  EXPECT_EQ(spec.DebugString(), "C CPU i=5 j in {5, 17} s='a' t in {'a', 'b'} k=3 u='c' b=true");
}

TEST(KernelDefBuilder, KeepsHostMemoryLabelAndPriority) {
  const KernelSpec spec = KernelDefBuilder("D")
                              .Device(DEVICE_GPU)
                              .HostMemory("in")
                              .HostMemory("out")
                              .Label("fast")
                              .Priority(2)
                              .Build();
  EXPECT_THAT(spec.host_memory_args, ElementsAre("in", "out"));
  EXPECT_EQ(spec.DebugString(), "D GPU label=fast priority=2");
}

TEST(KernelDefBuilder, RemembersWhatWasCalledTwice) {
  const KernelSpec spec =
      KernelDefBuilder("E").Device("CPU").Device("GPU").Label("a").Label("b").Build();
  EXPECT_THAT(spec.problems, ElementsAre("Device is called twice: 'CPU' and 'GPU'",
                                         "Label is called twice: 'a' and 'b'"));
}

TEST(RegisterKernelBuilder, WorksOutsideOfNamespaces) {
  const auto kernels = RegisteredFor("SpecTestOutside");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].class_name, "OutsideKernel");
  EXPECT_THAT(kernels[0].location.file, ::testing::HasSubstr("kernel_spec_test.cc"));
  EXPECT_EQ(kernels[0].location.line, kOutsideLine);
}

TEST(RegisterKernelBuilder, TakesClassesWithCommasInMacrosAndSeveralALine) {
  const auto kernels = RegisteredFor("SpecTestMacro");
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_EQ(kernels[0].class_name, "TemplateKernel<CPUDevice, float>");
  EXPECT_EQ(kernels[0].spec.DebugString(), "SpecTestMacro CPU T=float");
  EXPECT_EQ(kernels[2].spec.DebugString(), "SpecTestMacro CPU T=string");
}

// A name that is no literal, as an author's function makes it, and all calls.
std::string NameOf(const char* op) { return std::string("SpecTest") + op; }
REGISTER_KERNEL_BUILDER(Name(NameOf("AMadeUpName").c_str()).Device(DEVICE_CPU), OutsideKernel);
REGISTER_KERNEL_BUILDER(Name("SpecTestChain")
                            .Device(DEVICE_CPU)
                            .TypeConstraint<float>("T")
                            .TypeConstraint("U", {DT_FLOAT, DT_INT32})
                            .TypeConstraint("V", DT_HALF)
                            .AttrConstraint<int64_t>("i", {5, 17})
                            .AttrConstraint("s", "c")
                            .HostMemory("x")
                            .Label("fast")
                            .Priority(2)
                            .Forwards(0)
                            .Aliases(0, 1),
                        OutsideKernel);

TEST(RegisterKernelBuilder, TakesANameThatIsNoLiteral) {
  const auto kernels = RegisteredFor("SpecTestAMadeUpName");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].spec.op, "SpecTestAMadeUpName");
}

TEST(RegisterKernelBuilder, KeepsEveryCallOfTheChain) {
  const auto kernels = RegisteredFor("SpecTestChain");
  ASSERT_EQ(kernels.size(), 1u);
  const KernelSpec& spec = kernels[0].spec;
  EXPECT_EQ(spec.DebugString(),
            "SpecTestChain CPU T=float U in {float, int32} V=half i in {5, 17} s='c' label=fast "
            "priority=2");
  EXPECT_THAT(spec.host_memory_args, ElementsAre("x"));
  EXPECT_THAT(spec.forwards, ElementsAre(std::make_pair(0, 0)));
  EXPECT_THAT(spec.aliases, ElementsAre(std::make_pair(0, 1)));
}

void SayNothing(KernelDescription&) {}

TEST(RegisteredKernels, AreListedFromAPosition) {
  const void* before = nullptr;
  RegisteredKernelsSince(nullptr, &before);
  EXPECT_TRUE(RegisteredKernelsSince(before, nullptr).empty());
  int library;
  const RegisteredKernel late("SpecTestLate", SayNothing, &library);
  const RegisteredKernel later("SpecTestLater", SayNothing, &library);
  const void* after = nullptr;
  const auto kernels = RegisteredKernelsSince(before, &after);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_STREQ(kernels[0].op, "SpecTestLate");
  EXPECT_STREQ(kernels[1].op, "SpecTestLater");
  EXPECT_NE(before, after);
  RegistrationList<RegisteredKernel>::OfProcess().RemoveLibrary(&library);
  EXPECT_TRUE(RegisteredKernelsSince(before, nullptr).empty());
}

}  // namespace
}  // namespace opgraft
