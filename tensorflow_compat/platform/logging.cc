// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tensorflow_compat/platform/logging.h"

#include <cstdio>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "framework/tensor/access_error.h"

namespace opgraft {
namespace kernel_logging {
namespace {

int LevelFromEnvironment(const char* name) {
  const char* text = std::getenv(name);
  int level = 0;
  return text != nullptr && absl::SimpleAtoi(text, &level) ? level : 0;
}

absl::string_view FileName(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? path : path.substr(slash + 1);
}

// One fputs a line: stdio keeps lines of several threads apart.
void WriteLine(const char* file, int line, int severity, const std::string& text) {
  const std::string when =
      absl::FormatTime("%Y-%m-%d %H:%M:%E6S", absl::Now(), absl::LocalTimeZone());
  std::fputs(
      absl::StrCat(when, ": ", absl::string_view("IWEF").substr(static_cast<size_t>(severity), 1),
                   " ", FileName(file), ":", line, "] ", text, "\n")
          .c_str(),
      stderr);
}

}  // namespace

LogMessage::~LogMessage() {
  static const int min_level = LevelFromEnvironment("TF_CPP_MIN_LOG_LEVEL");
  if (severity_ >= min_level) WriteLine(file_, line_, severity_, stream_.str());
}

FatalMessage::~FatalMessage() noexcept(false) {
  if (AccessScope::Active()) {
    throw CheckError{absl::StrCat(FileName(file_), ":", line_, ": ",
                                  absl::StripTrailingAsciiWhitespace(stream_.str()))};
  }
  WriteLine(file_, line_, kFatal, stream_.str());
  std::abort();
}

int MaxVlogLevel() {
  static const int level = LevelFromEnvironment("TF_CPP_MAX_VLOG_LEVEL");
  return level;
}

void PrintOperand(std::ostream& out, char value) {
  if (absl::ascii_isprint(static_cast<unsigned char>(value))) {
    out << "'" << value << "'";
  } else {
    out << "char value " << static_cast<int>(value);
  }
}

}  // namespace kernel_logging
}  // namespace opgraft
