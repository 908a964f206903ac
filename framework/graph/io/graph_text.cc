// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/graph_text.h"

#include "absl/strings/str_cat.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/io/nan_bytes.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/text_format.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

namespace {

// As deep as protobuf reads binary messages.
constexpr int kMaxNesting = 100;

class ErrorLines : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column,
                const std::string& message) override {
    const std::string text =
        absl::StrCat("line ", line + 1, ", column ", column + 1, ": ", message);
    problems_.Add(line, absl::StatusCode::kInvalidArgument, text);
  }
  const ProblemList& problems() const { return problems_; }

 private:
  ProblemList problems_;
};

}  // namespace

absl::Status ParseMessageText(absl::string_view text, bool skips_unknown,
                              google::protobuf::Message* message) {
  constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    text.remove_prefix(kByteOrderMark.size());
  ErrorLines errors;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.SetRecursionLimit(kMaxNesting);
  parser.AllowUnknownField(skips_unknown);
  parser.AllowUnknownExtension(skips_unknown);
  google::protobuf::io::ArrayInputStream in(text.data(), static_cast<int>(text.size()));
  if (parser.Parse(&in, message)) return absl::OkStatus();
  if (errors.problems().empty()) return absl::InvalidArgumentError("the text cannot be read");
  return errors.problems().ToStatus();
}

absl::Status ParseGraphText(absl::string_view text, GraphDef* def) {
  constexpr absl::string_view kNotGraph = "not a GraphDef in text format";
  const absl::Status problems = ParseMessageText(text, /*skips_unknown=*/false, def);
  if (problems.ok()) return problems;
  // Nothing of a graph was read: it is another kind of text, or its first word is misspelt.
  if (def->ByteSizeLong() == 0)
    return absl::InvalidArgumentError(absl::StrCat(kNotGraph, ": ", problems.message()));
  return problems;
}

std::string PrintGraphText(const GraphDef& def) {
  std::string text;
  if (HasNansThatTextLoses(def)) {
    GraphDef with_bytes = def;
    MoveNansToBytes(&with_bytes);
    google::protobuf::TextFormat::PrintToString(with_bytes, &text);
  } else {
    google::protobuf::TextFormat::PrintToString(def, &text);
  }
  return text;
}

}  // namespace opgraft_internal
