// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/audio/wav.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// Takes little-endian numbers and texts from the front of a file.
class WavReader {
 public:
  explicit WavReader(absl::string_view file) : rest_(file) {}

  absl::string_view rest() const { return rest_; }
  void Skip(size_t bytes) { rest_.remove_prefix(std::min(bytes, rest_.size())); }

  absl::Status Read(size_t bytes, absl::string_view* text) {
    if (rest_.size() < bytes)
      return absl::InvalidArgumentError("Data too short: the WAV file ends inside its header");
    *text = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return absl::OkStatus();
  }

  template <typename T>
  absl::Status Read(T* number) {
    absl::string_view bytes;
    OPGRAFT_RETURN_IF_ERROR(Read(sizeof(T), &bytes));
    uint32_t value = 0;
    for (size_t i = 0; i < sizeof(T); ++i)
      value |= static_cast<uint32_t>(static_cast<uint8_t>(bytes[i])) << 8 * i;
    *number = static_cast<T>(value);
    return absl::OkStatus();
  }

  absl::Status Expect(absl::string_view text) {
    absl::string_view found;
    OPGRAFT_RETURN_IF_ERROR(Read(text.size(), &found));
    if (found == text) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("Header mismatch: Expected ", text));
  }

 private:
  absl::string_view rest_;
};

absl::Status CheckFormat(uint16_t format, uint16_t bits, uint16_t frame_bytes,
                         uint32_t bytes_per_second, const Wav& wav) {
  if (format != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("Bad audio format for WAV: Expected 1 (PCM), but got ", format));
  }
  if (wav.channels == 0) {
    return absl::InvalidArgumentError(
        "Bad number of channels for WAV: Expected at least 1, but got 0");
  }
  if (bits != 16) {
    return absl::InvalidArgumentError(
        absl::StrCat("Can only read 16-bit WAV files, but received ", bits));
  }
  if (frame_bytes != 2 * wav.channels) {
    return absl::InvalidArgumentError(absl::StrCat("Bad bytes per sample in WAV header: Expected ",
                                                   2 * wav.channels, " but got ", frame_bytes));
  }
  if (bytes_per_second == frame_bytes * wav.sample_rate) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Bad bytes per second in WAV header: got ",
                                                 bytes_per_second, " for ", wav.sample_rate,
                                                 " samples of ", frame_bytes, " bytes"));
}

absl::Status ReadHeader(WavReader* reader, Wav* wav) {
  uint32_t file_size = 0, format_size = 0, bytes_per_second = 0;
  uint16_t format = 0, frame_bytes = 0, bits = 0;
  OPGRAFT_RETURN_IF_ERROR(reader->Expect("RIFF"));
  OPGRAFT_RETURN_IF_ERROR(reader->Read(&file_size));  // often wrong, and not used
  OPGRAFT_RETURN_IF_ERROR(reader->Expect("WAVEfmt "));
  OPGRAFT_RETURN_IF_ERROR(reader->Read(&format_size));
  if (format_size != 16 && format_size != 18) {
    return absl::InvalidArgumentError(
        absl::StrCat("Bad format chunk size for WAV: Expected 16 or 18, but got ", format_size));
  }
  OPGRAFT_RETURN_IF_ERROR(reader->Read(&format));
  OPGRAFT_RETURN_IF_ERROR(reader->Read(&wav->channels));
  OPGRAFT_RETURN_IF_ERROR(reader->Read(&wav->sample_rate));
  OPGRAFT_RETURN_IF_ERROR(reader->Read(&bytes_per_second));
  OPGRAFT_RETURN_IF_ERROR(reader->Read(&frame_bytes));
  OPGRAFT_RETURN_IF_ERROR(reader->Read(&bits));
  if (format_size == 18) reader->Skip(2);
  return CheckFormat(format, bits, frame_bytes, bytes_per_second, *wav);
}

void AppendNumber(uint32_t value, int bytes, std::string* text) {
  for (int i = 0; i < bytes; ++i) text->push_back(static_cast<char>(value >> 8 * i));
}

}  // namespace

absl::StatusOr<Wav> ParseWav(absl::string_view file) {
  Wav wav;
  WavReader reader(file);
  OPGRAFT_RETURN_IF_ERROR(ReadHeader(&reader, &wav));
  const size_t frame_bytes = size_t{2} * wav.channels;
  bool found = false;
  while (!reader.rest().empty()) {
    absl::string_view name;
    uint32_t size = 0;
    OPGRAFT_RETURN_IF_ERROR(reader.Read(4, &name));
    OPGRAFT_RETURN_IF_ERROR(reader.Read(&size));
    if (size > static_cast<uint32_t>(std::numeric_limits<int32_t>::max()))
      return absl::InvalidArgumentError(absl::StrCat("WAV chunk is too large: ", size, " bytes"));
    if (name != "data") {
      reader.Skip(size);
      continue;
    }
    if (found) return absl::InvalidArgumentError("More than one data chunk found in WAV");
    found = true;
    wav.samples = static_cast<int64_t>(size / frame_bytes);
    OPGRAFT_RETURN_IF_ERROR(reader.Read(size / frame_bytes * frame_bytes, &wav.data));
  }
  if (!found) return absl::InvalidArgumentError("No data chunk found in WAV");
  return wav;
}

absl::StatusOr<std::string> WavHeader(int64_t sample_rate, int64_t channels, int64_t samples) {
  if (sample_rate <= 0 || sample_rate > std::numeric_limits<uint32_t>::max())
    return absl::InvalidArgumentError(
        absl::StrCat("sample_rate must be in (0, 2^32), got: ", sample_rate));
  if (channels <= 0 || channels > std::numeric_limits<uint16_t>::max() / 2)
    return absl::InvalidArgumentError(
        absl::StrCat("num_channels must be in (0, 2^15), got: ", channels));
  const int64_t frame = 2 * channels;
  static constexpr int64_t kHeaderBytes = 36;  // behind the size
  if (samples > (std::numeric_limits<uint32_t>::max() - kHeaderBytes) / frame ||
      sample_rate > std::numeric_limits<uint32_t>::max() / frame) {
    return absl::InvalidArgumentError(
        absl::StrCat("Provided channels and samples cannot be encoded as a WAV: ", samples,
                     " samples of ", channels, " channels, ", sample_rate, " a second"));
  }
  const uint32_t bytes = static_cast<uint32_t>(samples * frame);
  std::string header = "RIFF";
  AppendNumber(bytes + static_cast<uint32_t>(kHeaderBytes), 4, &header);
  header += "WAVEfmt ";
  AppendNumber(16, 4, &header);
  AppendNumber(1, 2, &header);
  AppendNumber(static_cast<uint32_t>(channels), 2, &header);
  AppendNumber(static_cast<uint32_t>(sample_rate), 4, &header);
  AppendNumber(static_cast<uint32_t>(sample_rate * frame), 4, &header);
  AppendNumber(static_cast<uint32_t>(frame), 2, &header);
  AppendNumber(16, 2, &header);
  header += "data";
  AppendNumber(bytes, 4, &header);
  return header;
}

int16_t ToWavSample(float value) {
  const float scaled = std::round(value * 32768.0f);
  if (std::isnan(scaled)) return 0;
  return static_cast<int16_t>(std::min(std::max(scaled, -32768.0f), 32767.0f));
}

}  // namespace opgraft_internal
