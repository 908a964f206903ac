// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_BUILDER_BUILDER_CALLS_H_
#define FRAMEWORK_GRAPH_BUILDER_BUILDER_CALLS_H_

#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Which calls made the nodes of a draft and of its functions, by the texts of the calls
// (`GraphBuilder::Assign("sum") at my.cc:12`). Function "" is the draft itself. Thread-compatible.
//
// Example: a body becomes function "f" of a draft.
//   calls.TakeFunctions(&body_calls);
//   calls.TakeBody("f", &body_calls);
class BuilderCalls {
 public:
  void Add(const std::string& node, std::string call) { calls_[""][node] = std::move(call); }
  // The functions of `body`, which loses them, become functions of this draft.
  void TakeFunctions(BuilderCalls* body);
  // What `body` is itself, which it loses, becomes a function.
  void TakeBody(const std::string& function, BuilderCalls* body);
  void RenameFunction(const std::string& from, const std::string& to);
  // "" if it is not known.
  absl::string_view Find(absl::string_view function, absl::string_view node) const;

 private:
  // By function, then node.
  absl::flat_hash_map<std::string, absl::flat_hash_map<std::string, std::string>> calls_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_BUILDER_BUILDER_CALLS_H_
