// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// All that a kernel's author includes: OpKernel, its two contexts, the OP_REQUIRES family,
// REGISTER_KERNEL_BUILDER.
#ifndef FRAMEWORK_KERNEL_OP_KERNEL_H_
#define FRAMEWORK_KERNEL_OP_KERNEL_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/kernel/op_kernel_construction.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/kernel/op_requires.h"
#include "framework/op/node_properties.h"

namespace opgraft {

class AsyncOpKernel;

// The code of one node. Constructed once a compiled model; attrs are read in the constructor.
// Compute runs once a run, from any thread and from several at once: it must not write members.
// Names are TensorFlow's.
//
// Example:
//   class DoubleOp : public OpKernel {
//    public:
//     using OpKernel::OpKernel;
//     void Compute(OpKernelContext* context) override {
//       const Tensor& x = context->input(0);
//       Tensor* y = nullptr;
//       OP_REQUIRES_OK(context, context->allocate_output(0, x.shape(), &y));
//       y->flat<float>() = x.flat<float>() * 2.0f;
//     }
//   };
//   REGISTER_KERNEL_BUILDER(Name("Double").Device(DEVICE_CPU), DoubleOp);
class OpKernel {
 public:
  explicit OpKernel(OpKernelConstruction* context);
  virtual ~OpKernel() = default;
  OpKernel(const OpKernel&) = delete;
  OpKernel& operator=(const OpKernel&) = delete;

  // Reads inputs from and puts outputs and errors into `context`. May throw; the run then fails
  // with INTERNAL.
  virtual void Compute(OpKernelContext* context) = 0;
  virtual AsyncOpKernel* AsAsync() { return nullptr; }
  // False promises that a call takes microseconds at most; steps that are expensive may run in
  // parallel.
  virtual bool IsExpensive() { return true; }

  NodeDefView def() const { return NodeDefView(properties_.get()); }
  const std::string& name() const { return properties_->name; }
  absl::string_view name_view() const { return properties_->name; }
  const std::string& type_string() const { return properties_->op_name; }
  absl::string_view type_string_view() const { return properties_->op_name; }
  const std::string& requested_input(int i) const {
    return properties_->inputs[static_cast<size_t>(i)];
  }
  const std::string& requested_device() const { return properties_->device; }
  int num_inputs() const { return static_cast<int>(properties_->input_types.size()); }
  DataType input_type(int i) const { return properties_->input_types[static_cast<size_t>(i)]; }
  const DataTypeVector& input_types() const { return properties_->input_types; }
  int num_outputs() const { return static_cast<int>(properties_->output_types.size()); }
  DataType output_type(int i) const { return properties_->output_types[static_cast<size_t>(i)]; }
  const DataTypeVector& output_types() const { return properties_->output_types; }
  // The run [start, stop) of inputs that arg `name` stands for; INVALID_ARGUMENT "Unknown input
  // name: x; inputs: a, b".
  absl::Status InputRange(absl::string_view name, int* start, int* stop) const;
  absl::Status OutputRange(absl::string_view name, int* start, int* stop) const;
  std::string ShapeTraceString(const OpKernelContext& context) const;
  // "name:Op#shape".
  std::string TraceString(const OpKernelContext& context, bool verbose) const;

  const NodeProperties& properties() const { return *properties_; }

 private:
  std::shared_ptr<const NodeProperties> properties_;
};

// A kernel that finishes later, perhaps on another thread: calls `done` exactly once. The runtime
// waits for it. ComputeAsync is called from any thread and from several at once, as Compute.
//
// Example:
//   void ComputeAsync(OpKernelContext* context, DoneCallback done) override {
//     pool_->Schedule([=] { Fill(context); done(); });
//   }
class AsyncOpKernel : public OpKernel {
 public:
  using OpKernel::OpKernel;
  using DoneCallback = std::function<void()>;
  virtual void ComputeAsync(OpKernelContext* context, DoneCallback done) = 0;
  AsyncOpKernel* AsAsync() override { return this; }
  void Compute(OpKernelContext* context) override;  // runs ComputeAsync and waits
};

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_OP_KERNEL_H_
