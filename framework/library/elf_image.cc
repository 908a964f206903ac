// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/elf_image.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

#if defined(__x86_64__)
constexpr uint32_t kRelative = R_X86_64_RELATIVE;
#else
constexpr uint32_t kRelative = R_AARCH64_RELATIVE;
#endif
constexpr uint64_t kPage = 4096;
// No library is so large, and sums of two such numbers do not overflow.
constexpr uint64_t kMaxAddress = uint64_t{1} << 46;
// No library has so many or so long ones; what is made up to take long to look at has.
constexpr size_t kMaxSegments = 128;
constexpr size_t kMaxNeeded = 4096;
constexpr size_t kMaxNameSize = 1 << 16;
constexpr uint64_t kMaxVersions = uint64_t{1} << 15;  // numbers have 15 bits

// What the linker, the unwinder and the threads' storage read where it is loaded.
bool IsReadInPlace(uint32_t type) {
  return type == PT_DYNAMIC || type == PT_TLS || type == PT_GNU_RELRO || type == PT_NOTE ||
         type == PT_GNU_PROPERTY || type == PT_GNU_EH_FRAME || type == PT_PHDR;
}

// Of the ranges that tags of dynamic sections come from: a flipped bit leads out of them.
bool IsTag(int64_t tag) { return (tag >= 0 && tag < 64) || (tag >= DT_LOOS && tag <= DT_HIPROC); }

bool Contains(uint64_t begin, uint64_t size, uint64_t address, uint64_t bytes) {
  return address >= begin && bytes <= size && address - begin <= size - bytes;
}

}  // namespace

ElfImage::ElfImage(absl::string_view contents, std::vector<Elf64_Phdr> segments)
    : contents_(contents), segments_(std::move(segments)) {
  CheckSegments();
  if (problem_.empty()) ReadDynamic();
  if (problem_.empty() && is_dynamic_) CheckTables();
}

void ElfImage::CheckSegments() {
  uint64_t end = 0;
  if (segments_.size() > kMaxSegments) return Fail("it has too many segments");
  for (const Elf64_Phdr& segment : segments_) {
    if (segment.p_type != PT_LOAD && !IsReadInPlace(segment.p_type)) continue;
    const bool in_bounds = segment.p_vaddr < kMaxAddress && segment.p_memsz < kMaxAddress &&
                           segment.p_filesz <= segment.p_memsz;
    if (!in_bounds) return Fail("a segment lies outside of memory");
    if (segment.p_type != PT_LOAD) continue;
    if (segment.p_offset > contents_.size() ||
        segment.p_filesz > contents_.size() - segment.p_offset)
      return Fail("a segment lies outside of the file");
    if (segment.p_align < kPage || (segment.p_align & (segment.p_align - 1)) != 0 ||
        ((segment.p_vaddr - segment.p_offset) & (segment.p_align - 1)) != 0)
      return Fail("a segment does not begin as its page does");
    if (segment.p_vaddr < end) return Fail("its segments overlap or are not in order");
    end = end_ = segment.p_vaddr + segment.p_memsz;
  }
  for (const Elf64_Phdr& segment : segments_) {
    if (IsReadInPlace(segment.p_type) && segment.p_filesz > 0 &&
        BytesAt(segment.p_vaddr, segment.p_filesz).empty())
      return Fail("a segment lies outside of what is loaded");
  }
}

absl::string_view ElfImage::BytesFrom(uint64_t address) const {
  for (const Elf64_Phdr& segment : segments_) {
    if (segment.p_type != PT_LOAD || !Contains(segment.p_vaddr, segment.p_filesz, address, 1))
      continue;
    const uint64_t into = address - segment.p_vaddr;
    return contents_.substr(segment.p_offset + into, segment.p_filesz - into);
  }
  return {};
}

absl::string_view ElfImage::BytesAt(uint64_t address, uint64_t size) const {
  const absl::string_view bytes = BytesFrom(address);
  return size <= bytes.size() ? bytes.substr(0, size) : absl::string_view();
}

template <typename T>
bool ElfImage::Read(uint64_t address, T* value) const {
  const absl::string_view bytes = BytesAt(address, sizeof(T));
  if (bytes.empty()) return false;
  std::memcpy(value, bytes.data(), sizeof(T));
  return true;
}

bool ElfImage::IsMapped(uint64_t address, uint64_t size, uint32_t flags) const {
  return std::any_of(segments_.begin(), segments_.end(), [&](const Elf64_Phdr& segment) {
    return segment.p_type == PT_LOAD && (segment.p_flags & flags) == flags &&
           Contains(segment.p_vaddr, segment.p_memsz, address, size);
  });
}

void ElfImage::ReadDynamic() {
  for (const Elf64_Phdr& segment : segments_) {
    if (segment.p_type != PT_DYNAMIC) continue;
    is_dynamic_ = true;
    // The linker writes into it.
    if (!IsMapped(segment.p_vaddr, sizeof(Elf64_Dyn), PF_R | PF_W))
      return Fail("its dynamic section is not writable");
    Elf64_Dyn entry;
    for (uint64_t at = segment.p_vaddr;; at += sizeof(entry)) {
      if (!Read(at, &entry)) return Fail("its dynamic section lies outside of the file");
      if (entry.d_tag == DT_NULL) break;
      if (!IsTag(entry.d_tag)) return Fail("its dynamic section has an entry of an unknown kind");
      tables_.Note(entry.d_tag, entry.d_un.d_val);
    }
  }
}

void ElfImage::Tables::Note(int64_t tag, uint64_t value) {
  // dlopen brings the filtees too, those of DT_AUXILIARY if they are there.
  if (tag == DT_NEEDED || tag == DT_FILTER) needed.push_back(value);
  if (tag == DT_AUXILIARY) optional.push_back(value);
  if (tag == DT_RUNPATH) runpath = value;
  if (tag == DT_RPATH) rpath = value;
  if (tag == DT_GNU_HASH) gnu_hash = value;
  if (tag == DT_VERSYM) versions = value;
  if (tag == DT_VERNEED) verneed = value;
  if (tag == DT_VERNEEDNUM) verneed_count = value;
  if (tag == DT_VERDEF) verdef = value;
  if (tag == DT_VERDEFNUM) verdef_count = value;
  if (tag > 0 && tag < DT_NUM) values[tag] = value;
}

absl::string_view ElfImage::NameAt(uint64_t offset) {
  if (offset >= names_.size()) {
    Fail("a name lies outside of its table of names");
    return {};
  }
  const absl::string_view rest = names_.substr(offset, kMaxNameSize);
  const size_t size = rest.find('\0');
  if (size == absl::string_view::npos) Fail("one of its names is too long");
  return rest.substr(0, size);
}

void ElfImage::CheckTables() {
  const uint64_t* const values = tables_.values;
  names_ = BytesAt(values[DT_STRTAB], values[DT_STRSZ]);
  if (names_.empty() || names_.back() != '\0')
    return Fail("its table of names lies outside of the file");
  if (values[DT_SYMENT] != sizeof(Elf64_Sym) || !IsSymbol(0))
    return Fail("its table of symbols lies outside of the file");
  if (tables_.needed.size() + tables_.optional.size() > kMaxNeeded)
    return Fail("it needs too many libraries");
  for (const uint64_t offset : tables_.needed) needed_.push_back(NameAt(offset));
  for (const uint64_t offset : tables_.optional) optional_.push_back(NameAt(offset));
  if (values[DT_SONAME] != 0) NameAt(values[DT_SONAME]);
  const uint64_t path = tables_.runpath != 0 ? tables_.runpath : tables_.rpath;
  if (path != 0) search_path_ = NameAt(path);
  is_rpath_ = path != 0 && tables_.runpath == 0;
  CheckHashTable();
  CheckAllRelocations();
  CheckSymbolNames();
  CheckVersions();
  CheckStartAndEnd();
}

void ElfImage::CheckAllRelocations() {
  const uint64_t* const values = tables_.values;
  if (values[DT_RELASZ] > 0 && values[DT_RELAENT] != sizeof(Elf64_Rela))
    return Fail("its relocations are of an unknown form");
  CheckRelocations("relocations", values[DT_RELA], values[DT_RELASZ]);
  if (values[DT_PLTRELSZ] > 0 && values[DT_PLTREL] != DT_RELA)
    return Fail("its relocations are of an unknown form");
  CheckRelocations("relocations of calls", values[DT_JMPREL], values[DT_PLTRELSZ]);
#ifdef DT_RELR
  CheckArray("relative relocations", values[DT_RELR], values[DT_RELRSZ]);
#endif
}

void ElfImage::CheckStartAndEnd() {
  const uint64_t* const values = tables_.values;
  for (const int tag : {DT_INIT, DT_FINI}) {
    if (values[tag] != 0 && !IsMapped(values[tag], 1, PF_X))
      return Fail("it begins outside of its code");
  }
  CheckArray("initialisers", values[DT_INIT_ARRAY], values[DT_INIT_ARRAYSZ]);
  CheckArray("destructors", values[DT_FINI_ARRAY], values[DT_FINI_ARRAYSZ]);
}

void ElfImage::CheckArray(const char* name, uint64_t address, uint64_t size) {
  if (address == 0 && size == 0) return;
  if (size % sizeof(uint64_t) != 0 || BytesAt(address, size).empty())
    Fail(absl::StrCat("its table of ", name, " lies outside of the file"));
}

bool ElfImage::IsSymbol(uint64_t index) const {
  Elf64_Sym symbol;
  return ReadSymbol(index, &symbol) && symbol.st_name < names_.size();
}

bool ElfImage::ReadSymbol(uint64_t index, Elf64_Sym* symbol) const {
  if (index > contents_.size() / sizeof(*symbol)) return false;
  return Read(tables_.values[DT_SYMTAB] + index * sizeof(*symbol), symbol);
}

Elf64_Sym ElfImage::symbol(uint64_t index) const {
  Elf64_Sym symbol = {};
  ReadSymbol(index, &symbol);
  return symbol;
}

std::vector<absl::string_view> ElfImage::NoteSegments() const {
  std::vector<absl::string_view> notes;
  for (const Elf64_Phdr& segment : segments_) {
    const absl::string_view bytes = BytesAt(segment.p_vaddr, segment.p_filesz);
    if (segment.p_type == PT_NOTE && !bytes.empty()) notes.push_back(bytes);
  }
  return notes;
}

void ElfImage::CheckRelocations(const char* name, uint64_t address, uint64_t size) {
  if ((address == 0 && size == 0) || !problem_.empty()) return;
  const absl::string_view bytes = BytesAt(address, size);
  if (bytes.empty() || size % sizeof(Elf64_Rela) != 0)
    return Fail(absl::StrCat("its table of ", name, " lies outside of the file"));
  Elf64_Rela relocation;
  for (uint64_t at = 0; at < size; at += sizeof(relocation)) {
    std::memcpy(&relocation, bytes.data() + at, sizeof(relocation));
    const uint64_t symbol = ELF64_R_SYM(relocation.r_info);
    const auto addend = static_cast<uint64_t>(relocation.r_addend);
    num_symbols_ = std::max(num_symbols_, symbol + 1);
    const bool relative = ELF64_R_TYPE(relocation.r_info) == kRelative;
    if (!IsMapped(relocation.r_offset, 1, PF_W) || (symbol != 0 && !IsSymbol(symbol)) ||
        (relative && addend > end_))
      return Fail(absl::StrCat("one of its ", name, " points outside of it"));
  }
}

// DT_GNU_HASH: {buckets, first symbol, words of the filter, shift}, the filter, the buckets, and a
// chain for the symbols from the first on; a chain's last hash is odd.
void ElfImage::CheckHashTable() {
  const uint64_t table = tables_.gnu_hash;
  const uint64_t older = tables_.values[DT_HASH];
  if (!problem_.empty()) return;
  uint32_t header[4];
  const char kBroken[] = "its table of hashes points outside of it";
  if (table == 0 && older != 0) {  // {buckets, symbols}, and then both
    uint32_t counts[2];
    if (!Read(older, &counts)) return Fail(kBroken);
    num_symbols_ = counts[1];
  }
  if (table == 0) return;
  if (!Read(table, &header)) return Fail(kBroken);
  const uint64_t buckets = header[0], first = header[1], words = header[2];
  const uint64_t at_buckets = table + sizeof(header) + words * sizeof(uint64_t);
  const uint64_t at_chains = at_buckets + buckets * sizeof(uint32_t);
  if (buckets == 0 || words == 0 || (words & (words - 1)) != 0 || header[3] > 63 ||
      BytesAt(table, at_chains - table).empty())
    return Fail(kBroken);
  num_symbols_ = first;
  // Each symbol is in one chain: together they have no more links than the file has symbols.
  uint64_t room = contents_.size() / sizeof(Elf64_Sym);
  for (uint64_t i = 0; i < buckets; ++i) {
    uint32_t symbol = 0;
    Read(at_buckets + i * sizeof(symbol), &symbol);
    if (symbol == 0) continue;
    for (uint32_t hash = 0; (hash & 1) == 0; ++symbol) {
      if (room-- == 0 || symbol < first || !IsSymbol(symbol) ||
          !Read(at_chains + (symbol - first) * sizeof(hash), &hash))
        return Fail(kBroken);
      num_symbols_ = std::max<uint64_t>(num_symbols_, symbol + uint64_t{1});
    }
  }
}

absl::string_view ElfImage::SymbolName(const Elf64_Sym& symbol) const {
  const absl::string_view rest = names_.substr(symbol.st_name, kMaxNameSize);
  return rest.substr(0, rest.find('\0'));
}

// Suffixes of names are names, but a linker does not make many of one: what would take long to look
// at was made up.
void ElfImage::CheckSymbolNames() {
  uint64_t room = kMaxNameSize + 16 * uint64_t{contents_.size()};
  for (uint64_t i = 0; problem_.empty() && i < num_symbols_; ++i) {
    Elf64_Sym symbol = {};
    if (!IsSymbol(i) || !ReadSymbol(i, &symbol)) return Fail("a symbol lies outside of the file");
    const size_t size = SymbolName(symbol).size();
    if (size > room) return Fail("its names overlap");
    room -= size;
  }
}

// DT_VERDEF is a chain of the versions that the library has itself, each with a chain of names.
bool ElfImage::CheckOwnVersions(std::vector<bool>* known) {
  uint64_t at = tables_.verdef;
  if (tables_.verdef_count > kMaxVersions) return false;
  for (uint64_t i = 0; i < tables_.verdef_count; ++i) {
    Elf64_Verdef version;
    Elf64_Verdaux name;
    if (!Read(at, &version) || !Read(at + version.vd_aux, &name) || NameAt(name.vda_name).empty())
      return false;
    (*known)[version.vd_ndx & 0x7fff] = true;
    if (version.vd_next == 0) return i + 1 == tables_.verdef_count;
    at += version.vd_next;
  }
  return (tables_.verdef == 0) == (tables_.verdef_count == 0);
}

// DT_VERNEED is a chain of libraries, each with a chain of the versions wanted of it.
bool ElfImage::CheckNeededVersions(std::vector<bool>* known) {
  uint64_t at = tables_.verneed;
  uint64_t room = kMaxVersions;
  if (tables_.verneed_count > kMaxNeeded) return false;
  for (uint64_t i = 0; i < tables_.verneed_count; ++i) {
    Elf64_Verneed library;
    if (!Read(at, &library) || NameAt(library.vn_file).empty()) return false;
    uint64_t at_version = at + library.vn_aux;
    for (int j = 0; j < library.vn_cnt; ++j) {
      Elf64_Vernaux version;
      if (room-- == 0 || !Read(at_version, &version) || NameAt(version.vna_name).empty())
        return false;
      (*known)[version.vna_other & 0x7fff] = true;
      needed_versions_.push_back(NameAt(version.vna_name));
      if (version.vna_next == 0 && j + 1 < library.vn_cnt) return false;
      at_version += version.vna_next;
    }
    if (library.vn_next == 0 && i + 1 < tables_.verneed_count) return false;
    at += library.vn_next;
  }
  return true;
}

// DT_VERSYM has the number of a version for each symbol.
void ElfImage::CheckVersions() {
  const char kBroken[] = "its table of versions points outside of it";
  if (!problem_.empty()) return;
  std::vector<bool> known(uint64_t{1} << 15, false);
  known[VER_NDX_LOCAL] = known[VER_NDX_GLOBAL] = true;
  if (!CheckOwnVersions(&known) || !CheckNeededVersions(&known)) return Fail(kBroken);
  for (uint64_t i = 0; tables_.versions != 0 && i < num_symbols_; ++i) {
    uint16_t version = 0;
    if (!Read(tables_.versions + i * sizeof(version), &version) || !known[version & 0x7fff])
      return Fail(kBroken);
  }
}

}  // namespace opgraft_internal
