// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Nodes and registries for the tests of the kernel layer.
#ifndef TESTS_FRAMEWORK_KERNEL_TEST_NODE_H_
#define TESTS_FRAMEWORK_KERNEL_TEST_NODE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "framework/kernel/kernel_registry.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {

AttrValue TypeAttr(DataType type);
AttrValue TypeListAttr(const std::vector<DataType>& types);
AttrValue IntAttr(int64_t value);
AttrValue IntListAttr(const std::vector<int64_t>& values);
AttrValue FloatAttr(float value);
AttrValue BoolAttr(bool value);
AttrValue StringAttr(const std::string& value);

using TestAttrs = std::vector<std::pair<std::string, AttrValue>>;

// Node 'n' of the op with these attrs and the defaults of the others. Missing attrs are allowed:
// such a node has no inputs or outputs.
std::shared_ptr<const NodeProperties> TestNode(const OpRegistry& ops, const std::string& op,
                                               const TestAttrs& attrs = {},
                                               const std::string& name = "n");

// A registry of its own. The ops and kernels must be right.
std::shared_ptr<const OpRegistry> TestOps(const std::vector<OpDefBuilder>& ops);
std::shared_ptr<const KernelRegistry> TestKernels(const std::vector<OpDefBuilder>& ops,
                                                  const std::vector<KernelRegistration>& kernels);

// A kernel that does nothing.
class DummyKernel : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext*) override {}
};

template <typename Kernel>
KernelRegistration TestKernel(const KernelDefBuilder& builder, const char* file = "k.cc",
                              int line = 1) {
  return {builder.Build(),
          "Kernel",
          [](OpKernelConstruction* c) -> OpKernel* { return new Kernel(c); },
          {file, line}};
}
inline KernelRegistration Dummy(const KernelDefBuilder& builder, const char* file = "k.cc",
                                int line = 1) {
  return TestKernel<DummyKernel>(builder, file, line);
}

// Name("X") on the CPU.
inline KernelDefBuilder OnCpu(const char* op) { return KernelDefBuilder(op).Device(DEVICE_CPU); }

}  // namespace opgraft

#endif  // TESTS_FRAMEWORK_KERNEL_TEST_NODE_H_
