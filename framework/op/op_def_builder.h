// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_DEF_BUILDER_H_
#define FRAMEWORK_OP_OP_DEF_BUILDER_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/op/op_role.h"
#include "framework/types/library_note.h"
#include "framework/types/source_location.h"

namespace opgraft {

namespace shape_inference {
class InferenceContext;
}
struct CallSite;
struct CallSiteNode;
class ValueContext;
using OpShapeInferenceFn = std::function<absl::Status(shape_inference::InferenceContext*)>;
// Fills in the call site of a node (call_site.h).
using CallSiteFn = std::function<absl::Status(const CallSiteNode&, CallSite*)>;
// Tells what is known of the outputs' values (value_inference.h).
using OpValueFn = std::function<void(ValueContext*)>;
struct OpRegistrationData;

// Collects the spec of one op: TensorFlow's attr and arg language, kept as the strings they are;
// nothing is parsed before Finalize. Each call remembers its file and line. Thread-compatible.
//
//   REGISTER_OP("ZeroOut").Attr("T: {float, int32}").Input("to_zero: T").Output("zeroed:
//   T").SetShapeFn(...);
class OpDefBuilder {
 public:
  using Where = SourceLocation;
  explicit OpDefBuilder(std::string op_name, Where where = Where::Here());

  // "name: type [>= min] [= default]".
  OpDefBuilder& Attr(std::string spec, Where where = Where::Here());
  // "name: type", "name: N * T", "name: Ref(T)".
  OpDefBuilder& Input(std::string spec, Where where = Where::Here());
  OpDefBuilder& Output(std::string spec, Where where = Where::Here());
  OpDefBuilder& ControlOutput(std::string name, Where where = Where::Here());
  OpDefBuilder& Doc(std::string text, Where where = Where::Here());
  OpDefBuilder& SetShapeFn(OpShapeInferenceFn fn);
  // For ops that a framework must know to treat them well; OpRole says what each role asks for.
  OpDefBuilder& SetRole(OpRole role);
  // For ops that run functions. `role` is kCall, kBranch or kLoop.
  OpDefBuilder& SetCallSiteFn(OpRole role, CallSiteFn fn);
  // For ops that compute shapes: what is known of the outputs before a run.
  OpDefBuilder& SetValueFn(OpValueFn fn);
  OpDefBuilder& Deprecated(int version, std::string explanation);
  OpDefBuilder& SetIsCommutative();
  OpDefBuilder& SetIsAggregate();
  OpDefBuilder& SetIsStateful();
  OpDefBuilder& SetAllowsUninitializedInput();
  OpDefBuilder& SetIsDistributedCommunication();
  OpDefBuilder& SetDoNotOptimize() { return SetIsStateful(); }
  OpDefBuilder& AllowAttrTypeAny();

  // Parses everything into `*op`. INVALID_ARGUMENT holds all problems, a paragraph each: the call
  // with file:line, a caret under the character, the cause and the nearest known word. Repeatable.
  // Does not do what ValidateOpDef does.
  absl::Status Finalize(OpRegistrationData* op) const;

  const std::string& op_name() const { return op_name_; }
  const SourceLocation& location() const { return location_; }

 private:
  friend class OpDefFinalizer;  // op_def_finalizer.h: does the parsing
  enum class Kind { kAttr, kInput, kOutput, kControlOutput, kDoc };
  struct Call {
    Kind kind;
    std::string text;
    SourceLocation where;
  };
  OpDefBuilder& Add(Kind kind, std::string text, Where where);
  static absl::string_view CallName(Kind kind);

  std::string op_name_;
  SourceLocation location_;
  std::vector<Call> calls_;
  OpShapeInferenceFn shape_fn_;
  int shape_fn_calls_ = 0;
  OpRole role_ = OpRole::kPlain;
  CallSiteFn call_site_fn_;
  OpValueFn value_fn_;
  std::vector<std::pair<int, std::string>> deprecations_;
  bool commutative_ = false, aggregate_ = false, stateful_ = false, uninitialized_ok_ = false,
       distributed_ = false, any_ok_ = false;
};

template <typename Entry>
class RegistrationList;

// What REGISTER_OP makes: keeps the spec and puts it on the process's list, until its library is
// unloaded. Nothing is copied or parsed here. Registering is thread-safe.
class RegisteredOp {
 public:
  // Both take the contents of `spec` over: the chain of calls ends in a reference.
  RegisteredOp(OpDefBuilder& spec);   // NOLINT: implicit, so that the macro's chain may end in it
  RegisteredOp(OpDefBuilder&& spec);  // NOLINT
  RegisteredOp(const RegisteredOp&) = delete;
  RegisteredOp& operator=(const RegisteredOp&) = delete;
  ~RegisteredOp();

 private:
  friend class RegistrationList<RegisteredOp>;
  const std::shared_ptr<const OpDefBuilder> item_;
  const RegisteredOp* older_ = nullptr;
};

// The REGISTER_OP calls that have run since `position` in the process's list, oldest first, and the
// new end of the list. For the loader (library/library_loader.h) and Global().
std::vector<std::shared_ptr<const OpDefBuilder>> RegisteredOpsSince(const void* position,
                                                                    const void** end);

}  // namespace opgraft

// Registers an op when the program starts or its library is loaded. Usable in any namespace, in
// author macros, and several times a line. Expands to one definition of a RegisteredOp; see
// OpDefBuilder for the calls that may follow.
#define REGISTER_OP(name) OPGRAFT_REGISTER_OP(__COUNTER__, name)
#define OPGRAFT_REGISTER_OP(counter, name) OPGRAFT_REGISTER_OP_(counter, name)
#define OPGRAFT_REGISTER_OP_(counter, name)                                               \
  [[maybe_unused]] static const ::opgraft::RegisteredOp opgraft_registered_op_##counter = \
      ::opgraft::OpDefBuilder(name)

#endif  // FRAMEWORK_OP_OP_DEF_BUILDER_H_
