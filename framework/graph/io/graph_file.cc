// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/graph_file.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/files/write_file.h"
#include "framework/graph/io/graph_text.h"
#include "framework/graph/io/import_progress.h"
#include "framework/graph/io/large_contents.h"
#include "framework/graph/io/parse_cost.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

namespace {

// Protobuf counts the bytes of a message as an int.
constexpr int64_t kProtobufLimit = (int64_t{1} << 31) - 1;

bool HoldsNothingKnown(const GraphDef& def) {
  return def.node().empty() && !def.has_library() && !def.has_versions() &&
         !def.GetReflection()->GetUnknownFields(def).empty();
}

// A SavedModel begins with the number of its schema, a small varint, and the first MetaGraphDef.
bool IsSavedModel(absl::string_view contents) {
  constexpr char kSchemaVersion = 1 << 3, kMetaGraphs = 2 << 3 | 2;  // tags
  return contents.size() > 2 && contents[0] == kSchemaVersion && contents[2] == kMetaGraphs;
}

absl::Status NotAGraphDef(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("not a GraphDef: the bytes are ", what));
}

absl::Status CheckFileBytes(absl::string_view contents, const ImportLimits& limits) {
  const int64_t limit = std::min(limits.max_file_bytes, kProtobufLimit);
  if (static_cast<int64_t>(contents.size()) <= limit) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat("the GraphDef has ", contents.size(),
                                                   " bytes; the limit is ", limit,
                                                   " (ImportLimits::max_file_bytes)"));
}

absl::Status ParseBinary(absl::string_view contents, const ImportLimits& limits, GraphDef* def) {
  if (IsSavedModel(contents)) {
    return absl::InvalidArgumentError(
        "a SavedModel, not a GraphDef: load the folder that it lies in, by LoadSavedModel() or "
        "`opgraft run FOLDER` (docs/from_tensorflow.md)");
  }
  const ParseCost cost = CostOfBinary(contents);
  if (!cost.is_broken) {
    OPGRAFT_RETURN_IF_ERROR(CheckParseCost(cost, static_cast<int64_t>(contents.size()), limits));
  }
  if (cost.is_broken || !def->ParseFromArray(contents.data(), static_cast<int>(contents.size()))) {
    return NotAGraphDef(
        "neither text nor a whole binary message (damaged, cut off, nested more than 100 deep, or "
        "of another kind of file)");
  }
  def->GetReflection()->MutableUnknownFields(def)->DeleteByNumber(kPaddingField);
  if (HoldsNothingKnown(*def)) return NotAGraphDef("a binary message of another kind");
  return absl::OkStatus();
}

}  // namespace

bool LooksLikeText(absl::string_view contents) {
  constexpr size_t kEnough = 1 << 16;
  bool has_words = contents.empty();
  for (const char c : contents.substr(0, kEnough)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_space = byte == ' ' || (byte >= '\t' && byte <= '\r');
    if ((byte < ' ' && !is_space) || byte == 0x7f) return false;
    has_words |= !is_space;
  }
  return has_words;
}

absl::Status ParseGraphDef(absl::string_view contents, const ImportOptions& options,
                           GraphDef* def) {
  const ImportLimits& limits = options.limits;
  const auto tell = [&](double done) { return TellProgress(options, "parsing", done); };
  OPGRAFT_RETURN_IF_ERROR(tell(0));
  OPGRAFT_RETURN_IF_ERROR(CheckFileBytes(contents, limits));
  if (!LooksLikeText(contents)) return ParseBinary(contents, limits, def);
  OPGRAFT_RETURN_IF_ERROR(
      CheckParseCost(CostOfText(contents), static_cast<int64_t>(contents.size()), limits));
  return ParseGraphText(contents, def, tell);
}

absl::optional<GraphFormat> FormatOfName(absl::string_view path) {
  for (const absl::string_view ending : {".pbtxt", ".textproto", ".prototxt", ".txt"}) {
    if (absl::EndsWith(path, ending)) return GraphFormat::kText;
  }
  for (const absl::string_view ending : {".pb", ".graphdef", ".binpb"}) {
    if (absl::EndsWith(path, ending)) return GraphFormat::kBinary;
  }
  return absl::nullopt;
}

absl::StatusOr<std::string> FormatGraph(const GraphDef& def, GraphFormat format) {
  if (format == GraphFormat::kText) return PrintGraphText(def);
  const size_t size = def.ByteSizeLong();
  if (size > static_cast<size_t>(kProtobufLimit))
    return absl::ResourceExhaustedError("a binary GraphDef cannot be longer than 2 GiB");
  // All at once: a stream that cannot grow ends the process in its destructor.
  std::string bytes(size, '\0');
  {
    google::protobuf::io::ArrayOutputStream stream(&bytes[0], static_cast<int>(size));
    google::protobuf::io::CodedOutputStream out(&stream);
    out.SetSerializationDeterministic(true);
    def.SerializeWithCachedSizes(&out);
  }
  return AlignLargeContents(bytes);
}

absl::Status WriteGraphFile(const GraphDef& def, const std::string& path) {
  const bool is_text = absl::EndsWith(path, "txt") || FormatOfName(path) == GraphFormat::kText;
  absl::StatusOr<std::string> bytes =
      FormatGraph(def, is_text ? GraphFormat::kText : GraphFormat::kBinary);
  if (bytes.ok()) return WriteFile(path, *bytes);
  return absl::Status(bytes.status().code(),
                      absl::StrCat(Quoted(path), ": ", bytes.status().message()));
}

}  // namespace opgraft_internal
