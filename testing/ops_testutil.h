// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The fixture of TensorFlow's tests of ops, so that they port by their include path.
#ifndef TESTING_OPS_TESTUTIL_H_
#define TESTING_OPS_TESTUTIL_H_

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "framework/graph/data/graph_versions.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/kernel/tensor_value.h"
#include "framework/op/fake_input.h"
#include "framework/op/node_def_builder.h"
#include "gtest/gtest.h"
#include "testing/op_tester.h"
#include "testing/right_registrations.h"  // IWYU pragma: keep
#include "testing/status_test_util.h"
#include "testing/tensor_testutil.h"

namespace opgraft {

// A test of one op:
//
//   class ZeroOutTest : public OpsTestBase {};
//
//   TEST_F(ZeroOutTest, KeepsTheFirst) {
//     TF_ASSERT_OK(
//         NodeDefBuilder("op", "ZeroOut").Input(FakeInput(DT_INT32)).Finalize(node_def()));
//     TF_ASSERT_OK(InitOp());
//     AddInputFromArray<int32>(TensorShape({3}), {5, 4, 3});
//     TF_ASSERT_OK(RunOpKernel());
//     test::ExpectTensorEqual<int32>(*GetOutput(0), test::AsTensor<int32>({5, 0, 0}));
//   }
//
// The op and its kernels are those registered in the program. Owns the node, its kernel, inputs and
// outputs. Calls before InitOp fail the test or return an error; none ends the process. Not
// thread-safe.
class OpsTestBase : public ::testing::Test {
 public:
  ~OpsTestBase() override {
    for (const Tensor* tensor : tensors_) delete tensor;
  }

  // What NodeDefBuilder::Finalize fills.
  OwnedNodeDef* node_def() { return tester_.node_def(); }
  void set_node_def(const OwnedNodeDef& node_def) { *tester_.node_def() = node_def; }

  // Makes the kernel of the node; its errors.
  absl::Status InitOp() { return InitOpWithGraphVersion(kGraphDefVersion); }
  absl::Status InitOpWithGraphVersion(int version) {
    tester_.set_device(device_.get());
    return tester_.Init(version);
  }

  // Add the node's inputs, in order. An input of another type or one too many fails the test.
  // AddInput: element i is input_mapping(i).
  template <typename T>
  void AddInput(const TensorShape& shape, std::function<T(int)> input_mapping) {
    if (Tensor* input = AddInput(DataTypeToEnum<T>::v(), shape))
      test::FillFn<T>(input, input_mapping);
  }
  template <typename T>
  void AddInputFromArray(const TensorShape& shape, absl::Span<const T> data) {
    if (Tensor* input = AddInput(DataTypeToEnum<T>::v(), shape)) test::FillValues<T>(input, data);
  }
  template <typename T>
  void AddInputFromArray(const TensorShape& shape, std::initializer_list<T> data) {
    AddInputFromArray<T>(shape, absl::Span<const T>(data.begin(), data.size()));
  }
  // Converts the elements to T: AddInputFromList<half>(TensorShape({2}), {1.0f, 2.0f}).
  template <typename T, typename Source>
  void AddInputFromList(const TensorShape& shape, std::initializer_list<Source> data) {
    if (Tensor* input = AddInput(DataTypeToEnum<T>::v(), shape))
      test::FillValues<T, Source>(input, data);
  }
  // The handle of `resource`, whose reference goes to the resource manager.
  template <typename T>
  void AddResourceInput(const std::string& container, const std::string& name, T* resource) {
    TF_ASSERT_OK(tester_.resources()->Create(container, name, resource));
    if (Tensor* input = AddInput(DT_RESOURCE, TensorShape({}))) {
      input->scalar<ResourceHandle>()() =
          MakeResourceHandle(container, name, *DeviceBase::Cpu(), ResourceType::Of<T>());
    }
  }

  // Runs the kernel on the inputs; its errors, with the node's name. May be called again, with
  // other elements in the inputs too.
  absl::Status RunOpKernel() {
    tester_.set_device(device_.get());
    const absl::Status status = tester_.Run(inputs_);
    context_ = std::shared_ptr<OpKernelContext>(std::shared_ptr<void>(), tester_.context());
    return status;
  }
  const Tensor& GetInput(int index) const { return *inputs_.at(static_cast<size_t>(index)).tensor; }
  TensorValue mutable_input(int index) { return inputs_.at(static_cast<size_t>(index)); }
  // Output `index` of the last run; a run that failed has none, which fails the test.
  Tensor* GetOutput(int index) {
    Tensor* output = tester_.output(index);
    EXPECT_NE(output, nullptr) << "there is no output " << index << " of a run that succeeded";
    return output != nullptr ? output : &no_output_;
  }
  OpKernel* op_kernel() { return tester_.kernel(); }
  const DataTypeVector& output_types() const { return tester_.kernel()->output_types(); }
  // For Tensor(allocator(), dtype, shape); null: memory is the process's.
  Allocator* allocator() { return nullptr; }
  ResourceMgr* resource_manager() { return tester_.resources(); }

 protected:
  // An input that is not filled; null, and the test fails, if it is not wanted.
  Tensor* AddInput(DataType dtype, const TensorShape& shape) {
    absl::StatusOr<Tensor> input = tester_.MakeInput(inputs_.size(), dtype, shape);
    EXPECT_TRUE(input.ok()) << input.status();
    if (!input.ok()) return nullptr;
    tensors_.push_back(new Tensor(*std::move(input)));
    inputs_.emplace_back(tensors_.back());
    return tensors_.back();
  }

  // TensorFlow's members, for tests that use them.
  // The inputs of the kernel: a test may clear them and add others.
  absl::InlinedVector<TensorValue, 4> inputs_;
  // The tensors that AddInput made. Owned.
  std::vector<Tensor*> tensors_;
  // Not owned: the CPU of the process.
  std::shared_ptr<DeviceBase> device_{std::shared_ptr<void>(), DeviceBase::Cpu()};
  // Of the last run; null before. Owned by the tester.
  std::shared_ptr<OpKernelContext> context_;

 private:
  OpTester tester_;
  Tensor no_output_;
};

}  // namespace opgraft

#endif  // TESTING_OPS_TESTUTIL_H_
