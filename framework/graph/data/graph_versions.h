// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_GRAPH_VERSIONS_H_
#define FRAMEWORK_GRAPH_DATA_GRAPH_VERSIONS_H_

#include "absl/status/status.h"

namespace opgraft {

class VersionDef;

// The version of TensorFlow's GraphDef that Opgraft speaks (2.21).
inline constexpr int kGraphDefVersion = 2474;
// The first consumer that can read functions.
inline constexpr int kFunctionsMinConsumer = 12;

// INVALID_ARGUMENT if a graph of these versions is not for a reader of kGraphDefVersion.
absl::Status CheckGraphVersions(const VersionDef& versions);

// The versions of a graph that holds nodes of both: the older producer, the newer min_consumer, all
// bad_consumers sorted.
void MergeGraphVersions(const VersionDef& from, VersionDef* into);

// `status` of a failed import; if the producer is so much newer that TensorFlow promises nothing,
// the message says so.
absl::Status ExplainIfTooNew(const absl::Status& status, int producer);

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_DATA_GRAPH_VERSIONS_H_
