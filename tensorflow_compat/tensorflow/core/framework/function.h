// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_FUNCTION_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_FUNCTION_H_

#include <functional>
#include <string>
#include <vector>

#include "tensorflow/core/framework/attr_value.pb.h"
#include "tensorflow/core/framework/cancellation.h"
#include "tensorflow/core/framework/device_base.h"
#include "tensorflow/core/framework/node_def_util.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

class Device;
class RendezvousInterface;
class ScopedStepContainer;

// How a TensorFlow kernel calls a function of the graph. Opgraft inlines functions before kernels
// run, so function_library() of a context is null, and kernels that check it say so.
class FunctionLibraryRuntime {
 public:
  using Handle = uint64_t;
  using DoneCallback = std::function<void(const absl::Status&)>;
  struct InstantiateOptions {
    std::string target;
    bool is_multi_device_function = false;
    std::string state_handle;
  };
  struct Options {
    int64_t step_id = 0;
    CancellationManager* cancellation_manager = nullptr;
    ScopedStepContainer* step_container = nullptr;
    RendezvousInterface* rendezvous = nullptr;
    std::function<void(std::function<void()>)>* runner = nullptr;
    bool create_rendezvous = false;
    bool run_all_kernels_inline = false;
    std::vector<AllocatorAttributes> args_alloc_attrs;
    std::vector<AllocatorAttributes> rets_alloc_attrs;
  };

  virtual ~FunctionLibraryRuntime() = default;
  virtual absl::Status Instantiate(const std::string& name, AttrSlice attrs,
                                   const InstantiateOptions& options, Handle* handle) = 0;
  absl::Status Instantiate(const std::string& name, AttrSlice attrs, Handle* handle) {
    return Instantiate(name, attrs, InstantiateOptions(), handle);
  }
  virtual absl::Status ReleaseHandle(Handle handle) = 0;
  virtual void Run(const Options& options, Handle handle, absl::Span<const Tensor> args,
                   std::vector<Tensor>* rets, DoneCallback done) = 0;
  virtual absl::Status RunSync(Options options, Handle handle, absl::Span<const Tensor> args,
                               std::vector<Tensor>* rets) = 0;
  virtual Env* env() = 0;
  virtual Device* device() = 0;
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_FUNCTION_H_
