// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/linker_error.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

std::string Demangle(const std::string& symbol) {
  int failed = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &failed), std::free);
  return failed == 0 && name != nullptr ? name.get() : symbol;
}

// The part of `error` between `before` and any of the characters `ends`; "" if `before` does not
// occur.
absl::string_view After(absl::string_view error, absl::string_view before, absl::string_view ends) {
  const size_t start = error.find(before);
  if (start == absl::string_view::npos) return "";
  const absl::string_view rest = error.substr(start + before.size());
  return rest.substr(0, rest.find_first_of(ends));
}

// Of the C++ ABI before GCC 5: strings and streams without the "cxx11" in their names.
bool IsOldAbi(absl::string_view symbol) {
  return (absl::StrContains(symbol, "Ss") || absl::StrContains(symbol, "SbIc")) &&
         !absl::StrContains(symbol, "cxx11");
}

bool IsOfSanitizer(absl::string_view symbol) {
  return absl::StartsWith(symbol, "__asan_") || absl::StartsWith(symbol, "__tsan_") ||
         absl::StartsWith(symbol, "__ubsan_");
}

// Which library should define the symbol, and what to do; follows "needs NAME, ".
std::string Cause(absl::string_view symbol) {
  const bool ours = absl::StrContains(symbol, "7opgraft");
  if (ours && IsOldAbi(symbol)) {
    return "which is of another C++ ABI. Rebuild it with -D_GLIBCXX_USE_CXX11_ABI=1 (`opgraft "
           "flags --compile` prints all options).";
  }
  if (absl::StrContains(symbol, "10tensorflow") || absl::StartsWith(symbol, "TF_")) {
    return "which is TensorFlow's. Build its sources for Opgraft: opgraft build X.cc.";
  }
  if (absl::StrContains(symbol, "4absl")) {
    return "which is of another Abseil than Opgraft's. Compile it against the Abseil headers that "
           "Opgraft ships.";
  }
  if (absl::StrContains(symbol, "6google8protobuf")) {
    return "which Opgraft keeps to itself. Leave Protocol Buffers out, or link its shared library: "
           "-lprotobuf.";
  }
  if (IsOfSanitizer(symbol)) {
    return absl::StrCat(kSanitizerNotFound, ". Rebuild it without.");
  }
  if (ours) {
    return absl::StrCat("which neither this version of Opgraft nor its other libraries define: ",
                        kSymbolNotFound, ", or was it built for another version?");
  }
  return absl::StrCat("which neither Opgraft nor its other libraries define: ", kSymbolNotFound,
                      "?");
}

}  // namespace

std::string ExplainLinkerError(absl::string_view path, absl::string_view error) {
  const absl::string_view symbol = After(error, "undefined symbol: ", " ,\t\n");
  if (!symbol.empty())
    return absl::StrCat("'", path, "' needs ", Demangle(std::string(symbol)), ", ", Cause(symbol));
  const absl::string_view version = After(error, "version `", "'");
  if (!version.empty()) {
    return absl::StrCat("'", path, "' was built by a newer compiler or system: it needs ", version,
                        " of ", error.substr(0, error.find(':')), ". Rebuild it here.");
  }
  if (absl::StrContains(error, "cannot open shared object file")) {
    return absl::StrCat("'", path, "' needs ", error.substr(0, error.find(':')),
                        kDependencyNotFound,
                        "Link it with -Wl,-rpath,FOLDER, or set LD_LIBRARY_PATH.");
  }
  return absl::StrCat("'", path, "' cannot be loaded: ", error);
}

}  // namespace opgraft_internal
