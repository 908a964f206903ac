#include "framework/kernel/elf_check.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace opgraft {
namespace {

#if defined(__x86_64__)
constexpr uint16_t kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr uint16_t kMachine = EM_AARCH64;
#else
constexpr uint16_t kMachine = EM_NONE;  // not compared
#endif

// Reads a T at `offset`; false beyond the end. The file is not trusted.
template <typename T>
bool ReadAt(absl::string_view contents, uint64_t offset, T* value) {
  if (offset > contents.size() || contents.size() - offset < sizeof(T)) return false;
  std::memcpy(value, contents.data() + offset, sizeof(T));
  return true;
}

// The part of the file that a section covers; empty if it does not lie within.
absl::string_view SectionBytes(absl::string_view contents, const Elf64_Shdr& section) {
  if (section.sh_offset > contents.size() || contents.size() - section.sh_offset < section.sh_size) return {};
  return contents.substr(section.sh_offset, section.sh_size);
}

// The NUL-terminated string at `offset` of a string table.
absl::string_view StringAt(absl::string_view table, uint64_t offset) {
  if (offset >= table.size()) return {};
  const absl::string_view rest = table.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

// Only symbols of a library's own code count: templates and inline functions of headers are weak.
bool IsOwnCode(const Elf64_Sym& symbol) {
  return symbol.st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL;
}

// What a library brings that must be there once only; "" if the symbol is nothing of that kind.
absl::string_view CopiedLibrary(absl::string_view symbol) {
  for (const char* prefix : {"_ZN6google8protobuf", "_ZNK6google8protobuf"}) {
    if (absl::StartsWith(symbol, prefix)) return "Protocol Buffers";
  }
  // A static copy need not have all of Opgraft: these are what every registration uses.
  for (const char* prefix : {"_ZN7opgraft10OpRegistry", "_ZNK7opgraft10OpRegistry", "_ZN7opgraft12RegisteredOp",
                             "_ZN7opgraft16RegisteredKernel", "_ZN7opgraft8OpKernelC"}) {
    if (absl::StartsWith(symbol, prefix)) return "Opgraft";
  }
  return "";
}

absl::Status CheckSymbols(absl::string_view symbols, absl::string_view names, absl::string_view name) {
  for (uint64_t offset = 0; offset + sizeof(Elf64_Sym) <= symbols.size(); offset += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    if (!ReadAt(symbols, offset, &symbol) || !IsOwnCode(symbol)) continue;
    const absl::string_view copied = CopiedLibrary(StringAt(names, symbol.st_name));
    if (copied.empty()) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "'", name, "' carries its own copy of ", copied,
        ", which would abort the process when loaded. Link it against libopgraft.so.0 alone, not against static "
        "libraries of Opgraft or Protocol Buffers."));
  }
  return absl::OkStatus();
}

absl::Status CheckHeader(absl::string_view contents, absl::string_view name, Elf64_Ehdr* header) {
  if (!absl::StartsWith(contents, ELFMAG) || !ReadAt(contents, 0, header)) {
    return absl::InvalidArgumentError(absl::StrCat("'", name, "' is no shared library (no ELF header)"));
  }
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_type != ET_DYN ||
      (kMachine != EM_NONE && header->e_machine != kMachine)) {
    return absl::InvalidArgumentError(absl::StrCat("'", name, "' is no shared library of this kind of machine"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckLibraryContents(absl::string_view contents, absl::string_view name) {
  Elf64_Ehdr header;
  const absl::Status readable = CheckHeader(contents, name, &header);
  if (!readable.ok()) return readable;
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section, strings;
    if (!ReadAt(contents, header.e_shoff + i * sizeof(Elf64_Shdr), &section)) break;
    if (section.sh_type != SHT_DYNSYM) continue;
    if (!ReadAt(contents, header.e_shoff + uint64_t{section.sh_link} * sizeof(Elf64_Shdr), &strings)) break;
    const absl::Status clean = CheckSymbols(SectionBytes(contents, section), SectionBytes(contents, strings), name);
    if (!clean.ok()) return clean;
  }
  return absl::OkStatus();
}

absl::Status CheckLibraryFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat info;
  const bool known = file >= 0 && fstat(file, &info) == 0;
  const size_t size = known ? static_cast<size_t>(info.st_size) : 0;
  // Mapped: only the pages that are looked at are read.
  void* const contents = size > 0 ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  if (file >= 0) close(file);
  if (contents == MAP_FAILED) {
    if (known && size == 0) return CheckLibraryContents("", path);
    return absl::NotFoundError(absl::StrCat("cannot read library '", path, "'"));
  }
  const absl::Status status = CheckLibraryContents(absl::string_view(static_cast<const char*>(contents), size), path);
  munmap(contents, size);
  return status;
}

}  // namespace opgraft
