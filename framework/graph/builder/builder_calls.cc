// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/builder_calls.h"

namespace opgraft_internal {

void BuilderCalls::TakeFunctions(BuilderCalls* body) {
  for (auto& [function, calls] : body->calls_) {
    if (!function.empty()) calls_.try_emplace(function, std::move(calls));
  }
}

void BuilderCalls::TakeBody(const std::string& function, BuilderCalls* body) {
  const auto own = body->calls_.find("");
  if (own != body->calls_.end()) calls_[function] = std::move(own->second);
}

void BuilderCalls::RenameFunction(const std::string& from, const std::string& to) {
  const auto found = calls_.find(from);
  if (found == calls_.end()) return;
  auto calls = std::move(found->second);
  calls_.erase(found);
  calls_[to] = std::move(calls);
}

absl::string_view BuilderCalls::Find(absl::string_view function, absl::string_view node) const {
  const auto calls = calls_.find(function);
  if (calls == calls_.end()) return "";
  const auto call = calls->second.find(node);
  return call == calls->second.end() ? "" : absl::string_view(call->second);
}

}  // namespace opgraft_internal
