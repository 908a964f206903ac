// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_ACCESS_ERROR_H_
#define FRAMEWORK_TENSOR_ACCESS_ERROR_H_

#include <string>

namespace opgraft {

class Tensor;

// Thrown by a wrong accessor of a Tensor or a context (a dtype, rank or index that does not fit)
// while the thread is inside an AccessScope, i.e. while a kernel computes. The runtime makes it an
// INTERNAL status; users never see it.
struct AccessError {
  // The tensor's data pointer: tells which input or output was meant.
  const void* data = nullptr;
  // E.g. "as int32", "with vec(), but its shape is [2,3]".
  std::string call;
};

// Thrown in an AccessScope when a Tensor that a kernel constructs cannot get its memory: becomes
// RESOURCE_EXHAUSTED.
struct AllocationError {
  std::string what;
};

// Thrown in an AccessScope by a CHECK that fails in an op's source: becomes INTERNAL.
struct CheckError {
  // "op.cc:12: Check failed: n > 0".
  std::string what;
};

// Marks the calling thread as running an op's code, a kernel or a shape function: wrong accessors
// throw AccessError. Outside of every scope they end the process. Scopes nest. Entered once a run,
// and by Shard on each worker. Belongs to the thread that makes it.
//
// Example:
//   AccessScope scope;
//   try {
//     kernel->Compute(&context);
//   } catch (const AccessError& error) { ... }
class AccessScope {
 public:
  AccessScope() { Enter(); }
  ~AccessScope() { Leave(); }
  AccessScope(const AccessScope&) = delete;
  AccessScope& operator=(const AccessScope&) = delete;
  static bool Active() { return depth_ > 0; }
  // The two ends of a scope that is not a block (RunScope), on the same thread.
  static void Enter() { ++depth_; }
  static void Leave() { --depth_; }

 private:
  // Not thread_local, which must be asked at each use whether it has a constructor.
  static __thread int depth_;
};

// Throws AccessError if the thread is in an AccessScope, else returns.
void ReportAccessError(const void* data, std::string call);
// Throws AccessError if the thread is in an AccessScope. Else the mistake is the program's own, and
// what goes on would read what is not there: writes "opgraft: `text`" as a line on stderr and
// aborts.
[[noreturn]] void FailAccess(const void* data, std::string call, const std::string& text);

}  // namespace opgraft

#endif  // FRAMEWORK_TENSOR_ACCESS_ERROR_H_
