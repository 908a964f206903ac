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

// A file within a zip file.
struct ZipMember {
  std::string name;
  absl::string_view stored;  // its bytes as they lie in the zip file
  bool is_deflated = false;
  uint32_t crc = 0;
  int64_t size = 0;  // once it is decompressed, as the file says
};

// Zip files below 4 GiB, without encryption; PKWARE's APPNOTE.TXT describes the format. The members
// point into `bytes`. INVALID_ARGUMENT for all else.
absl::StatusOr<std::vector<ZipMember>> ListZip(absl::string_view bytes);
// What the member holds. INVALID_ARGUMENT if it is damaged; UNIMPLEMENTED as Inflate.
absl::StatusOr<std::string> ReadZipMember(const ZipMember& member);

// Puts a zip file together; members are not compressed and carry no time, so that the same ones
// give the same bytes.
class ZipWriter {
 public:
  // RESOURCE_EXHAUSTED if the file would have 4 GiB or more, or more than 65,534 members.
  absl::Status Add(const std::string& name, absl::string_view contents);
  // The file. Nothing may be added afterwards.
  std::string Finish() &&;

 private:
  std::string bytes_;
  std::string directory_;
  uint16_t members_ = 0;
};

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_ZIP_FILE_H_
