// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/elf_check.h"

#include <algorithm>
#include <initializer_list>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/library/elf_file.h"
#include "framework/library/note_check.h"
#include "framework/library/opened_library.h"
#include "framework/types/library_note.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// Of the symbol version that opgraft/exports.lds has for the libraries on top of libopgraft.so.0.
constexpr absl::string_view kBuildVersionPrefix = "OPGRAFT_BUILD_";

absl::Status Refused(absl::string_view name, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("'", name, "' ", why));
}

bool StartsWithAny(absl::string_view text, std::initializer_list<absl::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](absl::string_view prefix) { return absl::StartsWith(text, prefix); });
}

// The library that a defined symbol is a second copy of; "" if it is no copy. Only strong symbols
// count: templates and inline functions of headers are weak.
absl::string_view CopiedLibrary(absl::string_view symbol) {
  if (StartsWithAny(symbol, {"_ZN6google8protobuf", "_ZNK6google8protobuf"}))
    return "Protocol Buffers";
  // A static copy need not have all of Opgraft: these are what every registration uses.
  if (StartsWithAny(symbol, {"_ZN7opgraft10OpRegistry", "_ZNK7opgraft10OpRegistry",
                             "_ZN7opgraft12RegisteredOp", "_ZN7opgraft16RegisteredKernel",
                             "_ZN7opgraft8OpKernelC"})) {
    return "Opgraft";
  }
  return "";
}

// The same for a symbol that is not exported. Whether it was weak is lost there: the ones listed
// never are.
absl::string_view HiddenCopy(absl::string_view symbol) {
  if (StartsWithAny(symbol, {"_ZN6google8protobuf14DescriptorPoolC",
                             "_ZN6google8protobuf8internal10LogMessageC",
                             "_ZN6google8protobuf9opgraft_114DescriptorPoolC",
                             "_ZN6google8protobuf9opgraft_18internal10LogMessageC"})) {
    return "Protocol Buffers";
  }
  if (StartsWithAny(symbol, {"_ZN7opgraft12RegisteredOpC", "_ZN7opgraft16RegisteredKernelC",
                             "_ZN7opgraft8OpKernelC"})) {
    return "Opgraft";
  }
  return "";
}

absl::Status CheckCopies(const ElfFile& file, absl::string_view name) {
  absl::string_view copied;
  file.VisitSymbols(/*all=*/false, [&](const ElfFile::Symbol& symbol) {
    if (symbol.defined && !symbol.weak) copied = CopiedLibrary(symbol.name);
    return copied.empty();
  });
  if (copied.empty()) {
    file.VisitSymbols(/*all=*/true, [&](const ElfFile::Symbol& symbol) {
      if (symbol.defined) copied = HiddenCopy(symbol.name);
      return copied.empty();
    });
  }
  if (copied.empty()) return absl::OkStatus();
  return Refused(
      name,
      absl::StrCat("carries its own copy of ", copied,
                   ", which would abort the process when loaded. Link it against libopgraft.so.0 "
                   "alone, not against static libraries of Opgraft or Protocol Buffers."));
}

absl::Status CheckNeeded(const ElfFile& file, absl::string_view name) {
  for (absl::string_view needed : file.NeededLibraries()) {
    if (StartsWithAny(needed, {"libtensorflow", "_pywrap_tensorflow"})) {
      return Refused(name, absl::StrCat("was built for TensorFlow: it needs ", needed,
                                        ". Build its sources for Opgraft: opgraft build X.cc."));
    }
    if (absl::StartsWith(needed, "libopgraft.so") && needed != kLibrarySoname) {
      return Refused(
          name, absl::StrCat("was linked against another Opgraft: it needs ", needed, ", this is ",
                             kLibrarySoname, ". Rebuild it: opgraft build."));
    }
  }
  return absl::OkStatus();
}

// Only what is part of Opgraft's very build may use what that exports for its parts.
absl::Status CheckVersions(const ElfFile& file, absl::string_view name) {
  for (absl::string_view version : file.NeededVersions()) {
    if (!absl::StartsWith(version, kBuildVersionPrefix)) continue;
    return Refused(
        name, absl::StrCat("uses internals of Opgraft, which are another in each build (", version,
                           "). Use what opgraft/op.h and opgraft/run.h declare, and "
                           "rebuild it: opgraft build."));
  }
  return absl::OkStatus();
}

// What a library imports shows what it was compiled for.
struct Wants {
  bool tensorflow = false;
  bool opgraft = false;
  bool registers = false;  // ops or kernels
};

Wants WantsOf(const ElfFile& file) {
  Wants wants;
  file.VisitSymbols(/*all=*/false, [&](const ElfFile::Symbol& symbol) {
    if (symbol.defined) return true;
    wants.tensorflow = wants.tensorflow || absl::StrContains(symbol.name, "10tensorflow");
    wants.opgraft = wants.opgraft || absl::StrContains(symbol.name, "7opgraft");
    wants.registers =
        wants.registers || StartsWithAny(symbol.name, {"_ZN7opgraft12RegisteredOpC",
                                                       "_ZN7opgraft16RegisteredKernelC"});
    return true;
  });
  return wants;
}

// What both kinds are asked: what `file` was built for, and with what.
absl::Status CheckFit(const ElfFile& file, const Wants& wants, absl::string_view name) {
  OPGRAFT_RETURN_IF_ERROR(CheckNeeded(file, name));
  OPGRAFT_RETURN_IF_ERROR(CheckVersions(file, name));
  const std::vector<absl::string_view> notes = file.Notes(kLibraryNoteOwner);
  OPGRAFT_RETURN_IF_ERROR(CheckLibraryNotes(notes, name));
  if (notes.empty() && wants.tensorflow) {
    return Refused(name,
                   "was built for TensorFlow. Build its sources for Opgraft: opgraft build X.cc.");
  }
  if (notes.empty() && wants.opgraft) {
    return Refused(name,
                   "does not say what it was built with: it has no note of Opgraft's. Rebuild it: "
                   "opgraft build.");
  }
  return absl::OkStatus();
}

LibraryFacts FactsOf(const ElfFile& file) {
  LibraryFacts facts;
  for (absl::string_view needed : file.NeededLibraries()) facts.needed.emplace_back(needed);
  for (absl::string_view library : file.image().optional()) facts.optional.emplace_back(library);
  facts.search_path = std::string(file.image().search_path());
  facts.is_rpath = file.image().is_rpath();
  return facts;
}

}  // namespace

absl::StatusOr<LibraryFacts> CheckLibraryContents(absl::string_view contents,
                                                  absl::string_view name) {
  OPGRAFT_ASSIGN_OR_RETURN(const ElfFile file, ElfFile::Parse(contents, name));
  OPGRAFT_RETURN_IF_ERROR(CheckCopies(file, name));
  const Wants wants = WantsOf(file);
  OPGRAFT_RETURN_IF_ERROR(CheckFit(file, wants, name));
  if (!wants.registers) {
    return Refused(
        name,
        "registered no op (REGISTER_OP missing, or dropped by the linker); it was not loaded.");
  }
  return FactsOf(file);
}

absl::StatusOr<LibraryFacts> CheckDependencyContents(absl::string_view contents,
                                                     absl::string_view name) {
  OPGRAFT_ASSIGN_OR_RETURN(const ElfFile file, ElfFile::Parse(contents, name));
  const Wants wants = WantsOf(file);
  // Protocol Buffers' own library is one that has it.
  if (wants.opgraft) OPGRAFT_RETURN_IF_ERROR(CheckCopies(file, name));
  OPGRAFT_RETURN_IF_ERROR(CheckFit(file, wants, name));
  return FactsOf(file);
}

absl::StatusOr<LibraryFacts> CheckDependencyFile(const std::string& path) {
  OPGRAFT_ASSIGN_OR_RETURN(const OpenedLibrary library, OpenedLibrary::Open(path));
  return CheckDependencyContents(library.contents(), path);
}

}  // namespace opgraft_internal
