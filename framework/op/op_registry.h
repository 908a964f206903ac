// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_REGISTRY_H_
#define FRAMEWORK_OP_OP_REGISTRY_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registration_data.h"
#include "framework/op/spec_problem.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft {

// Looks ops up by name: an OpRegistry, or a function library on top of one.
class OpRegistryInterface {
 public:
  virtual ~OpRegistryInterface() = default;
  // Null if there is none.
  virtual const OpRegistrationData* Find(absl::string_view name) const = 0;
  // The same; NOT_FOUND "op 'X' is not registered. Nearest: 'Y'. N ops are known (built in; loaded:
  // ...). If X is a custom op, load its library first: ..."
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
// The global one is built from the REGISTER_OP calls of the process at its first use; loading a
// library publishes a new one whole or not at all. Who compiled against a snapshot keeps it. Tests
// build private ones with OpRegistryBuilder.
class OpRegistry : public OpRegistryInterface {
 public:
  // The newest published snapshot. Ops whose registration was wrong are not in it; errors() tells
  // of them.
  static std::shared_ptr<const OpRegistry> Global();

  const OpRegistrationData* Find(absl::string_view name) const override;
  std::string Nearest(absl::string_view name) const override;
  int size() const override { return static_cast<int>(ops_.size()); }
  std::string Origins() const override;

  // All ops sorted by name; those that start with '_' only if asked.
  std::vector<const OpRegistrationData*> List(bool include_internal = false) const;
  OpList Export(bool include_internal) const;
  // What was wrong with registrations, all together, sorted by place; OK if nothing.
  const absl::Status& errors() const { return errors_; }

 private:
  friend class OpRegistryBuilder;
  struct Library {
    std::string name;
    size_t num_ops;
  };
  absl::flat_hash_map<std::string, std::shared_ptr<const OpRegistrationData>> ops_;
  std::vector<Library> libraries_;  // loaded one after the other, beside what is built in
  absl::Status errors_;
};

// Collects op specs and makes a registry of them: parses, validates, finds clashes. Registering the
// same thing twice is harmless, a different one under the same name is an error that names both
// places. Thread-compatible.
class OpRegistryBuilder {
 public:
  // Starts from nothing, or from all ops of `base`.
  explicit OpRegistryBuilder(std::shared_ptr<const OpRegistry> base = nullptr)
      : base_(std::move(base)) {}

  OpRegistryBuilder& Add(const OpDefBuilder& spec);
  OpRegistryBuilder& Add(OpRegistrationData data);
  // What is added comes from this library; for messages.
  OpRegistryBuilder& SetLibrary(std::string name);

  // INVALID_ARGUMENT with all problems of all ops, a paragraph each, sorted by place.
  absl::StatusOr<std::shared_ptr<const OpRegistry>> Build() const;
  // As Build, but wrong ops are left out and told of by errors().
  std::shared_ptr<const OpRegistry> BuildKeepingGood() const;
  // Names of the ops this adds to the base.
  std::vector<std::string> added() const;

 private:
  // Puts the base's ops and the new ones together, the older of two that clash, and says what
  // clashes.
  std::shared_ptr<OpRegistry> Merge(std::vector<SpecProblem>* problems) const;

  std::shared_ptr<const OpRegistry> base_;
  std::string library_;
  std::vector<std::shared_ptr<const OpRegistrationData>> ops_;
  std::vector<SpecProblem> problems_;
};

// Makes `registry` what OpRegistry::Global() gives from now on. It must hold all ops of the present
// one. Who has that keeps it.
void PublishGlobal(std::shared_ptr<const OpRegistry> registry);

}  // namespace opgraft

#endif  // FRAMEWORK_OP_OP_REGISTRY_H_
