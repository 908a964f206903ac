// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_ELF_IMAGE_H_
#define FRAMEWORK_LIBRARY_ELF_IMAGE_H_

#include <elf.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A shared library as the dynamic linker will see it: by its segments and its dynamic section, not
// by its section headers, which may say something else. The linker trusts what it reads there and
// dies of what is broken; so all of it is looked at first. Holds views into the contents, which
// must outlive it. Immutable, so thread-safe.
//
//     segments        PT_LOAD: bytes [offset, filesz) of the file at `vaddr` of memory
//     PT_DYNAMIC      pairs of tag and value: where the tables below are
//     DT_STRTAB       names;  DT_SYMTAB symbols;  DT_GNU_HASH finds them
//     DT_RELA, JMPREL relocations: places that the linker writes to
//     DT_VERNEED ...  the versions that it needs of other libraries, and has itself
//
// Example:
//   const ElfImage image(contents, segments);
//   if (!image.problem().empty()) return Refused(name, image.problem());
//   for (absl::string_view library : image.needed()) ...
class ElfImage {
 public:
  // `segments` are the file's program headers.
  ElfImage(absl::string_view contents, std::vector<Elf64_Phdr> segments);

  // What the dynamic linker would trip over, "its dynamic section lies outside of the file"; "" if
  // nothing is to be seen.
  const std::string& problem() const { return problem_; }
  // A file without a dynamic section, which the linker refuses itself, has none of these.
  bool is_dynamic() const { return is_dynamic_; }
  // DT_NEEDED and DT_FILTER.
  const std::vector<absl::string_view>& needed() const { return needed_; }
  // DT_AUXILIARY: the linker brings those too, but goes on without what it does not find.
  const std::vector<absl::string_view>& optional() const { return optional_; }
  // The names of the versions of DT_VERNEED.
  const std::vector<absl::string_view>& needed_versions() const { return needed_versions_; }
  // The dynamic symbols, as far as the hash table and the relocations know them.
  uint64_t num_symbols() const { return num_symbols_; }
  // REQUIRES: index < num_symbols(), and no problem.
  Elf64_Sym symbol(uint64_t index) const;
  absl::string_view SymbolName(const Elf64_Sym& symbol) const;
  // The bytes of each PT_NOTE.
  std::vector<absl::string_view> NoteSegments() const;
  // The folders of DT_RUNPATH, or of DT_RPATH if there is none, with ':' between them.
  absl::string_view search_path() const { return search_path_; }
  bool is_rpath() const { return is_rpath_; }  // which comes before LD_LIBRARY_PATH

 private:
  // What the dynamic section says, by tag; zero for what it does not.
  struct Tables {
    void Note(int64_t tag, uint64_t value);

    uint64_t values[DT_NUM] = {};
    uint64_t gnu_hash = 0;
    uint64_t versions = 0;  // DT_VERSYM
    uint64_t verneed = 0;
    uint64_t verneed_count = 0;
    uint64_t verdef = 0;
    uint64_t verdef_count = 0;
    std::vector<uint64_t> needed;
    std::vector<uint64_t> optional;
    uint64_t runpath = 0;
    uint64_t rpath = 0;
  };

  // The checks, in this order; the first that fails is the problem, and later ones do not look at
  // what it found broken.
  void CheckSegments();
  void ReadDynamic();
  void CheckTables();
  void CheckAllRelocations();
  void CheckStartAndEnd();
  void CheckRelocations(const char* name, uint64_t address, uint64_t size);
  void CheckHashTable();
  void CheckSymbolNames();
  void CheckVersions();
  // Mark the versions that the library has, and those that it needs of others. False if they are
  // broken.
  bool CheckOwnVersions(std::vector<bool>* known);
  bool CheckNeededVersions(std::vector<bool>* known);
  void CheckArray(const char* name, uint64_t address, uint64_t size);
  // Keeps the first problem.
  void Fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  // The bytes of the file that come to lie at `address`; empty if they are not all of one segment.
  absl::string_view BytesAt(uint64_t address, uint64_t size) const;
  // All from `address` to the end of its segment.
  absl::string_view BytesFrom(uint64_t address) const;
  template <typename T>
  bool Read(uint64_t address, T* value) const;
  // Memory with these of PF_R, PF_W, PF_X. The linker makes all of it writable for text relocations
  // only, which no usual build makes.
  bool IsMapped(uint64_t address, uint64_t size, uint32_t flags) const;
  absl::string_view NameAt(uint64_t offset);
  bool IsSymbol(uint64_t index) const;
  bool ReadSymbol(uint64_t index, Elf64_Sym* symbol) const;

  const absl::string_view contents_;
  const std::vector<Elf64_Phdr> segments_;
  std::string problem_;
  bool is_dynamic_ = false;
  Tables tables_;
  absl::string_view names_;
  // Those that the hash table and the relocations know.
  uint64_t num_symbols_ = 0;
  std::vector<absl::string_view> needed_;
  std::vector<absl::string_view> optional_;
  std::vector<absl::string_view> needed_versions_;
  absl::string_view search_path_;
  bool is_rpath_ = false;
  uint64_t end_ = 0;  // of the last segment
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_ELF_IMAGE_H_
