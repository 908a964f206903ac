// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/resource_mgr.h"

#include <thread>

#include "framework/kernel/standalone_kernel_call.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/kernel/test_node.h"

namespace opgraft {
namespace {

class Counter : public ResourceBase {
 public:
  explicit Counter(int start = 0, bool* destroyed = nullptr)
      : value(start), destroyed_(destroyed) {}
  ~Counter() override {
    if (destroyed_ != nullptr) *destroyed_ = true;
  }
  std::string DebugString() const override { return "counter " + std::to_string(value.load()); }
  std::atomic<int> value;

 private:
  bool* const destroyed_;
};

class Other : public ResourceBase {
 public:
  std::string DebugString() const override { return "other"; }
};

TEST(ResourceMgr, CreatesAndLooksUp) {
  ResourceMgr manager;
  ASSERT_TRUE(manager.Create("c", "n", new Counter(5)).ok());
  Counter* found = nullptr;
  ASSERT_TRUE(manager.Lookup("c", "n", &found).ok());
  core::ScopedUnref unref(found);
  EXPECT_EQ(found->value, 5);
  EXPECT_EQ(manager.DebugString(), "c | opgraft::(anonymous namespace)::Counter | n | counter 5\n");
}

TEST(ResourceMgr, SaysWhatIsMissing) {
  ResourceMgr manager;
  Counter* found = nullptr;
  EXPECT_EQ(manager.Lookup("c", "n", &found),
            absl::NotFoundError("Container c does not exist. (Could not find resource: c/n)"));
  ASSERT_TRUE(manager.Create("c", "n", new Other).ok());
  EXPECT_EQ(
      manager.Lookup("c", "n", &found),
      absl::NotFoundError("Resource c/n/opgraft::(anonymous namespace)::Counter does not exist."));
  EXPECT_EQ(manager.Delete<Counter>("c", "n").code(), absl::StatusCode::kNotFound);
}

TEST(ResourceMgr, FindsAndForgetsWhatAHandleNames) {
  ResourceMgr manager;
  ASSERT_TRUE(manager.Create("c", "n", new Counter(5)).ok());
  const DeviceBase device("cpu", 1);
  const ResourceHandle handle = MakeResourceHandle("c", "n", device, ResourceType::Of<Counter>());
  ResourceBase* found = nullptr;
  ASSERT_TRUE(manager.Lookup(handle, &found).ok());
  core::ScopedUnref unref(found);
  EXPECT_EQ(found->DebugString(), "counter 5");
  const ResourceHandle other = MakeResourceHandle("c", "n", device, ResourceType::Of<Other>());
  EXPECT_EQ(
      manager.Lookup(other, &found),
      absl::NotFoundError("Resource c/n/opgraft::(anonymous namespace)::Other does not exist."));
  ASSERT_TRUE(manager.Delete(handle).ok());
  EXPECT_EQ(manager.Delete(handle).code(), absl::StatusCode::kNotFound);
}

TEST(ResourceMgr, RefusesASecondOfOneName) {
  ResourceMgr manager;
  bool destroyed = false;
  ASSERT_TRUE(manager.Create("c", "n", new Counter).ok());
  EXPECT_EQ(manager.Create("c", "n", new Counter(0, &destroyed)).code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_TRUE(destroyed);
}

TEST(ResourceMgr, UsesItsDefaultContainer) {
  ResourceMgr manager("home");
  ASSERT_TRUE(manager.Create("", "n", new Counter).ok());
  Counter* found = nullptr;
  ASSERT_TRUE(manager.Lookup("home", "n", &found).ok());
  found->Unref();
}

TEST(ResourceMgr, CreatesOnceForAllThreads) {
  ResourceMgr manager;
  std::atomic<int> made{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      Counter* counter = nullptr;
      ASSERT_TRUE(manager
                      .LookupOrCreate<Counter>("c", "n", &counter,
                                               [&](Counter** created) {
                                                 ++made;
                                                 *created = new Counter;
                                                 return absl::OkStatus();
                                               })
                      .ok());
      core::ScopedUnref unref(counter);
      ++counter->value;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  Counter* counter = nullptr;
  ASSERT_TRUE(manager.Lookup("c", "n", &counter).ok());
  EXPECT_EQ(counter->value, 8);
  counter->Unref();
}

TEST(ResourceMgr, PassesOnTheCreatorsError) {
  ResourceMgr manager;
  Counter* counter = nullptr;
  EXPECT_EQ(manager.LookupOrCreate<Counter>("c", "n", &counter,
                                            [](Counter**) { return absl::DataLossError("x"); }),
            absl::DataLossError("x"));
  EXPECT_EQ(
      manager
          .LookupOrCreate<Counter>("c", "n", &counter, [](Counter**) { return absl::OkStatus(); })
          .code(),
      absl::StatusCode::kInternal);
}

TEST(ResourceMgr, ForgetsButDoesNotTakeAway) {
  bool destroyed = false;
  ResourceMgr manager;
  ASSERT_TRUE(manager.Create("c", "n", new Counter(1, &destroyed)).ok());
  Counter* kept = nullptr;
  ASSERT_TRUE(manager.Lookup("c", "n", &kept).ok());
  ASSERT_TRUE(manager.Delete<Counter>("c", "n").ok());
  EXPECT_FALSE(destroyed);
  EXPECT_TRUE(kept->RefCountIsOne());
  kept->Unref();
  EXPECT_TRUE(destroyed);
  destroyed = false;
  ASSERT_TRUE(manager.Create("c", "n", new Counter(1, &destroyed)).ok());
  ASSERT_TRUE(manager.Create("d", "n", new Counter(1)).ok());
  ASSERT_TRUE(manager.Cleanup("c").ok());
  EXPECT_TRUE(destroyed);
  EXPECT_TRUE(manager.Lookup("d", "n", &kept).ok());
  kept->Unref();
}

// --- From kernels ---

class MakeHandle : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    ContainerInfo info;
    OP_REQUIRES_OK(c, info.Init(c->resource_manager(), def(), true));
    Counter* counter = nullptr;
    OP_REQUIRES_OK(c, c->resource_manager()->LookupOrCreate<Counter>(info.container(), info.name(),
                                                                     &counter, [](Counter** made) {
                                                                       *made = new Counter(40);
                                                                       return absl::OkStatus();
                                                                     }));
    core::ScopedUnref unref(counter);
    Tensor* handle = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, TensorShape({}), &handle));
    handle->scalar<ResourceHandle>()() =
        MakeResourceHandle<Counter>(c, info.container(), info.name());
  }
};

class CountUp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    core::RefCountPtr<Counter> counter;
    OP_REQUIRES_OK(c, LookupResource(c, HandleFromInput(c, 0), &counter));
    c->set_output(0, Tensor(int32{++counter->value}));
  }
};

class CountOther : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    core::RefCountPtr<Other> other;
    OP_REQUIRES_OK(c, LookupResource(c, HandleFromInput(c, 0), &other));
  }
};

std::shared_ptr<const KernelRegistry> CounterKernels() {
  return TestKernels(
      {OpDefBuilder("MakeHandle")
           .Attr("container: string = ''")
           .Attr("shared_name: string = ''")
           .Output("h: resource"),
       OpDefBuilder("CountUp").Input("h: resource").Output("y: int32"),
       OpDefBuilder("CountOther").Input("h: resource").Output("y: int32")},
      {TestKernel<MakeHandle>(OnCpu("MakeHandle")), TestKernel<CountUp>(OnCpu("CountUp")),
       TestKernel<CountOther>(OnCpu("CountOther"))});
}

absl::StatusOr<std::vector<Tensor>> RunOp(const KernelRegistry& registry, const std::string& op,
                                          const TestAttrs& attrs, const std::vector<Tensor>& inputs,
                                          ResourceMgr* resources) {
  auto kernel = CreateOpKernel(registry, TestNode(registry.ops(), op, attrs), nullptr);
  if (!kernel.ok()) return kernel.status();
  return RunKernel(kernel->get(), inputs, resources);
}

TEST(ResourceKernels, ShareAResourceByItsHandle) {
  const auto registry = CounterKernels();
  ResourceMgr resources;
  const auto handle = RunOp(*registry, "MakeHandle", {}, {}, &resources);
  ASSERT_TRUE(handle.ok()) << handle.status();
  for (int expected : {41, 42}) {
    const auto count = RunOp(*registry, "CountUp", {}, {(*handle)[0]}, &resources);
    ASSERT_TRUE(count.ok()) << count.status();
    EXPECT_EQ((*count)[0].scalar<int32>()(), expected);
  }
  ResourceMgr others;
  EXPECT_EQ(RunOp(*registry, "CountUp", {}, {(*handle)[0]}, &others).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_EQ(RunOp(*registry, "CountUp", {}, {(*handle)[0]}, nullptr).status().code(),
            absl::StatusCode::kInternal);
  EXPECT_EQ(RunOp(*registry, "CountOther", {}, {(*handle)[0]}, &resources).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(ResourceKernels, RefuseHandlesThatNameNothing) {
  const auto registry = CounterKernels();
  ResourceMgr resources;
  EXPECT_EQ(RunOp(*registry, "CountUp", {}, {Tensor(DT_RESOURCE, {0})}, &resources).status().code(),
            absl::StatusCode::kInvalidArgument);
  Tensor far(DT_RESOURCE, {});
  far.scalar<ResourceHandle>()().set_device("/device:GPU:0");
  EXPECT_THAT(std::string(RunOp(*registry, "CountUp", {}, {far}, &resources).status().message()),
              ::testing::HasSubstr("located in device /device:GPU:0 from device "));
}

TEST(ContainerInfo, NamesByAttrNodeOrItself) {
  const auto registry = CounterKernels();
  ResourceMgr manager("home");
  const auto init = [&](const TestAttrs& attrs, bool by_node, ContainerInfo* info) {
    const auto node = TestNode(registry->ops(), "MakeHandle", attrs);
    return info->Init(&manager, NodeDefView(node.get()), by_node);
  };
  ContainerInfo info;
  ASSERT_TRUE(
      init({{"container", StringAttr("c")}, {"shared_name", StringAttr("s")}}, false, &info).ok());
  EXPECT_EQ(info.container() + "/" + info.name(), "c/s");
  EXPECT_FALSE(info.resource_is_private_to_kernel());
  ASSERT_TRUE(init({}, true, &info).ok());
  EXPECT_EQ(info.container() + "/" + info.name(), "home/n");
  ContainerInfo other;
  ASSERT_TRUE(init({}, false, &info).ok());
  ASSERT_TRUE(init({}, false, &other).ok());
  EXPECT_NE(info.name(), other.name());
  EXPECT_TRUE(info.resource_is_private_to_kernel());
  EXPECT_FALSE(init({{"container", StringAttr("a b")}}, true, &info).ok());
  EXPECT_FALSE(init({{"shared_name", StringAttr("_a")}}, true, &info).ok());
}

}  // namespace
}  // namespace opgraft
