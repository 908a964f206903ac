// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TENSOR_IO_ZIP_FILE_H_
#define TOOLS_TENSOR_IO_ZIP_FILE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A file within a zip file. Borrows the bytes of the zip file.
struct ZipMember {
  std::string name;
  // Its bytes as they lie in the zip file.
  absl::string_view stored;
  bool is_deflated = false;
  uint32_t crc = 0;
  // Of the decompressed contents, as the file claims; ReadZipMember checks it.
  int64_t size = 0;
};

// Zip files below 4 GiB, without encryption; PKWARE's APPNOTE.TXT describes the format. The members
// point into `bytes`. INVALID_ARGUMENT for all else.
absl::StatusOr<std::vector<ZipMember>> ListZip(absl::string_view bytes);
// What the member holds. INVALID_ARGUMENT if it is damaged; UNIMPLEMENTED as Inflate.
absl::StatusOr<std::string> ReadZipMember(const ZipMember& member);

// Builds a zip file. Members are not compressed and carry no time, so that the same members give
// the same bytes. Thread-compatible.
//
// Example:
//   ZipWriter zip;
//   OPGRAFT_RETURN_IF_ERROR(zip.Add("x.npy", contents));
//   return std::move(zip).Finish();
class ZipWriter {
 public:
  // RESOURCE_EXHAUSTED if the file would have 4 GiB or more, or more than 65,534 members.
  absl::Status Add(const std::string& name, absl::string_view contents);
  // The file. Nothing may be added afterwards.
  std::string Finish() &&;

 private:
  std::string bytes_;
  // The central directory, which follows the members.
  std::string directory_;
  uint16_t members_ = 0;
};

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_ZIP_FILE_H_
