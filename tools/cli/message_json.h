// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_MESSAGE_JSON_H_
#define TOOLS_CLI_MESSAGE_JSON_H_

#include <string>

#include "framework/types/internal_namespace.h"
#include "google/protobuf/message.h"

namespace opgraft_internal {

// A message as JSON in one line, by protobuf's own mapping with the names of fields as they are in
// the .proto file (https://protobuf.dev/programming-guides/json): fields with their default value
// are left out, integers of 64 bits are strings, enums their values' names, bytes base64. Here
// because protobuf's own, by way of type resolvers and streams, takes 180 kB of a library of 16 MB.
// Well-known types (Any, Timestamp, ...) and extensions, which no message of ours has, are not
// treated as such. Strings that are not UTF-8 show U+FFFD where they are wrong.
//
// Example: OpDef {name: "Relu", is_stateful: true} -> {"name":"Relu","is_stateful":true}
std::string MessageJson(const google::protobuf::Message& message);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_MESSAGE_JSON_H_
