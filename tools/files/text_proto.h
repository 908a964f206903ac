// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_FILES_TEXT_PROTO_H_
#define TOOLS_FILES_TEXT_PROTO_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "google/protobuf/message.h"

namespace opgraft_internal {

// Reads protobuf's text format into `*message`. INVALID_ARGUMENT "line 12, column 5: ..." for the
// first error; nesting beyond 100 messages is one.
absl::Status ParseTextProto(absl::string_view text, google::protobuf::Message* message);

}  // namespace opgraft_internal

#endif  // TOOLS_FILES_TEXT_PROTO_H_
