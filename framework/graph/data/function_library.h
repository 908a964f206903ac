// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_FUNCTION_LIBRARY_H_
#define FRAMEWORK_GRAPH_DATA_FUNCTION_LIBRARY_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/import_limits.h"
#include "framework/op/node_attrs.h"
#include "framework/op/op_registry.h"

namespace opgraft {

class FunctionDef;
class KernelRegistry;
struct FunctionBody;  // functions/function_body.h

// The functions of a graph, on top of the ops of a registry: a function's name is an op. A value:
// immutable content shared by copies. Instantiate remembers its results as long as a copy that is
// no ForBody() lives; thread-safe.
class FunctionLibrary : public OpRegistryInterface {
 public:
  // No functions; the ops of `registry`.
  explicit FunctionLibrary(std::shared_ptr<const KernelRegistry> registry);

  const OpRegistrationData* Find(absl::string_view name) const override;
  std::string Nearest(absl::string_view name) const override;
  // Ops and functions.
  int size() const override;
  std::string Origins() const override;

  const FunctionDef* FindFunction(absl::string_view name) const;
  bool Contains(absl::string_view name) const { return FindFunction(name) != nullptr; }
  std::vector<std::string> FunctionNames() const;  // in the order of the file
  int num_functions() const;
  // The function's name nearest to `name`, or "".
  std::string NearestFunction(absl::string_view name) const;

  // The body of `name` with the attrs of the caller. NOT_FOUND with the nearest name;
  // INVALID_ARGUMENT with every problem of the body, a line each; RESOURCE_EXHAUSTED for attrs that
  // grow beyond the limits. Functions that the body calls are not instantiated.
  absl::StatusOr<std::shared_ptr<const FunctionBody>> Instantiate(absl::string_view name,
                                                                  const NodeAttrs& attrs) const;
  // The function that attr `attr` of a node names (a func attr such as then_branch).
  absl::StatusOr<std::shared_ptr<const FunctionBody>> InstantiateAttr(const NodeAttrs& node_attrs,
                                                                      absl::string_view attr) const;

  // The same functions for the graph of one of their bodies: does not keep the memory of
  // instantiated bodies alive, which holds that graph.
  FunctionLibrary ForBody() const { return FunctionLibrary(content_, nullptr); }
  // Keeps the registrations of ops and functions alive.
  std::shared_ptr<const void> keep_alive() const { return content_; }

 private:
  friend class FunctionLibraryBuilder;
  struct Content;
  class Memo;
  FunctionLibrary(std::shared_ptr<const Content> content, std::shared_ptr<Memo> memo)
      : content_(std::move(content)), memo_(std::move(memo)) {}

  std::shared_ptr<const Content> content_;
  std::shared_ptr<Memo> memo_;
};

// What a body is made of.
struct FunctionSource {
  const FunctionDef& def;
  const NodeAttrs& attrs;  // all of the signature's
  int producer;
  const ImportLimits& limits;
  std::shared_ptr<const KernelRegistry> registry;
  FunctionLibrary library;  // what the body may call
};

// Makes the graph of a function's body. A library is given it from outside, by who reads functions:
// a body is made by an import, which stands on the data.
using FunctionBodyMaker =
    absl::StatusOr<std::shared_ptr<const FunctionBody>> (*)(const FunctionSource& source);

// Makes a library: that of a graph and more functions, whose bodies `make_body` makes.
// Thread-compatible.
class FunctionLibraryBuilder {
 public:
  FunctionLibraryBuilder(const FunctionLibrary& base, FunctionBodyMaker make_body);
  ~FunctionLibraryBuilder();

  // Adding the same function twice is harmless. INVALID_ARGUMENT for a different one of the same
  // name, for one named like an op and for one without a name.
  absl::Status Add(const FunctionDef& function);
  void SetProducer(int producer);
  void SetLimits(const ImportLimits& limits);
  // The builder is empty afterwards.
  FunctionLibrary Build();

 private:
  std::shared_ptr<FunctionLibrary::Content> content_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_DATA_FUNCTION_LIBRARY_H_
