// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_AUDIO_WAV_H_
#define KERNELS_AUDIO_WAV_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A WAV file of 16-bit samples: what its header says, and where the samples are. Borrows the bytes
// of the file.
//
// Samples of all channels at one time follow each other: At(3, 1) of two channels is the 8th
// number, little-endian.
struct Wav {
  uint32_t sample_rate = 0;
  uint16_t channels = 0;
  int64_t samples = 0;  // of each channel
  absl::string_view data;

  // A sample in [-1, 1).
  float At(int64_t sample, int64_t channel) const {
    const size_t at = static_cast<size_t>(2 * (sample * channels + channel));
    const uint16_t bits = static_cast<uint16_t>(static_cast<uint8_t>(data[at]) |
                                                static_cast<uint8_t>(data[at + 1]) << 8);
    return static_cast<float>(static_cast<int16_t>(bits)) / 32768.0f;
  }
};

// Finds the samples in a file. Chunks of other kinds are passed over. INVALID_ARGUMENT says what is
// wrong: samples of another kind, sizes that lie, a file that ends too soon.
absl::StatusOr<Wav> ParseWav(absl::string_view file);

// The header in front of the samples. INVALID_ARGUMENT for numbers that do not fit into it.
absl::StatusOr<std::string> WavHeader(int64_t sample_rate, int64_t channels, int64_t samples);

// The 16-bit sample nearest to `value`; 0 for nan.
int16_t ToWavSample(float value);

}  // namespace opgraft_internal

#endif  // KERNELS_AUDIO_WAV_H_
