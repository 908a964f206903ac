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
#include "framework/types/spec_text.h"
#include "framework/types/this_library.h"

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
  // Made, copied and destroyed out of line: thousands of registrations each have one.
  explicit KernelDefBuilder(const char* op_name);
  KernelDefBuilder(const KernelDefBuilder& other);
  KernelDefBuilder& operator=(const KernelDefBuilder& other);
  ~KernelDefBuilder();

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

namespace register_kernel {
// So that Name("X") is found without a using-declaration.
class Name : public KernelDefBuilder {
 public:
  explicit Name(const char* op) : KernelDefBuilder(op) {}
};
}  // namespace register_kernel

namespace kernel_op_name {
// A register_kernel::Name that only tells the op's name: the other calls do nothing, and compile to
// nothing.
class Name {
 public:
  explicit Name(SpecText op) : op_(op.is_array() ? op.text().data() : KeptText(op)) {}

  Name& Device(const char*) { return *this; }
  template <typename T>
  Name& TypeConstraint(const char*) {
    return *this;
  }
  Name& TypeConstraint(const char*, absl::Span<const DataType>) { return *this; }
  Name& TypeConstraint(const char*, DataType) { return *this; }
  template <typename T>
  Name& AttrConstraint(const char*, absl::Span<const T>) {
    return *this;
  }
  template <typename T>
  Name& AttrConstraint(const char*, T) {
    return *this;
  }
  Name& HostMemory(const char*) { return *this; }
  Name& Label(const char*) { return *this; }
  Name& Priority(int32_t) { return *this; }
  Name& Forwards(int, int = 0) { return *this; }
  Name& Aliases(int, int = 0) { return *this; }

  const char* op() const { return op_; }

 private:
  // A copy that lives as long as the process.
  static const char* KeptText(SpecText text);

  const char* op_;
};
}  // namespace kernel_op_name

template <typename Entry>
class RegistrationList;

// A registration of a kernel before somebody asks for it: for which op, and what makes the rest.
// Both belong to the library that registers.
struct UnmadeKernel {
  const char* op = "";
  KernelRegistration (*make)() = nullptr;  // may be called by several threads
};

// What REGISTER_KERNEL_BUILDER makes: puts an UnmadeKernel on the process's list, until its library
// is closed. The chain of calls that describes the kernel is not run before somebody looks up a
// kernel of the op, so that thousands of kernels cost a program little that uses a few. Registering
// is thread-safe.
class RegisteredKernel {
 public:
  // `op` lives as long as the library.
  RegisteredKernel(const char* op, KernelRegistration (*make)(), void* library = ThisLibrary());
  RegisteredKernel(const kernel_op_name::Name& name, KernelRegistration (*make)(),
                   void* library = ThisLibrary());
  RegisteredKernel(const RegisteredKernel&) = delete;
  RegisteredKernel& operator=(const RegisteredKernel&) = delete;

 private:
  friend class RegistrationList<RegisteredKernel>;
  const UnmadeKernel item_;
  const RegisteredKernel* older_ = nullptr;
  void* const library_;
};

// The registrations that have run since `position` in the process's list, oldest first, and the new
// end of the list.
std::vector<UnmadeKernel> RegisteredKernelsSince(const void* position, const void** end);

// Takes the contents of `builder` over: the chain of calls ends in a reference.
KernelRegistration MakeKernelRegistration(KernelDefBuilder& builder, const char* class_name,
                                          KernelFactory factory,
                                          SourceLocation where = SourceLocation::Here());
KernelRegistration MakeKernelRegistration(KernelDefBuilder&& builder, const char* class_name,
                                          KernelFactory factory,
                                          SourceLocation where = SourceLocation::Here());

}  // namespace opgraft

// Registers a kernel class for an op:
// REGISTER_KERNEL_BUILDER(Name("X").Device(DEVICE_CPU).TypeConstraint<float>("T"), XOp<float>); The
// class may hold commas. Expands to one definition of a RegisteredKernel, semicolon included:
// author macros are used without one. `builder` stands in it twice: once for the op's name alone,
// when the program starts, and once for all of it, when a kernel of that op is looked up.
#define REGISTER_KERNEL_BUILDER(builder, ...) \
  OPGRAFT_REGISTER_KERNEL(__COUNTER__, builder, __VA_ARGS__)
#define OPGRAFT_REGISTER_KERNEL(counter, builder, ...) \
  OPGRAFT_REGISTER_KERNEL_(counter, builder, __VA_ARGS__)
#define OPGRAFT_REGISTER_KERNEL_(counter, builder, ...)                                          \
  [[maybe_unused]] static const ::opgraft::RegisteredKernel opgraft_registered_kernel_##counter( \
      ::opgraft::kernel_op_name::builder, []() -> ::opgraft::KernelRegistration {                \
        return ::opgraft::MakeKernelRegistration(                                                \
            ::opgraft::register_kernel::builder, #__VA_ARGS__,                                   \
            [](::opgraft::OpKernelConstruction* c) -> ::opgraft::OpKernel* {                     \
              return new __VA_ARGS__(c);                                                         \
            });                                                                                  \
      });

#endif  // FRAMEWORK_KERNEL_KERNEL_SPEC_H_
