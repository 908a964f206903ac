// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_FUNCTION_LIBRARY_H_
#define FRAMEWORK_GRAPH_DATA_FUNCTION_LIBRARY_H_

#include <cstdint>
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
#include "framework/types/internal_namespace.h"

namespace opgraft {
class FunctionDef;
class KernelRegistry;
class OpDef;
}  // namespace opgraft

namespace opgraft_internal {

struct FunctionBody;   // functions/function_body.h
class NodeDefChecker;  // io/node_def_checker.h

// The functions of a graph, on top of the ops of a registry: a function's name is an op. A value:
// immutable content shared by copies. Thread-safe.
//
// Instantiate makes the body of a function for one set of attrs and remembers it while any copy
// other than those made by ForBody() is alive, so that all calls of a function share one body.
//
// Example:
//   const FunctionLibrary& library = graph.functions();
//   OPGRAFT_ASSIGN_OR_RETURN(auto body, library.Instantiate("f", NodeAttrs()));
//   for (int arg : body->args) std::cout << body->graph.node(arg).name() << "\n";
class FunctionLibrary : public OpRegistryInterface {
 public:
  // No functions; the ops of `registry`.
  explicit FunctionLibrary(std::shared_ptr<const KernelRegistry> registry);

  // The op or function of that name; a function hides no op, since Add refuses the same name.
  const OpRegistrationData* Find(absl::string_view name) const override;
  std::string Nearest(absl::string_view name) const override;
  // Ops and functions.
  int size() const override;
  std::string Origins() const override;

  // Null if there is none. Each call may make it anew.
  std::shared_ptr<const FunctionDef> FindFunction(absl::string_view name) const;
  // The same, but a large one lacks its signature, which its op has, and is not made anew.
  std::shared_ptr<const FunctionDef> FindBodyOf(absl::string_view name) const;
  // Is there a function of that name? Ops do not count.
  bool Contains(absl::string_view name) const;
  // The graph that a function was added as; null of others.
  std::shared_ptr<const FunctionBody> GraphOf(absl::string_view name) const;
  // Of all functions, their arguments not counted.
  int64_t num_function_nodes() const;
  std::vector<std::string> FunctionNames() const;  // in the order of the file
  int num_functions() const;
  // The function's name nearest to `name`, or "".
  std::string NearestFunction(absl::string_view name) const;

  // The body of `name` with the attrs of the caller. NOT_FOUND with the nearest name;
  // INVALID_ARGUMENT with every problem of the body, a line each; RESOURCE_EXHAUSTED for attrs that
  // grow beyond the limits. Functions that the body calls are not instantiated.
  absl::StatusOr<std::shared_ptr<const FunctionBody>> Instantiate(absl::string_view name,
                                                                  const NodeAttrs& attrs) const;

  // The same functions for the graph of one of their bodies: does not keep the memory of
  // instantiated bodies alive, which holds that graph.
  FunctionLibrary ForBody() const { return FunctionLibrary(content_, nullptr); }
  // Keeps the registrations of ops and functions alive.
  std::shared_ptr<const void> keep_alive() const { return content_; }

 private:
  friend class FunctionLibraryBuilder;
  class Function;
  class Shelf;
  struct Content;
  class Memo;
  FunctionLibrary(std::shared_ptr<const Content> content, std::shared_ptr<Memo> memo)
      : content_(std::move(content)), memo_(std::move(memo)) {}

  std::shared_ptr<const Content> content_;
  std::shared_ptr<Memo> memo_;
};

// What a body is made of: a FunctionDef, or the graph that the function was added as. Borrows what
// it refers to for the time of one call of make_body.
struct FunctionSource {
  const OpDef& signature;
  const FunctionDef* def;     // perhaps without it; null: `graph` is the function
  const FunctionBody* graph;  // null: `def` is
  const NodeAttrs& attrs;     // all of the signature's
  int producer;
  const ImportLimits& limits;
  std::shared_ptr<const KernelRegistry> registry;
  FunctionLibrary library;  // what the body may call
  // Of all bodies of the library, whose nodes then share what is equal; null: there is none.
  NodeDefChecker* checker;
};

// How functions are read and written. A library is given it from outside (io/function_codec.h): a
// body is made by an import, which stands on the data.
struct FunctionCodec {
  absl::StatusOr<std::shared_ptr<const FunctionBody>> (*make_body)(const FunctionSource& source);
  FunctionDef (*to_def)(const OpDef& signature, const FunctionBody& body);
  int64_t (*num_nodes)(const FunctionBody& body);  // those of the arguments not counted
  std::shared_ptr<NodeDefChecker> (*make_checker)(const ImportLimits& limits, int producer);
};

// Makes a library: that of a graph and more functions. The base is not changed. Thread-compatible.
//
// Example:
//   FunctionLibraryBuilder builder(graph.functions(), GraphFunctionCodec());
//   OPGRAFT_RETURN_IF_ERROR(builder.Add(function_def));
//   FunctionLibrary library = builder.Build();
class FunctionLibraryBuilder {
 public:
  // `codec` lives as long as any library.
  FunctionLibraryBuilder(const FunctionLibrary& base, const FunctionCodec& codec);
  ~FunctionLibraryBuilder();

  // Adding the same function twice is harmless. INVALID_ARGUMENT for a different one of the same
  // name, for one named like an op and for one without a name.
  absl::Status Add(const FunctionDef& function);
  // The same of a function that is a graph. Its signature has no attrs.
  absl::Status Add(const OpDef& signature, std::shared_ptr<const FunctionBody> graph);
  // A function of another library.
  absl::Status AddFrom(const FunctionLibrary& library, absl::string_view name);
  // The version of the GraphDef that the functions are of, by which their ops are judged.
  void SetProducer(int producer);
  // What the bodies may at most ask for; checked when they are made.
  void SetLimits(const ImportLimits& limits);
  // The builder is empty afterwards.
  FunctionLibrary Build();

 private:
  absl::Status Insert(std::shared_ptr<const FunctionLibrary::Function> function);

  std::shared_ptr<FunctionLibrary::Content> content_;
  std::shared_ptr<FunctionLibrary::Shelf> added_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_FUNCTION_LIBRARY_H_
