// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/inflate.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "zlib.h"

namespace opgraft_internal {
namespace {

// DEFLATE makes bytes at most 1,032 times fewer. A file that promises more is not to get memory.
constexpr int64_t kMostPerByte = 1032;
constexpr int64_t kSlack = 1 << 10;
constexpr int kRawDeflate = -MAX_WBITS;  // without the header that zlib's own files have

struct Zlib {
  decltype(&::inflateInit2_) init = nullptr;
  decltype(&::inflate) inflate = nullptr;
  decltype(&::inflateEnd) end = nullptr;

  bool is_there() const { return init != nullptr && inflate != nullptr && end != nullptr; }
};

const Zlib& OpenZlib() {
  static const Zlib zlib = [] {
    Zlib opened;
    void* const library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return opened;
    opened.init = reinterpret_cast<decltype(opened.init)>(dlsym(library, "inflateInit2_"));
    opened.inflate = reinterpret_cast<decltype(opened.inflate)>(dlsym(library, "inflate"));
    opened.end = reinterpret_cast<decltype(opened.end)>(dlsym(library, "inflateEnd"));
    return opened;
  }();
  return zlib;
}

absl::Status Damaged() { return absl::InvalidArgumentError("its compressed data is damaged"); }

// zlib counts bytes of a call in 32 bits.
uInt Piece(int64_t bytes) {
  return static_cast<uInt>(std::min<int64_t>(bytes, std::numeric_limits<int32_t>::max()));
}

absl::Status Run(const Zlib& zlib, absl::string_view compressed, z_stream* stream,
                 std::string* bytes) {
  const char* in = compressed.data();
  const char* const in_end = in + compressed.size();
  char* out = bytes->data();
  char* const out_end = out + bytes->size();
  int result = Z_OK;
  while (result == Z_OK) {
    stream->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in));
    stream->avail_in = Piece(in_end - in);
    stream->next_out = reinterpret_cast<Bytef*>(out);
    stream->avail_out = Piece(out_end - out);
    result = zlib.inflate(stream, Z_NO_FLUSH);
    in = reinterpret_cast<const char*>(stream->next_in);
    out = reinterpret_cast<char*>(stream->next_out);
  }
  return result == Z_STREAM_END && in == in_end && out == out_end ? absl::OkStatus() : Damaged();
}

}  // namespace

absl::StatusOr<std::string> Inflate(absl::string_view compressed, int64_t size) {
  if (size < 0 || size > static_cast<int64_t>(compressed.size()) * kMostPerByte + kSlack)
    return Damaged();
  const Zlib& zlib = OpenZlib();
  if (!zlib.is_there()) {
    return absl::UnimplementedError(
        "it is compressed, which takes zlib (libz.so.1): install zlib1g, or write the file with "
        "numpy.savez, which does not compress");
  }
  z_stream stream{};
  if (zlib.init(&stream, kRawDeflate, ZLIB_VERSION, sizeof(stream)) != Z_OK)
    return absl::ResourceExhaustedError("no memory to decompress it");
  std::string bytes(static_cast<size_t>(size), '\0');
  const absl::Status status = Run(zlib, compressed, &stream, &bytes);
  zlib.end(&stream);
  OPGRAFT_RETURN_IF_ERROR(status);
  return bytes;
}

uint32_t Crc32(absl::string_view bytes) {
  static const std::array<uint32_t, 256> table = [] {
    std::array<uint32_t, 256> made{};
    for (uint32_t i = 0; i < made.size(); ++i) {
      made[i] = i;
      for (int bit = 0; bit < 8; ++bit)
        made[i] = (made[i] >> 1) ^ ((made[i] & 1) != 0 ? 0xedb88320 : 0);
    }
    return made;
  }();
  uint32_t crc = ~uint32_t{0};
  for (const char c : bytes) crc = (crc >> 8) ^ table[(crc ^ static_cast<unsigned char>(c)) & 0xff];
  return ~crc;
}

}  // namespace opgraft_internal
