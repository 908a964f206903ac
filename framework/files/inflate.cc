// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/inflate.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "zlib.h"

namespace opgraft_internal {
namespace {

constexpr int kRawDeflate = -MAX_WBITS;  // without the header that zlib's own files have

absl::Status Damaged() { return absl::InvalidArgumentError("its compressed data is damaged"); }

// zlib counts bytes of a call in 32 bits.
uInt Piece(int64_t bytes) {
  return static_cast<uInt>(std::min<int64_t>(bytes, std::numeric_limits<int32_t>::max()));
}

absl::Status Run(absl::string_view compressed, z_stream* stream, std::string* bytes) {
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
    result = inflate(stream, Z_NO_FLUSH);
    in = reinterpret_cast<const char*>(stream->next_in);
    out = reinterpret_cast<char*>(stream->next_out);
  }
  return result == Z_STREAM_END && in == in_end && out == out_end ? absl::OkStatus() : Damaged();
}

// inflate() as often as it goes on; each piece is given away.
absl::Status RunStreams(absl::string_view compressed, bool takes_many, z_stream* stream,
                        absl::FunctionRef<absl::Status(absl::string_view)> take) {
  std::string piece(size_t{1} << 16, '\0');
  const char* in = compressed.data();
  const char* const in_end = in + compressed.size();
  while (true) {
    stream->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in));
    stream->avail_in = Piece(in_end - in);
    stream->next_out = reinterpret_cast<Bytef*>(piece.data());
    stream->avail_out = Piece(static_cast<int64_t>(piece.size()));
    const int result = inflate(stream, Z_NO_FLUSH);
    in = reinterpret_cast<const char*>(stream->next_in);
    const size_t made = piece.size() - stream->avail_out;
    OPGRAFT_RETURN_IF_ERROR(take(absl::string_view(piece.data(), made)));
    if (result == Z_BUF_ERROR) return absl::OkStatus();  // no more input
    if (result == Z_STREAM_END) {
      if (!takes_many || in == in_end) return absl::OkStatus();
      inflateReset(stream);
    } else if (result != Z_OK) {
      return absl::DataLossError(
          absl::StrCat("it cannot be decompressed: ", stream->msg == nullptr ? "" : stream->msg));
    }
  }
}

}  // namespace

absl::Status InflateStreams(absl::string_view compressed, DeflateFormat format,
                            absl::FunctionRef<absl::Status(absl::string_view)> take) {
  constexpr int kGzipHeader = 16;  // what zlib wants added
  const bool is_gzip = format == DeflateFormat::kGzip;
  z_stream stream{};
  if (inflateInit2(&stream, is_gzip ? MAX_WBITS + kGzipHeader : MAX_WBITS) != Z_OK)
    return absl::ResourceExhaustedError("no memory to decompress it");
  absl::Status status = RunStreams(compressed, is_gzip, &stream, take);
  inflateEnd(&stream);
  return status;
}

absl::StatusOr<std::string> Inflate(absl::string_view compressed, int64_t size) {
  if (size < 0 || size > MostInflated(static_cast<int64_t>(compressed.size()))) return Damaged();
  z_stream stream{};
  if (inflateInit2(&stream, kRawDeflate) != Z_OK)
    return absl::ResourceExhaustedError("no memory to decompress it");
  std::string bytes(static_cast<size_t>(size), '\0');
  const absl::Status status = Run(compressed, &stream, &bytes);
  inflateEnd(&stream);
  OPGRAFT_RETURN_IF_ERROR(status);
  return bytes;
}

uint32_t Crc32(absl::string_view bytes) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace opgraft_internal
