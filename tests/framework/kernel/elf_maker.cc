// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/framework/kernel/elf_maker.h"

#include <cstring>

namespace opgraft {
namespace {

template <typename T>
void Append(const T& value, std::string* bytes) {
  bytes->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

}  // namespace

uint32_t ElfMaker::AddName(const std::string& name, std::string* table) {
  const auto at = static_cast<uint32_t>(table->size());
  table->append(name.c_str(), name.size() + 1);
  return at;
}

void ElfMaker::AddSymbol(uint32_t name, uint16_t section, unsigned char bind, std::string* table) {
  Elf64_Sym symbol = {};
  symbol.st_name = name;
  symbol.st_shndx = section;
  symbol.st_info = static_cast<unsigned char>(ELF64_ST_INFO(bind, STT_FUNC));
  Append(symbol, table);
}

ElfMaker& ElfMaker::Machine(uint16_t machine) {
  machine_ = machine;
  return *this;
}

ElfMaker& ElfMaker::Type(uint16_t type) {
  type_ = type;
  return *this;
}

ElfMaker& ElfMaker::AddSegment(uint32_t type, uint64_t offset, uint64_t bytes) {
  Elf64_Phdr segment = {};
  segment.p_type = type;
  segment.p_offset = offset;
  segment.p_vaddr = offset;
  segment.p_filesz = segment.p_memsz = bytes;
  segment.p_align = 4096;
  segments_.push_back(segment);
  return *this;
}

ElfMaker& ElfMaker::Needs(const std::string& library) {
  Elf64_Dyn entry = {};
  entry.d_tag = DT_NEEDED;
  entry.d_un.d_val = AddName(library, &dynamic_names_);
  Append(entry, &dynamic_);
  return *this;
}

ElfMaker& ElfMaker::NeedsVersions(const std::string& library,
                                  const std::vector<std::string>& versions) {
  Elf64_Verneed needed = {};
  needed.vn_version = 1;
  needed.vn_cnt = static_cast<uint16_t>(versions.size());
  needed.vn_file = AddName(library, &dynamic_names_);
  needed.vn_aux = sizeof(needed);
  needed.vn_next = static_cast<uint32_t>(sizeof(needed) + versions.size() * sizeof(Elf64_Vernaux));
  Append(needed, &versions_);
  for (const std::string& version : versions) {
    Elf64_Vernaux aux = {};
    aux.vna_name = AddName(version, &dynamic_names_);
    aux.vna_next = &version == &versions.back() ? 0 : sizeof(aux);
    Append(aux, &versions_);
  }
  return *this;
}

ElfMaker& ElfMaker::VersionBytes(const std::string& bytes) {
  versions_ = bytes;
  return *this;
}

ElfMaker& ElfMaker::Wants(const std::string& symbol) {
  AddSymbol(AddName(symbol, &dynamic_names_), SHN_UNDEF, STB_GLOBAL, &dynamic_symbols_);
  return *this;
}

ElfMaker& ElfMaker::Exports(const std::string& symbol, bool weak) {
  AddSymbol(AddName(symbol, &dynamic_names_), 1, weak ? STB_WEAK : STB_GLOBAL, &dynamic_symbols_);
  return *this;
}

ElfMaker& ElfMaker::Hides(const std::string& symbol) {
  AddSymbol(AddName(symbol, &names_), 1, STB_LOCAL, &symbols_);
  return *this;
}

ElfMaker& ElfMaker::Note(const std::string& text, const std::string& owner) {
  const Elf64_Nhdr note = {static_cast<uint32_t>(owner.size() + 1),
                           static_cast<uint32_t>(text.size() + 1), 1};
  Append(note, &notes_);
  for (const std::string& part : {owner, text}) {
    notes_.append(part);
    notes_.append(4 - part.size() % 4, '\0');
  }
  return *this;
}

ElfMaker& ElfMaker::NoteGap(size_t gap) {
  notes_.append(gap, '\0');
  return *this;
}

std::string ElfMaker::Build() const {
  const std::vector<Section> sections = {
      {SHT_NULL, 0, ""},
      {SHT_DYNAMIC, 3, dynamic_},
      {SHT_DYNSYM, 3, dynamic_symbols_},
      {SHT_STRTAB, 0, dynamic_names_},
      {SHT_NOTE, 0, notes_},
      {SHT_SYMTAB, 6, symbols_},
      {SHT_STRTAB, 0, names_},
      {SHT_GNU_verneed, 3, versions_},
  };
  std::vector<Elf64_Phdr> segments = segments_;
  if (segments.empty())
    segments.push_back({PT_LOAD, PF_R, 0, 0, 0, sizeof(Elf64_Ehdr), sizeof(Elf64_Ehdr), 4096});
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_type = type_;
  header.e_machine = machine_;
  header.e_phoff = sizeof(header);
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = static_cast<uint16_t>(segments.size());
  header.e_shoff = header.e_phoff + segments.size() * sizeof(Elf64_Phdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<uint16_t>(sections.size());
  std::string file;
  Append(header, &file);
  for (const Elf64_Phdr& segment : segments) Append(segment, &file);
  uint64_t offset = header.e_shoff + sections.size() * sizeof(Elf64_Shdr);
  for (const Section& section : sections) {
    Elf64_Shdr entry = {};
    entry.sh_type = section.type;
    entry.sh_link = section.link;
    entry.sh_offset = offset;
    entry.sh_size = section.bytes.size();
    Append(entry, &file);
    offset += section.bytes.size();
  }
  for (const Section& section : sections) file += section.bytes;
  return file;
}

}  // namespace opgraft
