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
  // DT_NEEDED.
  const std::vector<absl::string_view>& needed() const { return needed_; }
  // The folders of DT_RUNPATH, or of DT_RPATH if there is none, with ':' between them.
  absl::string_view search_path() const { return search_path_; }
  bool is_rpath() const { return is_rpath_; }  // which comes before LD_LIBRARY_PATH

 private:
  // What the dynamic section says, by tag; zero for what it does not.
  struct Tables {
    uint64_t values[DT_NUM] = {};
    uint64_t gnu_hash = 0;
    uint64_t versions = 0;  // DT_VERSYM
    uint64_t verneed = 0;
    uint64_t verneed_count = 0;
    uint64_t verdef = 0;
    uint64_t verdef_count = 0;
    std::vector<uint64_t> needed;
    uint64_t runpath = 0;
    uint64_t rpath = 0;
  };

  void CheckSegments();
  void ReadDynamic();
  void CheckTables();
  void CheckRelocations(const char* name, uint64_t address, uint64_t size);
  void CheckHashTable();
  void CheckVersions();
  bool CheckOwnVersions(std::vector<bool>* known);
  void CheckArray(const char* name, uint64_t address, uint64_t size);
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
  // only, which nobody builds.
  bool IsMapped(uint64_t address, uint64_t size, uint32_t flags) const;
  absl::string_view NameAt(uint64_t offset);
  bool IsSymbol(uint64_t index) const;

  const absl::string_view contents_;
  const std::vector<Elf64_Phdr> segments_;
  std::string problem_;
  bool is_dynamic_ = false;
  Tables tables_;
  absl::string_view names_;
  uint64_t num_symbols_ = 0;  // those that the hash table and the relocations know
  std::vector<absl::string_view> needed_;
  absl::string_view search_path_;
  bool is_rpath_ = false;
  uint64_t end_ = 0;  // of the last segment
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_ELF_IMAGE_H_
