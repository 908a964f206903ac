// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/graph_text.h"

#include <algorithm>
#include <new>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
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

// A string that is written to its end, and that refuses to grow where there is no memory: Protocol
// Buffers' own stream throws then, while its printer gives back, in its destructor, room that it
// never had.
class StringStream : public google::protobuf::io::ZeroCopyOutputStream {
 public:
  explicit StringStream(std::string* text) : text_(text) {}

  bool Next(void** data, int* size) override {
    const size_t used = text_->size();
    try {
      text_->resize(used + std::min(std::max(used, kMinRoom), kMaxRoom));
    } catch (const std::bad_alloc&) {
      return false;
    }
    *data = &(*text_)[used];
    *size = static_cast<int>(text_->size() - used);
    return true;
  }
  void BackUp(int count) override { text_->resize(text_->size() - static_cast<size_t>(count)); }
  int64_t ByteCount() const override { return static_cast<int64_t>(text_->size()); }

 private:
  static constexpr size_t kMinRoom = 256, kMaxRoom = 1 << 30;
  std::string* const text_;
};

std::string Print(const GraphDef& def) {
  std::string text;
  StringStream stream(&text);
  if (!google::protobuf::TextFormat::Print(def, &stream)) throw std::bad_alloc();
  return text;
}

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

// A text that tells how much of it was read; it ends early at an error of whom it tells.
class WatchedText : public google::protobuf::io::ZeroCopyInputStream {
 public:
  WatchedText(absl::string_view text, const ParseProgress& progress)
      : text_(text.data(), static_cast<int>(text.size()), kStep),
        size_(static_cast<double>(text.size())),
        progress_(progress) {}

  bool Next(const void** data, int* size) override {
    if (progress_ != nullptr && status_.ok() && size_ > 0)
      status_ = progress_(static_cast<double>(text_.ByteCount()) / size_);
    return status_.ok() && text_.Next(data, size);
  }
  void BackUp(int count) override { text_.BackUp(count); }
  bool Skip(int count) override { return text_.Skip(count); }
  int64_t ByteCount() const override { return text_.ByteCount(); }
  const absl::Status& status() const { return status_; }

 private:
  static constexpr int kStep = 1 << 18;  // some hundredths of a second
  google::protobuf::io::ArrayInputStream text_;
  const double size_;
  const ParseProgress& progress_;
  absl::Status status_;
};

}  // namespace

absl::Status ParseMessageText(absl::string_view text, bool skips_unknown,
                              google::protobuf::Message* message, const ParseProgress& progress) {
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");  // a byte order mark
  ErrorLines errors;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&errors);
  parser.SetRecursionLimit(kMaxNesting);
  parser.AllowUnknownField(skips_unknown);
  parser.AllowUnknownExtension(skips_unknown);
  WatchedText in(text, progress);
  const bool is_parsed = parser.Parse(&in, message);
  if (is_parsed || !in.status().ok()) return in.status();
  if (errors.problems().empty()) return absl::InvalidArgumentError("the text cannot be read");
  return errors.problems().ToStatus();
}

absl::Status ParseGraphText(absl::string_view text, GraphDef* def, const ParseProgress& progress) {
  constexpr absl::string_view kNotGraph = "not a GraphDef in text format";
  absl::Status problems = ParseMessageText(text, /*skips_unknown=*/false, def, progress);
  if (problems.ok() || absl::IsCancelled(problems)) return problems;
  // An IR from a pipe, or under another name. Its weights are in a file of their own, which is
  // found by the name.
  if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(text), "<")) {
    return absl::InvalidArgumentError(
        absl::StrCat(kNotGraph,
                     ": it is XML; if it is OpenVINO's, give the file by its name, "
                     "MODEL.xml, with MODEL.bin beside it, or name its weights (--weights)"));
  }
  // Nothing of a graph was read: it is another kind of text, or its first word is misspelt.
  if (def->ByteSizeLong() == 0)
    return absl::InvalidArgumentError(absl::StrCat(kNotGraph, ": ", problems.message()));
  return problems;
}

std::string PrintGraphText(const GraphDef& def) {
  if (!HasNansThatTextLoses(def)) return Print(def);
  GraphDef with_bytes = def;
  MoveNansToBytes(&with_bytes);
  return Print(with_bytes);
}

}  // namespace opgraft_internal
