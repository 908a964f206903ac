// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft check FILE` on any file, as it is and as one so long that it is mapped: both must say
// the same.
#include <sys/mman.h>
#include <unistd.h>

#include <iostream>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/io/graph_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tools/cli/check_model.h"
#include "tools/cli/foreign_file.h"

namespace opgraft {
namespace {

constexpr size_t kMappedBytes = 1 << 20;  // files of so many bytes are mapped
constexpr size_t kMaxReportBytes = 1 << 20;

// A file in memory.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("fuzzed", 0)) {
    Demand(descriptor_ >= 0, "a file can be made");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void Write(absl::string_view bytes) const {
    // Who reads an open file by its number reads from where it stands.
    Demand(ftruncate(descriptor_, 0) == 0 && lseek(descriptor_, 0, SEEK_SET) == 0 &&
               pwrite(descriptor_, bytes.data(), bytes.size(), 0) ==
                   static_cast<ssize_t>(bytes.size()),
           "a file can be written");
  }
  std::string path() const { return absl::StrCat("/proc/self/fd/", descriptor_); }

 private:
  const int descriptor_;
};

// Takes what is printed in the scope.
class CapturedOutput {
 public:
  CapturedOutput() : before_(std::cout.rdbuf(text_.rdbuf())) {}
  ~CapturedOutput() { std::cout.rdbuf(before_); }
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* const before_;
};

std::string Check(const MemoryFile& file, absl::string_view bytes) {
  file.Write(bytes);
  bool problems = false;
  CapturedOutput output;
  ModelArguments arguments;
  arguments.path = file.path();
  const absl::Status status = CheckModel(arguments, &problems);
  // A model of another kind is told from what it begins with, and not read.
  if (const absl::Status foreign = CheckNotForeign(file.path()); !foreign.ok()) {
    Demand(status == foreign, "a file of another kind is called what it is");
    return "";
  }
  Demand(status.ok(), absl::StrCat("a file that is there is checked: ", status.ToString()));
  std::string text = output.text();
  Demand(absl::StrContains(text, "no problem in ") != problems, "a report agrees with its verdict");
  Demand(text.size() < kMaxReportBytes, "a report stays readable");
  return text;
}

// The bytes and a field that readers skip, so long that the file is mapped.
std::string Lengthened(absl::string_view bytes) {
  // Field 1000, length-delimited: 8002 as a varint; then the length in three bytes.
  std::string long_bytes = absl::StrCat(bytes, "\xc2\x3e\x80\x80\x40");
  long_bytes.resize(long_bytes.size() + kMappedBytes);
  return long_bytes;
}

void TryCheck(absl::string_view bytes) {
  static const MemoryFile* const file = new MemoryFile;
  const std::string report = Check(*file, bytes);
  if (LooksLikeText(bytes) || !absl::StrContains(report, "no problem in ")) return;
  Demand(Check(*file, Lengthened(bytes)) == report, "a file that is mapped is the same graph");
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  opgraft::TryCheck(opgraft::TextOf(data, size));
  return 0;
}
