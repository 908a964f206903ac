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

// What kernels are registered for. A node runs on the CPU; a kernel for DEVICE_DEFAULT is taken if
// there is none for it, one for DEVICE_GPU never.
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

  // Adds one allowed value.
  void Allow(int64_t value) { ints.push_back(value); }
  void Allow(int32_t value) { ints.push_back(value); }
  void Allow(bool value) { bools.push_back(value); }
  void Allow(const std::string& value) { strings.push_back(value); }
  void Allow(const char* value) { strings.emplace_back(value); }

  // "T=float", "T in {float, double}", "mode='a'".
  std::string DebugString() const;
};

// What a kernel is for: TensorFlow's KernelDef without protobuf. Plain data. Nothing is checked
// when it is filled: the registry does that (kernel_check.h).
struct KernelSpec {
  std::string op;
  std::string device;
  std::vector<AttrConstraint> constraints;
  std::vector<std::string> host_memory_args;
  std::string label;
  int priority = 0;
  // {input, output}: the kernel may write output over input.
  std::vector<std::pair<int, int>> forwards;
  // {input, output}: the output is the input's buffer, perhaps in another shape.
  std::vector<std::pair<int, int>> aliases;
  // What was wrong with the calls that made it, "Label called twice" for example.
  std::vector<std::string> problems;

  // "ZeroOut CPU T=float label=fast".
  std::string DebugString() const;
};

// Makes a kernel, which the caller owns.
using KernelFactory = OpKernel* (*)(OpKernelConstruction*);

// A KernelSpec with the code that makes the kernel. Immutable once in a registry; thread-safe then.
struct KernelRegistration {
  KernelSpec spec;
  std::string class_name;
  KernelFactory factory = nullptr;
  SourceLocation location;
};

// Builds a KernelSpec; TensorFlow's names. Each call adds to the spec and returns the builder. A
// wrong call (Label twice, say) is noted in KernelSpec::problems. Thread-compatible.
//
// Example, in a registration:
//   Name("Roi").Device(DEVICE_CPU).TypeConstraint<float>("T").HostMemory("sizes").Priority(1)
class KernelDefBuilder {
 public:
  // Made, copied and destroyed out of line: thousands of registrations each have one.
  explicit KernelDefBuilder(const char* op_name);
  KernelDefBuilder(const KernelDefBuilder& other);
  KernelDefBuilder& operator=(const KernelDefBuilder& other);
  ~KernelDefBuilder();

  // The device that the kernel is for: DEVICE_CPU, or DEVICE_DEFAULT for any.
  KernelDefBuilder& Device(const char* device_type);
  template <typename T>
  KernelDefBuilder& TypeConstraint(const char* attr_name) {
    return TypeConstraint(attr_name, DataTypeToEnum<T>::v());
  }
  // The kernel is for nodes whose attr has one of these types. Without constraints it is for all.
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
  // TensorFlow's, without effect: all memory is the host's. The arg must exist.
  KernelDefBuilder& HostMemory(const char* arg_name);
  // For nodes with this attr `_kernel` only; and which of several kernels that fit wins: the
  // highest.
  KernelDefBuilder& Label(const char* label);
  KernelDefBuilder& Priority(int32_t priority);
  // Not TensorFlow's: the plan lets output share input's memory when nothing needs the input
  // afterwards. The kernel must be right when both are one buffer, and still ask by
  // forward_input_or_allocate_output.
  //
  // Example: Relu reads element i before it writes element i, so it says Forwards(0); a
  // transposition must not.
  KernelDefBuilder& Forwards(int input, int output = 0);
  // Not TensorFlow's: the kernel only passes the input's buffer on, by set_output_alias. So the
  // plan makes no memory for the output, and keeps the input's as long as the output is needed.
  KernelDefBuilder& Aliases(int input, int output = 0);

  const KernelSpec& Build() const { return spec_; }
  // The spec itself, not a copy; the builder is of no more use then.
  KernelSpec Take() { return std::move(spec_); }

 private:
  KernelDefBuilder& AddConstraint(opgraft::AttrConstraint constraint);

  KernelSpec spec_;
};

namespace kernel_op_name {
// What Name("X") is when the program starts: it only tells the op's name. The other calls do
// nothing, and compile to nothing. Borrows a literal; of other strings it keeps a copy. Belongs to
// the initialiser that makes it.
//
// Example: in REGISTER_KERNEL_BUILDER(Name("Roi").Device(DEVICE_CPU), RoiOp) the first expansion of
// Name("Roi").Device(DEVICE_CPU) is of this class, the second of KernelDescription.
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

// What a registration describes its kernel to, when the kernel is first looked up. Owned by the
// caller, so that the code of thousands of registrations makes calls and nothing else.
// Thread-compatible.
//
// Example, what REGISTER_KERNEL_BUILDER expands to:
//   [](KernelDescription& kernel) {
//     kernel.Name("ZeroOut").Device(DEVICE_CPU).TypeConstraint<float>("T");
//     kernel.SetClass("ZeroOutOp<float>", MakeZeroOut);
//   }
class KernelDescription {
 public:
  explicit KernelDescription(const char* op_name) : builder_(op_name) {}

  // Starts the chain of calls. The op's name is known: kernel_op_name::Name told it.
  KernelDefBuilder& Name(SpecText) { return builder_; }
  // `class_name` is for messages; it and the file of `where` live as long as the library.
  void SetClass(const char* class_name, KernelFactory factory,
                SourceLocation where = SourceLocation::Here());
  // What was said; the description is of no more use then.
  KernelRegistration Take();

 private:
  KernelDefBuilder builder_;
  KernelRegistration made_;
};

template <typename Entry>
class RegistrationList;

// A registration of a kernel before it is first looked up: for which op, and what says the rest.
// Both belong to the library that registers.
struct UnmadeKernel {
  // May be called by several threads.
  KernelRegistration Make() const;

  const char* op = "";
  void (*describe)(KernelDescription& kernel) = nullptr;
};

// What REGISTER_KERNEL_BUILDER makes: puts an UnmadeKernel on the process's list, until its library
// is closed. The chain of calls that describes the kernel is not run before a program looks up a
// kernel of the op, so that thousands of kernels cost a program little that uses a few. Registering
// is thread-safe.
//
//     the program starts     REGISTER_KERNEL_BUILDER(Name("Roi")...)  -->  {"Roi", describe}
//     a model has a Roi      LazyKernels calls describe               -->  KernelRegistration
//     it is compiled         the factory makes the kernel             -->  OpKernel
class RegisteredKernel {
 public:
  // `op` lives as long as the library.
  RegisteredKernel(const char* op, void (*describe)(KernelDescription& kernel),
                   void* library = ThisLibrary());
  RegisteredKernel(kernel_op_name::Name name, void (*describe)(KernelDescription& kernel),
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

}  // namespace opgraft

// Code that runs once a kernel, if at all: as small as can be.
#define OPGRAFT_RUN_ONCE __attribute__((cold))

// Registers a kernel class for an op:
//
//   REGISTER_KERNEL_BUILDER(Name("X").Device(DEVICE_CPU).TypeConstraint<float>("T"), XOp<float>);
//
// The class may hold commas. Expands to one definition of a RegisteredKernel, semicolon included:
// author macros are used without one. `builder` stands in it twice: once for the op's name alone,
// when the program starts, and once for all of it, when a kernel of that op is looked up.
#define REGISTER_KERNEL_BUILDER(builder, ...) \
  OPGRAFT_REGISTER_KERNEL(__COUNTER__, builder, __VA_ARGS__)
#define OPGRAFT_REGISTER_KERNEL(counter, builder, ...) \
  OPGRAFT_REGISTER_KERNEL_(counter, builder, __VA_ARGS__)
#define OPGRAFT_REGISTER_KERNEL_(counter, builder, ...)                                          \
  [[maybe_unused]] static const ::opgraft::RegisteredKernel opgraft_registered_kernel_##counter( \
      ::opgraft::kernel_op_name::builder,                                                        \
      [](::opgraft::KernelDescription& opgraft_kernel) OPGRAFT_RUN_ONCE {                        \
        opgraft_kernel.builder;                                                                  \
        opgraft_kernel.SetClass(                                                                 \
            #__VA_ARGS__,                                                                        \
            [](::opgraft::OpKernelConstruction* c)                                               \
                OPGRAFT_RUN_ONCE -> ::opgraft::OpKernel* { return new __VA_ARGS__(c); });        \
      });

#endif  // FRAMEWORK_KERNEL_KERNEL_SPEC_H_
