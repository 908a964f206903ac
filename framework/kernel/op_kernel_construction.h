// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_OP_KERNEL_CONSTRUCTION_H_
#define FRAMEWORK_KERNEL_OP_KERNEL_CONSTRUCTION_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/allocator_attributes.h"
#include "framework/kernel/attr_target_name.h"
#include "framework/kernel/device.h"
#include "framework/op/node_properties.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/tensor_shape.h"

namespace opgraft {

class Env;
class FunctionLibraryRuntime;
class ResourceMgr;

// What a kernel's constructor sees: its node's attrs and types, the device, and where to put an
// error. TensorFlow's names. Lives as long as the constructor runs. A constructor that fails may
// leave the kernel in any state: it is destroyed at once, and the model is not compiled. Belongs to
// the thread of the constructor.
//
// Example:
//   explicit PadOp(OpKernelConstruction* context) : OpKernel(context) {
//     OP_REQUIRES_OK(context, context->GetAttr("width", &width_));
//     OP_REQUIRES(context, width_ >= 0, errors::InvalidArgument("width must not be negative"));
//   }
class OpKernelConstruction {
 public:
  // `device` must outlive the kernel; `resource_manager` may be null: resources belong to a
  // request, see the OpKernelContext.
  OpKernelConstruction(std::shared_ptr<const NodeProperties> properties, DeviceBase* device,
                       ResourceMgr* resource_manager = nullptr);
  ~OpKernelConstruction() { current_ = previous_; }
  OpKernelConstruction(const OpKernelConstruction&) = delete;
  OpKernelConstruction& operator=(const OpKernelConstruction&) = delete;

  // Reads an attr; `T` is any type that GetNodeAttr fills. NOT_FOUND or INVALID_ARGUMENT, naming
  // op, attr and what there is.
  template <typename T>
  absl::Status GetAttr(absl::string_view name, T* value) const {
    absl::Status status = GetNodeAttr(properties_->attrs, name, value);
    if (ABSL_PREDICT_TRUE(status.ok())) return status;
    return ExplainAttrError(name, AttrTargetName(value), status);
  }
  // True if the node has the attr; attrs with defaults are always there.
  bool HasAttr(absl::string_view name) const { return HasNodeAttr(properties_->attrs, name); }

  // INVALID_ARGUMENT "Signature mismatch, have: float->float expected: int32->int32" unless the
  // node has just these types.
  absl::Status MatchSignature(DataTypeSlice expected_inputs, DataTypeSlice expected_outputs) const;

  // The node and its types, references marked.
  NodeDefView def() const { return NodeDefView(properties_.get()); }
  int num_inputs() const { return static_cast<int>(properties_->input_types.size()); }
  DataType input_type(int i) const { return properties_->input_types[static_cast<size_t>(i)]; }
  const DataTypeVector& input_types() const { return properties_->input_types; }
  int num_outputs() const { return static_cast<int>(properties_->output_types.size()); }
  DataType output_type(int i) const { return properties_->output_types[static_cast<size_t>(i)]; }
  const DataTypeVector& output_types() const { return properties_->output_types; }
  int graph_def_version() const { return properties_->graph_def_version; }

  // A tensor for the kernel to keep. RESOURCE_EXHAUSTED, INVALID_ARGUMENT.
  absl::Status allocate_temp(DataType type, const TensorShape& shape, Tensor* tensor) const;
  absl::Status allocate_temp(DataType type, const TensorShape& shape, Tensor* tensor,
                             AllocatorAttributes) const {
    return allocate_temp(type, shape, tensor);
  }

  // TensorFlow's name before 2.6 for allocate_temp; Handle is its PersistentTensor.
  template <typename Handle>
  absl::Status allocate_persistent(DataType type, const TensorShape& shape, Handle* handle,
                                   Tensor** tensor) {
    Tensor made;
    absl::Status status = allocate_temp(type, shape, &made);
    if (!status.ok()) return status;
    *handle = Handle(made);
    if (tensor != nullptr) *tensor = handle->AccessTensor(this);
    return status;
  }

  // Where the kernel will run. The manager may be null, see the constructor.
  DeviceBase* device() const { return device_; }
  const DeviceType& device_type() const { return device_type_; }
  ResourceMgr* resource_manager() const { return resource_manager_; }
  Env* env() const;
  // Null, as in the OpKernelContext.
  FunctionLibraryRuntime* function_library() const { return nullptr; }  // as the OpKernelContext

  const absl::Status& status() const { return status_; }
  // The first error counts.
  void SetStatus(const absl::Status& status) { status_.Update(status); }
  void CtxFailure(const absl::Status& status) { SetStatus(status); }
  void CtxFailure(const char*, int, const absl::Status& status) { SetStatus(status); }
  void CtxFailureWithWarning(const absl::Status& status) { SetStatus(status); }
  void CtxFailureWithWarning(const char*, int, const absl::Status& status) { SetStatus(status); }

  const std::shared_ptr<const NodeProperties>& properties() const { return properties_; }

  // Not TensorFlow's: the construction that the calling thread is in; null if in none.
  static OpKernelConstruction* Current() { return current_; }
  // Names the kernel among those of its model; the node's name unless set.
  void set_state_id(std::string id) { state_id_ = std::move(id); }
  // A name for one more cell of the state that the kernel uses: "node/0", "node/1".
  std::string NewStateId();

 private:
  // The message of GetAttr: "AttrName's kernel asks for attr 'alpa'; the op has: alpha (float)".
  absl::Status ExplainAttrError(absl::string_view name, absl::string_view wanted,
                                const absl::Status& status) const;

  std::shared_ptr<const NodeProperties> properties_;
  DeviceBase* device_;
  DeviceType device_type_;
  ResourceMgr* resource_manager_;
  absl::Status status_;
  std::string state_id_;
  int next_state_id_ = 0;
  OpKernelConstruction* const previous_;
  // The innermost construction of the calling thread.
  static __thread OpKernelConstruction* current_;
};

// INVALID_ARGUMENT unless the types fit; a reference is as good as a value where a value is
// expected.
absl::Status CheckSignature(DataTypeSlice expected_inputs, DataTypeSlice expected_outputs,
                            DataTypeSlice inputs, DataTypeSlice outputs);

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_OP_KERNEL_CONSTRUCTION_H_
