// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_DEF_BUILDER_H_
#define FRAMEWORK_OP_OP_DEF_BUILDER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/op/op_role.h"
#include "framework/types/library_note.h"
#include "framework/types/source_location.h"
#include "framework/types/spec_text.h"
#include "framework/types/this_library.h"

namespace opgraft_internal {
class OpDefFinalizer;
class ValueContext;
struct CallSite;
struct CallSiteNode;
}  // namespace opgraft_internal

namespace opgraft {

namespace shape_inference {
class InferenceContext;
}
using OpShapeInferenceFn = std::function<absl::Status(shape_inference::InferenceContext*)>;
// One that remembers nothing, as nearly all do.
using PlainShapeFn = absl::Status (*)(shape_inference::InferenceContext*);
// Fills in the call site of a node (call_site.h).
using CallSiteFn =
    std::function<absl::Status(const opgraft_internal::CallSiteNode&, opgraft_internal::CallSite*)>;
// Tells what is known of the outputs' values (value_inference.h).
using OpValueFn = std::function<void(opgraft_internal::ValueContext*)>;
struct OpRegistrationData;

// Collects the spec of one op: TensorFlow's attr and arg language, kept as the strings they are;
// nothing is parsed before Finalize. Each call remembers its file and line. Thread-compatible.
// REGISTER_OP keeps no copy of a literal: what it registers lives as long as its library.
//
// Example:
//   REGISTER_OP("ZeroOut")
//       .Attr("T: {float, int32}")
//       .Input("to_zero: T")
//       .Output("zeroed: T")
//       .SetShapeFn(shape_inference::UnchangedShape);
class OpDefBuilder {
 public:
  using Where = SourceLocation;
  explicit OpDefBuilder(SpecText op_name, Where where = Where::Here());
  // The one of REGISTER_OP.
  static OpDefBuilder BorrowingArrays(SpecText op_name, Where where = Where::Here());
  ~OpDefBuilder();
  OpDefBuilder(const OpDefBuilder&);
  OpDefBuilder(OpDefBuilder&&) noexcept;
  OpDefBuilder& operator=(const OpDefBuilder&);
  OpDefBuilder& operator=(OpDefBuilder&&) noexcept;

  // "name: type [>= min] [= default]".
  OpDefBuilder& Attr(SpecText spec, Where where = Where::Here());
  // "name: type", "name: N * T", "name: Ref(T)". In the order of the op's inputs and outputs.
  OpDefBuilder& Input(SpecText spec, Where where = Where::Here());
  OpDefBuilder& Output(SpecText spec, Where where = Where::Here());
  // Names a control output of a function op.
  OpDefBuilder& ControlOutput(SpecText name, Where where = Where::Here());
  // Summary, description, and lines "name: ..." about args and attrs (doc_spec.h).
  OpDefBuilder& Doc(SpecText text, Where where = Where::Here());
  // Infers the shapes of the outputs. Without one they are unknown, which lint reports.
  OpDefBuilder& SetShapeFn(OpShapeInferenceFn fn);
  // The same with a function or a lambda without captures: a call in each of a thousand
  // registrations, where an OpShapeInferenceFn would be made and destroyed.
  template <typename Fn, typename = std::enable_if_t<std::is_convertible_v<Fn, PlainShapeFn>>>
  OpDefBuilder& SetShapeFn(Fn fn) {
    return SetPlainShapeFn(fn);
  }
  // For ops that a framework must know to treat them well; OpRole says what each role asks for.
  OpDefBuilder& SetRole(OpRole role);
  // For ops that run functions. `role` is kCall, kBranch or kLoop. common_call_sites.h has the
  // functions of the usual kinds.
  //
  // Example, an If:
  //   .SetCallSiteFn(OpRole::kBranch, [](const CallSiteNode& node, CallSite* site) {
  //     return TwoBranches(node, "then_branch", "else_branch", site);
  //   })
  OpDefBuilder& SetCallSiteFn(OpRole role, CallSiteFn fn);
  // For ops that compute shapes: what is known of the outputs before a run (value_inference.h).
  OpDefBuilder& SetValueFn(OpValueFn fn);
  // Graphs of that version of GraphDef and later may not have the op; `explanation` says what to
  // use.
  OpDefBuilder& Deprecated(int version, std::string explanation);
  // Flags of the OpDef, TensorFlow's.
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

  // What is known before Finalize.
  absl::string_view op_name() const { return op_name_; }
  const SourceLocation& location() const { return location_; }

 private:
  friend class opgraft_internal::OpDefFinalizer;  // op_def_finalizer.h: does the parsing
  // Which call it was; Finalize reads the calls of a kind in their order.
  enum class Kind : uint8_t { kAttr, kInput, kOutput, kControlOutput, kDoc };
  // Three words: ops by the thousand have some ten thousand calls.
  struct Call {
    Call(Kind of_kind, absl::string_view of_text, SourceLocation at)
        : data(of_text.data()),
          file(at.file),
          size(static_cast<uint32_t>(of_text.size())),
          line(at.line & 0x7ffffff),
          kind(of_kind) {}
    absl::string_view text() const { return absl::string_view(data, size); }
    SourceLocation where() const { return {file, line}; }

    const char* data;
    const char* file;
    uint32_t size;
    int line : 28;
    Kind kind : 4;
  };
  // What few ops have: apart, so that an op costs little memory.
  struct Rare {
    CallSiteFn call_site_fn;
    OpValueFn value_fn;
    std::vector<std::pair<int, std::string>> deprecations;
    std::vector<std::shared_ptr<const std::string>> texts;  // those not borrowed
  };

  OpDefBuilder(SpecText op_name, Where where, bool borrows_arrays);
  // Appends a call. Keep() gives a view that lives as long as this: of an array itself if it is
  // borrowed, else of a copy.
  OpDefBuilder& Add(Kind kind, SpecText text, Where where);
  OpDefBuilder& SetPlainShapeFn(PlainShapeFn fn);
  absl::string_view Keep(absl::string_view text);
  const Rare& rare() const;
  // Changes a copy of rare_, which other builders may share.
  template <typename Change>
  void ChangeRare(const Change& change);
  static absl::string_view CallName(Kind kind);

  absl::string_view op_name_;
  SourceLocation location_;
  std::vector<Call> calls_;
  OpShapeInferenceFn shape_fn_;
  // May be null: nothing; copies of this builder share it.
  std::shared_ptr<const Rare> rare_;
  int shape_fn_calls_ = 0;
  OpRole role_ = OpRole::kPlain;
  bool borrows_arrays_ = false;
  bool commutative_ = false, aggregate_ = false, stateful_ = false, uninitialized_ok_ = false,
       distributed_ = false, any_ok_ = false;
};

template <typename Entry>
class RegistrationList;

// What REGISTER_OP makes: keeps the spec and puts it on the process's list, until its library is
// closed. The spec stays for as long as the process. Nothing is parsed here. Registering is
// thread-safe.
class RegisteredOp {
 public:
  // Both take the contents of `spec` over: the chain of calls ends in a reference.
  RegisteredOp(OpDefBuilder& spec, void* library = ThisLibrary());   // NOLINT: implicit, for the
  RegisteredOp(OpDefBuilder&& spec, void* library = ThisLibrary());  // NOLINT: macro's chain
  RegisteredOp(const RegisteredOp&) = delete;
  RegisteredOp& operator=(const RegisteredOp&) = delete;

 private:
  friend class RegistrationList<RegisteredOp>;
  // Read by the list: what is registered, the entry before, and whose code it is.
  const OpDefBuilder* const item_;
  const RegisteredOp* older_ = nullptr;
  void* const library_;
};

// The REGISTER_OP calls that have run since `position` in the process's list, oldest first, and the
// new end of the list. For the loader (library/library_loader.h) and Global().
std::vector<const OpDefBuilder*> RegisteredOpsSince(const void* position, const void** end);

}  // namespace opgraft

// Registers an op when the program starts or its library is loaded. Usable in any namespace, in
// author macros, and several times a line. Expands to one definition of a RegisteredOp; see
// OpDefBuilder for the calls that may follow.
#define REGISTER_OP(name) OPGRAFT_REGISTER_OP(__COUNTER__, name)
#define OPGRAFT_REGISTER_OP(counter, name) OPGRAFT_REGISTER_OP_(counter, name)
#define OPGRAFT_REGISTER_OP_(counter, name)                                               \
  [[maybe_unused]] static const ::opgraft::RegisteredOp opgraft_registered_op_##counter = \
      ::opgraft::OpDefBuilder::BorrowingArrays(name)

#endif  // FRAMEWORK_OP_OP_DEF_BUILDER_H_
