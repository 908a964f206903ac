// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// WAV files.
#include "kernels/audio/wav.h"

#include <cmath>

#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  const absl::string_view file = opgraft::TextOf(data, size);
  const absl::StatusOr<opgraft_internal::Wav> wav = opgraft_internal::ParseWav(file);
  if (!wav.ok()) {
    Demand(!wav.status().message().empty(), "a refusal says why");
    return 0;
  }
  Demand(wav->channels > 0, "a sound has channels");
  Demand(static_cast<size_t>(wav->samples) * wav->channels * 2 == wav->data.size(),
         "there are as many samples as it says");
  for (int64_t i = 0; i < wav->samples; ++i) {
    for (int64_t c = 0; c < wav->channels; ++c)
      Demand(std::abs(wav->At(i, c)) <= 1, "samples are from -1 to 1");
  }
  return 0;
}
