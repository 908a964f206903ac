// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/elf_file.h"

#include <cstring>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

#if defined(__x86_64__)
constexpr uint16_t kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr uint16_t kMachine = EM_AARCH64;
#else
#error "The machine's number in ELF files must be stated here."
#endif

// Reads a T at `offset`; false beyond the end.
template <typename T>
bool ReadAt(absl::string_view bytes, uint64_t offset, T* value) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return false;
  std::memcpy(value, bytes.data() + offset, sizeof(T));
  return true;
}

// The NUL-terminated string at `offset` of a string table, cut where it is longer than any name.
absl::string_view StringAt(absl::string_view table, uint64_t offset) {
  constexpr size_t kMaxSize = 1 << 16;
  if (offset >= table.size()) return {};
  const absl::string_view rest = table.substr(offset, kMaxSize);
  return rest.substr(0, rest.find('\0'));
}

std::string MachineName(uint16_t machine) {
  switch (machine) {
    case EM_X86_64:
      return "x86-64";
    case EM_386:
      return "32-bit x86";
    case EM_AARCH64:
      return "aarch64";
    case EM_ARM:
      return "32-bit ARM";
    default:
      return absl::StrCat("ELF machine ", machine);
  }
}

absl::Status Refused(absl::string_view name, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("'", name, "' ", why));
}

absl::Status CutOff(absl::string_view name, absl::string_view contents) {
  return Refused(name, absl::StrCat("is cut off: it has only ", contents.size(),
                                    " bytes. Build or copy it again."));
}

// Up to e_machine a header of 32 bits is the same.
bool IsOfThisMachine(const Elf64_Ehdr& header) {
  return header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == kMachine &&
         header.e_ident[EI_DATA] == ELFDATA2LSB;
}

absl::Status CheckType(uint16_t type, absl::string_view name) {
  if (type == ET_DYN) return absl::OkStatus();
  return Refused(name, type == ET_REL
                           ? "is an object file, not a shared library. Link it with -shared."
                           : "is a program, not a shared library. Link it with -shared.");
}

absl::Status CheckHeader(absl::string_view contents, absl::string_view name, Elf64_Ehdr* header) {
  if (absl::StartsWith(contents, "!<arch>\n")) {
    return Refused(
        name,
        "is a static archive, not a shared library. Link it: -shared -Wl,--whole-archive FILE.a "
        "-Wl,--no-whole-archive.");
  }
  if (!absl::StartsWith(contents, ELFMAG))
    return Refused(name, "is not a shared library (no ELF header)");
  if (!ReadAt(contents, 0, header))
    return Refused(name, "is cut off within its header. Build or copy it again.");
  if (!IsOfThisMachine(*header)) {
    return Refused(
        name, absl::StrCat("is built for another kind of machine (", MachineName(header->e_machine),
                           "); this is ", MachineName(kMachine), "."));
  }
  return CheckType(header->e_type, name);
}

}  // namespace

absl::string_view ElfFile::BytesAt(uint64_t offset, uint64_t size) const {
  if (offset > contents_.size() || contents_.size() - offset < size) return {};
  return contents_.substr(offset, size);
}

absl::Status ElfFile::ReadSegments(const Elf64_Ehdr& header, absl::string_view name) {
  std::vector<Elf64_Phdr> segments;
  if (header.e_phnum == 0 || header.e_phentsize != sizeof(Elf64_Phdr)) {
    return Refused(name, "is not a shared library: nothing in it can be loaded.");
  }
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    // The dynamic linker maps a file that is too short and dies at the first touch.
    if (!ReadAt(contents_, header.e_phoff + i * sizeof(segment), &segment) ||
        (segment.p_type == PT_LOAD && segment.p_filesz > 0 &&
         BytesAt(segment.p_offset, segment.p_filesz).empty())) {
      return CutOff(name, contents_);
    }
    if (segment.p_type == PT_INTERP)
      return Refused(name, "is a program, not a shared library. Link it with -shared.");
    segments.push_back(segment);
  }
  image_ = std::make_shared<const ElfImage>(contents_, std::move(segments));
  if (image_->problem().empty()) return absl::OkStatus();
  return Refused(name, absl::StrCat("is broken: ", image_->problem(), ". Build or copy it again."));
}

absl::Status ElfFile::ReadSections(const Elf64_Ehdr& header, absl::string_view name) {
  if (header.e_shentsize != sizeof(Elf64_Shdr)) return absl::OkStatus();
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    Section section;
    if (!ReadAt(contents_, header.e_shoff + i * sizeof(Elf64_Shdr), &section.header)) {
      return CutOff(name, contents_);
    }
    if (section.header.sh_type != SHT_NOBITS) {
      section.bytes = BytesAt(section.header.sh_offset, section.header.sh_size);
    }
    sections_.push_back(section);
  }
  return absl::OkStatus();
}

absl::StatusOr<ElfFile> ElfFile::Parse(absl::string_view contents, absl::string_view name) {
  Elf64_Ehdr header = {};
  OPGRAFT_RETURN_IF_ERROR(CheckHeader(contents, name, &header));
  ElfFile file;
  file.contents_ = contents;
  OPGRAFT_RETURN_IF_ERROR(file.ReadSegments(header, name));
  OPGRAFT_RETURN_IF_ERROR(file.ReadSections(header, name));
  return file;
}

std::vector<const ElfFile::Section*> ElfFile::SectionsOf(uint32_t type) const {
  std::vector<const Section*> found;
  size_t room = contents_.size();
  for (const Section& section : sections_) {
    if (section.header.sh_type != type || section.bytes.size() > room) continue;
    room -= section.bytes.size();
    found.push_back(&section);
  }
  return found;
}

absl::string_view ElfFile::NamesOf(const Section& section) const {
  if (section.header.sh_link >= sections_.size()) return {};
  return sections_[section.header.sh_link].bytes;
}

std::vector<absl::string_view> ElfFile::NeededLibraries() const {
  if (image_->is_dynamic()) return image_->needed();
  constexpr size_t kMaxNeeded = 4096;  // as of an image
  std::vector<absl::string_view> needed;
  for (const Section* section : SectionsOf(SHT_DYNAMIC)) {
    const absl::string_view names = NamesOf(*section);
    Elf64_Dyn entry;
    for (uint64_t offset = 0; ReadAt(section->bytes, offset, &entry); offset += sizeof(entry)) {
      if (entry.d_tag == DT_NULL || needed.size() == kMaxNeeded) break;
      if (entry.d_tag == DT_NEEDED) needed.push_back(StringAt(names, entry.d_un.d_val));
    }
  }
  return needed;
}

// A section of needed versions: a list of libraries, each with a list of versions; entries name the
// distance to the next one.
std::vector<absl::string_view> ElfFile::NeededVersions() const {
  if (image_->is_dynamic()) return image_->needed_versions();
  std::vector<absl::string_view> versions;
  for (const Section* section : SectionsOf(SHT_GNU_verneed)) {
    const absl::string_view names = NamesOf(*section);
    Elf64_Verneed library;
    Elf64_Vernaux version;
    // In a file that somebody made up lists may run into each other: no more than there is room
    // for.
    size_t room = section->bytes.size() / sizeof(version);
    for (uint64_t at = 0; ReadAt(section->bytes, at, &library); at += library.vn_next) {
      uint64_t of_version = at + library.vn_aux;
      for (; room > 0 && ReadAt(section->bytes, of_version, &version);
           of_version += version.vna_next) {
        versions.push_back(StringAt(names, version.vna_name));
        --room;
        if (version.vna_next == 0) break;
      }
      if (library.vn_next == 0 || room == 0) break;
    }
  }
  return versions;
}

// Of the dynamic section where there is one: of what the linker will see. Sections may be stripped.
void ElfFile::VisitSymbols(bool all, const std::function<bool(const Symbol&)>& visit) const {
  const auto visit_one = [&visit](absl::string_view name, const Elf64_Sym& symbol) {
    const bool is_weak = ELF64_ST_BIND(symbol.st_info) == STB_WEAK;
    return name.empty() || visit({name, symbol.st_shndx != SHN_UNDEF, is_weak});
  };
  if (!all && image_->is_dynamic()) {
    for (uint64_t i = 0; i < image_->num_symbols(); ++i) {
      const Elf64_Sym symbol = image_->symbol(i);
      if (!visit_one(image_->SymbolName(symbol), symbol)) return;
    }
    return;
  }
  // Names that overlap more than a linker's do would take long.
  size_t room = 16 * contents_.size();
  for (const Section* section : SectionsOf(all ? SHT_SYMTAB : SHT_DYNSYM)) {
    const absl::string_view names = NamesOf(*section);
    Elf64_Sym symbol;
    for (uint64_t offset = 0; ReadAt(section->bytes, offset, &symbol); offset += sizeof(symbol)) {
      const absl::string_view name = StringAt(names, symbol.st_name);
      if (name.size() > room || !visit_one(name, symbol)) return;
      room -= name.size();
    }
  }
}

std::vector<absl::string_view> ElfFile::Notes(absl::string_view owner) const {
  std::vector<absl::string_view> parts = image_->NoteSegments();
  if (parts.empty()) {
    for (const Section* section : SectionsOf(SHT_NOTE)) parts.push_back(section->bytes);
  }
  std::vector<absl::string_view> notes;
  for (const absl::string_view bytes : parts) {
    // Searched by the owner's name: sanitizers leave gaps between notes that no size accounts for.
    size_t next = 0;
    for (size_t at = bytes.find(owner); at != absl::string_view::npos;
         at = bytes.find(owner, next)) {
      Elf64_Nhdr note;
      next = at + 1;
      if (at < sizeof(note) || !ReadAt(bytes, at - sizeof(note), &note)) continue;
      const uint64_t text = at + (uint64_t{note.n_namesz} + 3) / 4 * 4;
      if (note.n_namesz != owner.size() + 1 || text > bytes.size() ||
          bytes.size() - text < note.n_descsz)
        continue;
      next = text + note.n_descsz;
      notes.push_back(StringAt(bytes.substr(text, note.n_descsz), 0));
    }
  }
  return notes;
}

}  // namespace opgraft_internal
