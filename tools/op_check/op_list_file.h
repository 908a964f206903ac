// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_CHECK_OP_LIST_FILE_H_
#define TOOLS_OP_CHECK_OP_LIST_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// Reads an OpList, binary or text by its looks; "-" is standard input. NOT_FOUND if there is no
// such file; INVALID_ARGUMENT, with the path, if it is not an OpList or an empty one, if an op of
// it is not valid, or two have one name; RESOURCE_EXHAUSTED if it is longer than 256 MiB.
absl::StatusOr<OpList> ReadOpList(const std::string& argument);

// Writes it, as text or binary by the ending of the name (FormatOfName), INVALID_ARGUMENT if that
// says neither; "-" is standard output, as text. The same ops give the same bytes.
absl::Status WriteOpList(const OpList& ops, const std::string& path);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_CHECK_OP_LIST_FILE_H_
