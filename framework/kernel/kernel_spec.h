// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_KERNEL_SPEC_H_
#define FRAMEWORK_KERNEL_KERNEL_SPEC_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "framework/types/data_type.h"
#include "framework/types/library_note.h"
#include "framework/types/source_location.h"

namespace opgraft {

class OpKernel;
class OpKernelConstruction;

inline constexpr const char* const DEVICE_DEFAULT = "DEFAULT";
inline constexpr const char* const DEVICE_CPU = "CPU";
inline constexpr const char* const DEVICE_GPU = "GPU";

// One condition on an attr of the node. Exactly one of the lists is filled (Build does not check;
// the registry does).
struct AttrConstraint {
  std::string attr;
  std::vector<DataType> types;
  std::vector<std::string> strings;
  std::vector<int64_t> ints;
  std::vector<bool> bools;

  void Allow(int64_t value) { ints.push_back(value); }
  void Allow(int32_t value) { ints.push_back(value); }
  void Allow(bool value) { bools.push_back(value); }
  void Allow(const std::string& value) { strings.push_back(value); }
  void Allow(const char* value) { strings.emplace_back(value); }

  // "T=float", "T in {float, double}", "mode='a'".
  std::string DebugString() const;
};

// What a kernel is for: TensorFlow's KernelDef without protobuf.
struct KernelSpec {
  std::string op;
  std::string device;
  std::vector<AttrConstraint> constraints;
  std::vector<std::string> host_memory_args;
  std::string label;
  int priority = 0;
  std::vector<std::pair<int, int>>
      forwards;  // {input, output}: the kernel may write output over input
  std::vector<std::pair<int, int>>
      aliases;  // {input, output}: the output is the input's buffer, perhaps in another shape
  std::vector<std::string> problems;  // e.g. Label called twice

  // "ZeroOut CPU T=float label=fast".
  std::string DebugString() const;
};

using KernelFactory = OpKernel* (*)(OpKernelConstruction*);

// A KernelSpec with the code that makes the kernel.
struct KernelRegistration {
  KernelSpec spec;
  std::string class_name;
  KernelFactory factory = nullptr;
  SourceLocation location;
};

// Builds a KernelSpec; TensorFlow's names. Thread-compatible.
class KernelDefBuilder {
 public:
  explicit KernelDefBuilder(const char* op_name) { spec_.op = op_name; }

  KernelDefBuilder& Device(const char* device_type);
  template <typename T>
  KernelDefBuilder& TypeConstraint(const char* attr_name) {
    return TypeConstraint(attr_name, DataTypeToEnum<T>::v());
  }
  KernelDefBuilder& TypeConstraint(const char* attr_name, absl::Span<const DataType> allowed);
  KernelDefBuilder& TypeConstraint(const char* attr_name, DataType allowed);
  // T: int64_t, int, std::string, const char* or bool.
  template <typename T>
  KernelDefBuilder& AttrConstraint(const char* attr_name, absl::Span<const T> allowed) {
    opgraft::AttrConstraint constraint;
    constraint.attr = attr_name;
    for (const T& value : allowed) constraint.Allow(value);
    return AddConstraint(std::move(constraint));
  }
  template <typename T>
  KernelDefBuilder& AttrConstraint(const char* attr_name, T allowed) {
    return AttrConstraint<T>(attr_name, absl::MakeConstSpan(&allowed, 1));
  }
  KernelDefBuilder& HostMemory(const char* arg_name);
  KernelDefBuilder& Label(const char* label);
  KernelDefBuilder& Priority(int32_t priority);
  // Not TensorFlow's: the plan lets output share input's memory when the input is needed by nobody
  // afterwards. The kernel must be right when both are one buffer, and still ask by
  // forward_input_or_allocate_output.
  KernelDefBuilder& Forwards(int input, int output = 0);
  // Not TensorFlow's: the kernel only passes the input's buffer on, by set_output_alias.
  KernelDefBuilder& Aliases(int input, int output = 0);

  const KernelSpec& Build() const { return spec_; }
  // The spec itself, not a copy; the builder is of no more use then.
  KernelSpec Take() { return std::move(spec_); }

 private:
  KernelDefBuilder& AddConstraint(opgraft::AttrConstraint constraint);

  KernelSpec spec_;
};

template <typename Entry>
class RegistrationList;

// What REGISTER_KERNEL_BUILDER makes: keeps the spec and puts it on the process's list, until its
// library is closed. Nothing is copied or checked here. Registering is thread-safe.
class RegisteredKernel {
 public:
  // Both take the contents of `builder` over: the chain of calls ends in a reference.
  RegisteredKernel(KernelDefBuilder& builder, const char* class_name, KernelFactory factory,
                   SourceLocation where = SourceLocation::Here());
  RegisteredKernel(KernelDefBuilder&& builder, const char* class_name, KernelFactory factory,
                   SourceLocation where = SourceLocation::Here());
  ~RegisteredKernel();
  RegisteredKernel(const RegisteredKernel&) = delete;
  RegisteredKernel& operator=(const RegisteredKernel&) = delete;

 private:
  friend class RegistrationList<RegisteredKernel>;
  const std::shared_ptr<const KernelRegistration> item_;
  const RegisteredKernel* older_ = nullptr;
};

// The registrations that have run since `position` in the process's list, oldest first, and the new
// end of the list.
std::vector<std::shared_ptr<const KernelRegistration>> RegisteredKernelsSince(const void* position,
                                                                              const void** end);

namespace register_kernel {
// So that Name("X") is found without a using-declaration.
class Name : public KernelDefBuilder {
 public:
  explicit Name(const char* op) : KernelDefBuilder(op) {}
};
}  // namespace register_kernel

}  // namespace opgraft

// Registers a kernel class for an op:
// REGISTER_KERNEL_BUILDER(Name("X").Device(DEVICE_CPU).TypeConstraint<float>("T"), XOp<float>); The
// class may hold commas. Expands to one definition of a RegisteredKernel, semicolon included:
// author macros are used without one.
#define REGISTER_KERNEL_BUILDER(builder, ...) \
  OPGRAFT_REGISTER_KERNEL(__COUNTER__, builder, __VA_ARGS__)
#define OPGRAFT_REGISTER_KERNEL(counter, builder, ...) \
  OPGRAFT_REGISTER_KERNEL_(counter, builder, __VA_ARGS__)
#define OPGRAFT_REGISTER_KERNEL_(counter, builder, ...)                                          \
  [[maybe_unused]] static const ::opgraft::RegisteredKernel opgraft_registered_kernel_##counter( \
      ::opgraft::register_kernel::builder, #__VA_ARGS__,                                         \
      [](::opgraft::OpKernelConstruction* c) -> ::opgraft::OpKernel* {                           \
        return new __VA_ARGS__(c);                                                               \
      });

#endif  // FRAMEWORK_KERNEL_KERNEL_SPEC_H_
