// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/graph_versions.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "opgraft/proto/versions.pb.h"

namespace opgraft {

namespace {

constexpr int kMinProducer = 0;
// TensorFlow reads graphs of producers up to three weeks, a version a day, newer than itself.
constexpr int kForwardCompatibilityWindow = 21;

}  // namespace

absl::Status CheckGraphVersions(const VersionDef& versions) {
  if (versions.producer() < kMinProducer) {
    return absl::InvalidArgumentError(
        absl::StrCat("GraphDef producer version ", versions.producer(), " below min producer ",
                     kMinProducer, " supported by Opgraft (GraphDef version ", kGraphDefVersion,
                     ").  Please regenerate your graph."));
  }
  if (versions.min_consumer() > kGraphDefVersion) {
    return absl::InvalidArgumentError(absl::StrCat(
        "GraphDef min consumer version ", versions.min_consumer(), " above current version ",
        kGraphDefVersion, " for Opgraft.  Please upgrade Opgraft."));
  }
  const auto& bad = versions.bad_consumers();
  if (std::find(bad.begin(), bad.end(), kGraphDefVersion) != bad.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat("GraphDef disallows consumer version ", kGraphDefVersion,
                     ".  Please upgrade Opgraft: this version is likely buggy."));
  }
  return absl::OkStatus();
}

void MergeGraphVersions(const VersionDef& from, VersionDef* into) {
  into->set_producer(std::min(from.producer(), into->producer()));
  into->set_min_consumer(std::max(from.min_consumer(), into->min_consumer()));
  std::set<int> bad(from.bad_consumers().begin(), from.bad_consumers().end());
  bad.insert(into->bad_consumers().begin(), into->bad_consumers().end());
  into->mutable_bad_consumers()->Assign(bad.begin(), bad.end());
}

absl::Status ExplainIfTooNew(const absl::Status& status, int producer) {
  if (status.ok() || int64_t{producer} - kGraphDefVersion <= kForwardCompatibilityWindow)
    return status;
  return absl::Status(
      status.code(),
      absl::StrCat("The graph was made by GraphDef version ", producer,
                   ", outside of the forward compatibility guarantee of version ", kGraphDefVersion,
                   ": it may use what this Opgraft does not know yet.\n", status.message()));
}

}  // namespace opgraft
