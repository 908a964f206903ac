// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/npz.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/files/input_file.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "tools/tensor_io/npy.h"
#include "tools/tensor_io/zip_file.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kEnding = ".npy";
constexpr ByteLimit kMaxFile{int64_t{0xffff'fffe}, ""};
constexpr size_t kMaxName = 0xffff;

absl::StatusOr<Tensor> ReadArray(const ZipMember& member) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::string contents, ReadZipMember(member));
  return ParseNpy(contents);
}

}  // namespace

absl::StatusOr<NamedArrays> ParseNpz(absl::string_view bytes) {
  const absl::StatusOr<std::vector<ZipMember>> members = ListZip(bytes);
  if (!members.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("not a .npz file: ", members.status().message()));
  }
  NamedArrays arrays;
  std::set<std::string> names;
  for (const ZipMember& member : *members) {
    const std::string name(absl::StripSuffix(member.name, kEnding));
    if (!names.insert(name).second)
      return absl::InvalidArgumentError(absl::StrCat("array ", Quoted(name), " is there twice"));
    absl::StatusOr<Tensor> array = ReadArray(member);
    if (!array.ok()) {
      return absl::Status(array.status().code(),
                          absl::StrCat("array ", Quoted(name), ": ", array.status().message()));
    }
    arrays.emplace_back(name, *std::move(array));
  }
  return arrays;
}

absl::StatusOr<NamedArrays> ReadNpz(const std::string& path) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path, kMaxFile));
  absl::StatusOr<NamedArrays> arrays = ParseNpz(bytes);
  if (arrays.ok()) return arrays;
  return absl::Status(arrays.status().code(), absl::StrCat(path, ": ", arrays.status().message()));
}

absl::StatusOr<std::string> FormatNpz(const NamedArrays& arrays) {
  ZipWriter zip;
  std::set<std::string> names;
  for (const auto& [name, array] : arrays) {
    if (!names.insert(name).second || name.size() + kEnding.size() > kMaxName)
      return absl::InvalidArgumentError(
          absl::StrCat("array ", Quoted(name), " is there twice, or its name is too long"));
    OPGRAFT_ASSIGN_OR_RETURN(const std::string contents, FormatNpy(array));
    OPGRAFT_RETURN_IF_ERROR(zip.Add(absl::StrCat(name, kEnding), contents));
  }
  return std::move(zip).Finish();
}

}  // namespace opgraft_internal
