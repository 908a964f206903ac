// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/op_list_file.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "framework/files/input_file.h"
#include "framework/graph/io/graph_file.h"
#include "framework/op/op_def_validation.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "google/protobuf/text_format.h"
#include "tools/files/standard_streams.h"
#include "tools/files/text_proto.h"

namespace opgraft_internal {
namespace {

constexpr ByteLimit kMaxBytes{int64_t{256} << 20, ""};

absl::Status Parse(const std::string& bytes, OpList* ops) {
  if (!LooksLikeText(bytes)) {
    return ops->ParseFromString(bytes) ? absl::OkStatus()
                                       : absl::InvalidArgumentError("not an OpList, or cut off");
  }
  const absl::Status status = ParseTextProto(bytes, ops);
  if (status.ok()) return status;
  return absl::InvalidArgumentError(
      absl::StrCat("not an OpList in text format: ", status.message()));
}

absl::Status Validate(const OpList& ops) {
  // Of an empty file nothing could be violated.
  if (ops.op_size() == 0) return absl::InvalidArgumentError("holds no op");
  std::set<std::string> names;
  for (const OpDef& op : ops.op()) {
    OPGRAFT_RETURN_IF_ERROR(ValidateOpDef(op));
    if (names.insert(op.name()).second) continue;
    return absl::InvalidArgumentError(absl::StrCat("op '", op.name(), "' is in it twice"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<OpList> ReadOpList(const std::string& argument) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::string path, InputPath(argument));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path, kMaxBytes));
  OpList ops;
  absl::Status status = Parse(bytes, &ops);
  if (status.ok()) status = Validate(ops);
  if (!status.ok()) return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
  return ops;
}

absl::Status WriteOpList(const OpList& ops, const std::string& path) {
  const auto format = FormatOfName(path);
  if (!format.has_value() && path != "-") {
    return absl::InvalidArgumentError(absl::StrCat(
        "the ending of ", Quoted(path), " names no format: .pb is binary, .pbtxt is text"));
  }
  std::string bytes;
  if (format != GraphFormat::kBinary) {
    google::protobuf::TextFormat::PrintToString(ops, &bytes);
  } else {
    ops.SerializeToString(&bytes);
  }
  return WriteOutput(path, bytes);
}

}  // namespace opgraft_internal
