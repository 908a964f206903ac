// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// All that a kernel's author includes: OpKernel, its two contexts, the OP_REQUIRES family,
// REGISTER_KERNEL_BUILDER.
#ifndef FRAMEWORK_KERNEL_OP_KERNEL_H_
#define FRAMEWORK_KERNEL_OP_KERNEL_H_

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/kernel/op_kernel_construction.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/kernel/op_requires.h"
#include "framework/op/node_properties.h"

namespace opgraft_internal {
class FileKernel;
class ReferenceUser;
class ScalarKernel;
class VariableSource;
}  // namespace opgraft_internal

namespace opgraft {

class AsyncOpKernel;

// What a kernel is besides an OpKernel; null where it is not. The runtime asks for these, and never
// by dynamic_cast: kernels may be compiled without RTTI. Plain data; all belong to the kernel.
struct KernelFacets {
  AsyncOpKernel* async = nullptr;
  const opgraft_internal::FileKernel* files = nullptr;                // file_kernel.h
  const opgraft_internal::ScalarKernel* scalars = nullptr;            // scalar_kernel.h
  const opgraft_internal::VariableSource* variable_source = nullptr;  // variable_kernel.h
  opgraft_internal::ReferenceUser* reference_user = nullptr;          // variable_kernel.h
};

// The code of one node. Constructed once a compiled model; attrs are read in the constructor.
// Compute runs once a run, from any thread and from several at once: it must not write members.
// What a request is to remember is a cell of its state (OpKernelContext::OpenCell) or a resource.
// Owned by the model. Names are TensorFlow's.
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
  // Overridden by what is more than an OpKernel.
  virtual KernelFacets Facets();
  // This, if it is an AsyncOpKernel; else null.
  AsyncOpKernel* AsAsync() { return Facets().async; }
  // TensorFlow's scheduling hint. Accepted so that TensorFlow's kernels compile; Opgraft never
  // asks.
  virtual bool IsExpensive() { return true; }

  // The node, as its graph has it. All are good for as long as the kernel.
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
  // The types and shapes of the inputs: "(float[2,3];int32[])".
  std::string ShapeTraceString(const OpKernelContext& context) const;
  // "name:Op"; with `verbose` "name:Op#shape=(float[2,3])#".
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
  KernelFacets Facets() override;
  // Runs ComputeAsync and waits.
  void Compute(OpKernelContext* context) override;
};

// The inputs of one list arg, those from `start` to before `stop`. Borrows the context, and is of
// no use after the call. Thread-compatible, as the context.
//
// Example:
//   OpInputList values;
//   OP_REQUIRES_OK(context, context->input_list("values", &values));
//   for (const Tensor& value : values) Add(value);
class OpInputList {
 public:
  OpInputList() = default;
  OpInputList(const OpKernelContext* context, int start, int stop)
      : context_(context), start_(start), stop_(stop) {}
  const Tensor& operator[](int i) const { return context_->input(start_ + i); }
  int size() const { return stop_ - start_; }

  // Goes over the inputs, for range-based loops.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = const Tensor;
    using difference_type = std::ptrdiff_t;
    using pointer = const Tensor*;
    using reference = const Tensor&;
    Iterator(const OpInputList* list, int i) : list_(list), i_(i) {}
    reference operator*() const { return (*list_)[i_]; }
    pointer operator->() const { return &(*list_)[i_]; }
    Iterator& operator++() {
      ++i_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return i_ == other.i_; }
    bool operator!=(const Iterator& other) const { return i_ != other.i_; }

   private:
    const OpInputList* list_;
    int i_;
  };
  Iterator begin() const { return Iterator(this, 0); }
  Iterator end() const { return Iterator(this, size()); }

 private:
  const OpKernelContext* context_ = nullptr;
  int start_ = 0;
  int stop_ = 0;
};

// The outputs of one list arg. Borrows the context, and is of no use after the call.
// Thread-compatible, as the context.
//
// Example:
//   OpOutputList parts;
//   OP_REQUIRES_OK(context, context->output_list("parts", &parts));
//   Tensor* first = nullptr;
//   OP_REQUIRES_OK(context, parts.allocate(0, TensorShape({3}), &first));
class OpOutputList {
 public:
  OpOutputList() = default;
  OpOutputList(OpKernelContext* context, int start, int stop)
      : context_(context), start_(start), stop_(stop) {}
  // Output `i` of the list; null if it is not set.
  Tensor* operator[](int i) { return context_->mutable_output(start_ + i); }
  bool required(int) const { return true; }
  DataType expected_output_dtype(int i) const {
    return context_->expected_output_dtype(start_ + i);
  }
  // As OpKernelContext's methods, with the index in the list.
  absl::Status allocate(int i, const TensorShape& shape, Tensor** output) {
    return context_->allocate_output(start_ + i, shape, output);
  }
  void set(int i, const Tensor& tensor) { context_->set_output(start_ + i, tensor); }
  void set(int i, Tensor&& tensor) { context_->set_output(start_ + i, std::move(tensor)); }
  int size() const { return stop_ - start_; }

 private:
  OpKernelContext* context_ = nullptr;
  int start_ = 0;
  int stop_ = 0;
};

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_OP_KERNEL_H_
