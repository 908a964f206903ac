// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_FRAMEWORK_KERNEL_ELF_MAKER_H_
#define TESTS_FRAMEWORK_KERNEL_ELF_MAKER_H_

#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace opgraft {

// Makes the bytes of shared libraries that no compiler here would: for other machines, of other
// compilers.
class ElfMaker {
 public:
  ElfMaker& Machine(uint16_t machine);
  ElfMaker& Type(uint16_t type);
  ElfMaker& AddSegment(uint32_t type, uint64_t offset, uint64_t bytes);
  ElfMaker& Needs(const std::string& library);
  // Symbol versions of a library.
  ElfMaker& NeedsVersions(const std::string& library, const std::vector<std::string>& versions);
  // Bytes in place of the section of needed versions.
  ElfMaker& VersionBytes(const std::string& bytes);
  ElfMaker& Wants(const std::string& symbol);
  ElfMaker& Exports(const std::string& symbol, bool weak = false);
  ElfMaker& Hides(const std::string& symbol);  // in .symtab only
  ElfMaker& Note(const std::string& text, const std::string& owner = "Opgraft");
  // `gap` zeros before the next note, as sanitizers leave.
  ElfMaker& NoteGap(size_t gap);
  std::string Build() const;

 private:
  struct Section {
    uint32_t type;
    uint32_t link;
    std::string bytes;
  };
  static uint32_t AddName(const std::string& name, std::string* table);
  static void AddSymbol(uint32_t name, uint16_t section, unsigned char bind, std::string* table);

  uint16_t machine_ = EM_X86_64;
  uint16_t type_ = ET_DYN;
  std::vector<Elf64_Phdr> segments_;
  std::string dynamic_, dynamic_symbols_, dynamic_names_ = std::string(1, '\0');
  std::string versions_;
  std::string symbols_, names_ = std::string(1, '\0');
  std::string notes_;
};

}  // namespace opgraft

#endif  // TESTS_FRAMEWORK_KERNEL_ELF_MAKER_H_
