// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_REGISTRY_H_
#define FRAMEWORK_OP_OP_REGISTRY_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/op/lazy_op.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registration_data.h"
#include "framework/op/refused_op.h"
#include "framework/op/spec_problem.h"
#include "framework/types/made_once.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft {

// Looks ops up by name: an OpRegistry, or a function library on top of one. Implementations are
// thread-safe for reading. What Find returns lives as long as the registry.
class OpRegistryInterface {
 public:
  virtual ~OpRegistryInterface() = default;
  // Null if there is none.
  virtual const OpRegistrationData* Find(absl::string_view name) const = 0;
  // The same; NOT_FOUND "op 'X' is not registered. Nearest: 'Y'.", or, if no name is near, "... N
  // ops are known (built in; loaded: ...). If X is a custom op, load its library first: ..."
  absl::StatusOr<const OpRegistrationData*> LookUp(absl::string_view name) const;
  // The known name nearest to `name`, or "" if none is near. Names as `name` case-insensitively
  // equal come first.
  virtual std::string Nearest(absl::string_view name) const = 0;
  virtual int size() const = 0;
  // "built in; loaded: libfoo.so, 3 ops"; "" if no library was loaded.
  virtual std::string Origins() const = 0;
};

// An immutable set of ops: one link in a chain of snapshots. Thread-safe; readers take no lock.
//
// The global one is built from the REGISTER_OP calls of the process at its first use: their names
// are hashed then, and an op is parsed and checked when it is first looked up, so that a program
// pays for the ops that it uses. Loading a library publishes a new snapshot whole or not at all. A
// model keeps the snapshot that it was compiled against. Tests build private ones with
// OpRegistryBuilder.
//
//     Global() --> [program, libfoo.so, libbar.so]     the newest snapshot
//                  [program, libfoo.so]                held by models compiled before
//     all three share the LazyOp of an op that all three have
//
// Example:
//   const std::shared_ptr<const OpRegistry> ops = OpRegistry::Global();
//   OPGRAFT_ASSIGN_OR_RETURN(const OpRegistrationData* relu, ops->LookUp("Relu"));
class OpRegistry : public OpRegistryInterface {
 public:
  // The newest published snapshot. Ops whose registration was wrong are not found in it; errors()
  // reports them.
  static std::shared_ptr<const OpRegistry> Global();

  const OpRegistrationData* Find(absl::string_view name) const override;
  std::string Nearest(absl::string_view name) const override;
  // Checks all ops.
  int size() const override;
  std::string Origins() const override;

  // All ops sorted by name; those that start with '_' only if asked.
  std::vector<const OpRegistrationData*> List(bool include_internal = false) const;
  OpList Export(bool include_internal) const;
  // What is wrong with the registrations that this snapshot added to its base, all together, sorted
  // by place; OK if nothing. The first call checks them all.
  const absl::Status& errors() const;
  // Those of them that are wrong under names that no other registration has made known.
  std::vector<RefusedOp> RefusedOps() const;

 private:
  friend class OpRegistryBuilder;
  struct Library {
    std::string name;
    size_t num_ops;
  };
  // The registrations of one name, oldest first. The first that is right counts.
  using SameName = absl::InlinedVector<std::shared_ptr<const LazyOp>, 1>;

  static const OpRegistrationData* FirstGood(const SameName& ops);
  absl::Status FindProblems() const;

  // By names that lie in the registrations.
  absl::flat_hash_map<absl::string_view, SameName> ops_;
  // What was added to the base.
  std::vector<std::shared_ptr<const LazyOp>> own_;
  // Loaded one after the other, beside what is built in.
  std::vector<Library> libraries_;
  MadeOnce<absl::Status> errors_;
};

// Collects op specs and makes a registry of them. Registering the same thing twice is harmless, a
// different one under the same name is an error that names both places. Thread-compatible.
//
// Example, a private registry of a test:
//   OPGRAFT_ASSIGN_OR_RETURN(
//       std::shared_ptr<const OpRegistry> ops,
//       OpRegistryBuilder().Add(OpDefBuilder("Mine").Input("x: float").Output("y:
//       float")).Build());
class OpRegistryBuilder {
 public:
  // Starts from nothing, or from all ops of `base`.
  explicit OpRegistryBuilder(std::shared_ptr<const OpRegistry> base = nullptr)
      : base_(std::move(base)) {}

  OpRegistryBuilder& Add(const OpDefBuilder& spec);
  // As REGISTER_OP left it: not copied, so it must live as long as the registry.
  OpRegistryBuilder& Add(const OpDefBuilder* spec);
  OpRegistryBuilder& Add(OpRegistrationData data);
  // What is added comes from this library; for messages.
  OpRegistryBuilder& SetLibrary(std::string name);

  // Parses and checks all that was added, and finds clashes. INVALID_ARGUMENT with all problems of
  // all ops, a paragraph each, sorted by place.
  absl::StatusOr<std::shared_ptr<const OpRegistry>> Build() const;
  // Checks nothing yet: ops that turn out to be wrong are not found, and errors() reports them. Of
  // two that clash the older counts.
  std::shared_ptr<const OpRegistry> BuildKeepingGood() const;
  // Names of the right ops that this adds to the base.
  std::vector<std::string> added() const;

 private:
  std::shared_ptr<const OpRegistry> base_;
  std::string library_;
  std::vector<std::shared_ptr<const LazyOp>> ops_;
};

// Replaces the global registry. `registry` must hold all ops of the present one, whose holders keep
// it.
void PublishGlobal(std::shared_ptr<const OpRegistry> registry);

}  // namespace opgraft

#endif  // FRAMEWORK_OP_OP_REGISTRY_H_
