// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What the sources of an op library were compiled with, as ELF notes in the library's file:
// LoadLibrary compares them with Opgraft's own (library/note_check.h) before any code of the
// library runs. Each source leaves its own, so that one that was compiled otherwise than the rest
// is found. `readelf -p .note.opgraft X.so` shows them.
#ifndef FRAMEWORK_TYPES_LIBRARY_NOTE_H_
#define FRAMEWORK_TYPES_LIBRARY_NOTE_H_

#if __cplusplus < 201703L
#error "Opgraft needs -std=c++17 or later; `opgraft flags --compile` prints all options."
#endif

#include <cstdint>
#include <string>  // defines _GLIBCXX_USE_CXX11_ABI

#include "absl/base/options.h"
#include "framework/types/version.h"

// The version of what op libraries are compiled against. To be raised when something that they use
// changes in layout, name or meaning: LoadLibrary refuses a library of another version.
#define OPGRAFT_ABI_VERSION 5

// The value of a macro as a string literal.
#define OPGRAFT_QUOTE(text) OPGRAFT_QUOTE_(text)
#define OPGRAFT_QUOTE_(text) #text

#if ABSL_OPTION_USE_INLINE_NAMESPACE == 1
// The inline namespace of the Abseil headers: ours is opgraft_1, and types of another are others.
#define OPGRAFT_NOTE_ABSEIL OPGRAFT_QUOTE(ABSL_OPTION_INLINE_NAMESPACE_NAME)
#else
#define OPGRAFT_NOTE_ABSEIL "head"
#endif

#ifdef _GLIBCXX_USE_CXX11_ABI
// Which std::string of libstdc++ the source was compiled with.
#define OPGRAFT_NOTE_CXX11_ABI OPGRAFT_QUOTE(_GLIBCXX_USE_CXX11_ABI)
#else
#define OPGRAFT_NOTE_CXX11_ABI "none"
#endif

#ifdef __clang__
#define OPGRAFT_NOTE_COMPILER __VERSION__
#else
#define OPGRAFT_NOTE_COMPILER "g++ " __VERSION__
#endif

// What LoadLibrary compares (library/note_check.h): "key=value" fields with ';' between them.
// Example:
//   "version=0.1.0;abi=3;abseil=opgraft_1;standard=201703L;cxx11_abi=1;compiler=g++ 12.2.0"
#define OPGRAFT_NOTE_TEXT                                                                          \
  "version=" OPGRAFT_VERSION                                                                       \
  ";abi=" OPGRAFT_QUOTE(OPGRAFT_ABI_VERSION) ";abseil=" OPGRAFT_NOTE_ABSEIL                        \
                                             ";standard=" OPGRAFT_QUOTE(                           \
                                                 __cplusplus) ";cxx11_abi=" OPGRAFT_NOTE_CXX11_ABI \
                                                              ";compiler=" OPGRAFT_NOTE_COMPILER

namespace opgraft {

// The owner's name of our notes, with its NUL; and the name by which op libraries need libopgraft.
inline constexpr char kLibraryNoteOwner[8] = "Opgraft";
inline constexpr char kLibrarySoname[] = "libopgraft.so.0";

// One entry of a section of notes, as ELF defines it: three words, then the owner's name and the
// text, each padded to words. `Size` counts the text with its NUL. Written by the compiler into the
// file and read from there; the program itself never looks at it. Plain data; immutable.
template <uint32_t Size>
struct LibraryNote {
  uint32_t owner_size;
  uint32_t text_size;
  uint32_t type;
  char owner[sizeof(kLibraryNoteOwner)];
  char text[(Size + 3) / 4 * 4];
};

}  // namespace opgraft

// Puts a note with `text` into the file that is being compiled. Any number a file; the linker puts
// those of all sources into one section, which LoadLibrary reads without running any of the code.
// Opgraft's own files, which nobody compares with themselves, have none.
#ifdef OPGRAFT_WITHOUT_LIBRARY_NOTES
#define OPGRAFT_LIBRARY_NOTE(name, text) static_assert(sizeof(text) > 0, "")
#else
#define OPGRAFT_LIBRARY_NOTE(name, text)                                            \
  __attribute__((used, section(".note.opgraft"),                                    \
                 aligned(4))) static constexpr ::opgraft::LibraryNote<sizeof(text)> \
      name = {sizeof(::opgraft::kLibraryNoteOwner), sizeof(text), 1, "Opgraft", text}
#endif

namespace opgraft {
OPGRAFT_LIBRARY_NOTE(kLibraryNote, OPGRAFT_NOTE_TEXT);
}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_LIBRARY_NOTE_H_
