// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/note_check.h"

#include <map>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/types/library_note.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kHow = " (`opgraft flags --compile` prints all options)";

// The fields of one note.
class Fields {
 public:
  explicit Fields(absl::string_view text) {
    for (absl::string_view field : absl::StrSplit(text, ';')) {
      const std::pair<absl::string_view, absl::string_view> parts =
          absl::StrSplit(field, absl::MaxSplits('=', 1));
      fields_.insert(parts);
    }
  }
  // "" if there is no such field.
  absl::string_view operator[](absl::string_view key) const {
    const auto found = fields_.find(key);
    return found == fields_.end() ? "" : found->second;
  }
  // The number a field begins with ("201703L"); -1 if there is none.
  int64_t Number(absl::string_view key) const {
    const absl::string_view text = (*this)[key];
    int64_t number = -1;
    const absl::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
    return absl::SimpleAtoi(digits, &number) ? number : -1;
  }

 private:
  std::map<absl::string_view, absl::string_view> fields_;
};

bool Differs(const Fields& theirs, const Fields& ours, absl::string_view key) {
  return !theirs[key].empty() && theirs[key] != ours[key];
}

absl::Status Refused(absl::string_view name, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("'", name, "' was ", why));
}

absl::Status CheckStandardLibrary(const Fields& theirs, const Fields& ours,
                                  absl::string_view name) {
  if (!Differs(theirs, ours, "cxx11_abi")) return absl::OkStatus();
  if (theirs["cxx11_abi"] == "none") {
    return Refused(
        name, absl::StrCat("compiled with another C++ standard library than libstdc++ (by ",
                           theirs["compiler"], "). Leave out -stdlib=, or say -stdlib=libstdc++."));
  }
  return Refused(
      name,
      absl::StrCat("built for another C++ ABI: with -D_GLIBCXX_USE_CXX11_ABI=", theirs["cxx11_abi"],
                   " (by ", theirs["compiler"],
                   "). Rebuild it with -D_GLIBCXX_USE_CXX11_ABI=", ours["cxx11_abi"], kHow, "."));
}

absl::Status CheckOne(const Fields& theirs, const Fields& ours, absl::string_view name) {
  if (Differs(theirs, ours, "abi")) {
    return Refused(name, absl::StrCat("built with Opgraft ", theirs["version"], " (abi ",
                                      theirs["abi"], "); this is ", ours["version"], " (abi ",
                                      ours["abi"], "). Rebuild it: opgraft build."));
  }
  if (Differs(theirs, ours, "abseil")) {
    return Refused(
        name, absl::StrCat("compiled against another Abseil (", theirs["abseil"],
                           "); Opgraft's is ", ours["abseil"],
                           ". Put the headers that come with Opgraft before others", kHow, "."));
  }
  OPGRAFT_RETURN_IF_ERROR(CheckStandardLibrary(theirs, ours, name));
  if (theirs.Number("standard") >= 0 && theirs.Number("standard") < 201703) {
    return Refused(name, absl::StrCat("compiled as C++ of ", theirs.Number("standard") / 100,
                                      "; Opgraft needs -std=c++17 or later", kHow, "."));
  }
  // Less is fine: what Opgraft hands out is aligned to this, and no type that crosses the border
  // depends on it.
  if (theirs.Number("eigen_align") > static_cast<int64_t>(TensorBuffer::kAlignment)) {
    return Refused(
        name, absl::StrCat("compiled with EIGEN_MAX_ALIGN_BYTES=", theirs.Number("eigen_align"),
                           "; tensors are aligned to ", TensorBuffer::kAlignment,
                           " bytes. Rebuild it without that define, or with another -march."));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckLibraryNotes(absl::Span<const absl::string_view> notes, absl::string_view name) {
  const Fields ours(OPGRAFT_NOTE_TEXT);
  for (absl::string_view note : notes) OPGRAFT_RETURN_IF_ERROR(CheckOne(Fields(note), ours, name));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
