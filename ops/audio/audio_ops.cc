// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sound: WAV files, spectra and what speech models make of them.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// An attr that is a size, or -1 for what the file has.
absl::Status DesiredDim(InferenceContext* c, const char* attr, DimensionHandle* dim) {
  int64_t size = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr(attr, &size));
  if (size < -1)
    return absl::InvalidArgumentError(absl::StrCat(attr, " must be -1 or more, got ", size));
  *dim = size == -1 ? c->UnknownDim() : c->MakeDim(size);
  return absl::OkStatus();
}

absl::Status DecodeWavShape(InferenceContext* c) {
  ShapeHandle unused;
  DimensionHandle samples, channels;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(DesiredDim(c, "desired_samples", &samples));
  OPGRAFT_RETURN_IF_ERROR(DesiredDim(c, "desired_channels", &channels));
  c->set_output(0, c->Matrix(samples, channels));
  c->set_output(1, c->Scalar());
  return absl::OkStatus();
}

absl::Status EncodeWavShape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  c->set_output(0, c->Scalar());
  return absl::OkStatus();
}

absl::Status AudioSpectrogramShape(InferenceContext* c) {
  ShapeHandle input;
  int64_t window = 0, stride = 0;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &input));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("window_size", &window));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("stride", &stride));
  // Others are refused by the kernel.
  static constexpr int64_t kLargestWindow = int64_t{1} << 30;
  if (window < 2 || window > kLargestWindow || stride < 1) return shape_inference::UnknownShape(c);
  int64_t size = 2;
  while (size < window) size *= 2;
  DimensionHandle slices = c->UnknownDim();
  const int64_t samples = c->Value(c->Dim(input, 0));
  if (samples >= 0) slices = c->MakeDim(samples < window ? 0 : 1 + (samples - window) / stride);
  c->set_output(0, c->MakeShape({c->Dim(input, 1), slices, c->MakeDim(size / 2 + 1)}));
  return absl::OkStatus();
}

absl::Status MfccShape(InferenceContext* c) {
  ShapeHandle input, unused;
  int64_t coefficients = 0;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, &input));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("dct_coefficient_count", &coefficients));
  const DimensionHandle last = coefficients < 0 ? c->UnknownDim() : c->MakeDim(coefficients);
  c->set_output(0, c->MakeShape({c->Dim(input, 0), c->Dim(input, 1), last}));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("DecodeWav")
    .Input("contents: string")
    .Output("audio: float")
    .Output("sample_rate: int32")
    .Attr("desired_channels: int = -1")
    .Attr("desired_samples: int = -1")
    .SetShapeFn(DecodeWavShape)
    .Doc(R"doc(
The samples of a WAV file of 16-bit PCM, from -1 to 1.

contents: The file.
audio: Of shape [samples, channels].
sample_rate: Samples a second.
desired_channels: So many: further ones repeat the last. -1 means those of the file.
desired_samples: So many: further ones are 0. -1 means those of the file.
)doc");

REGISTER_OP("EncodeWav")
    .Input("audio: float")
    .Input("sample_rate: int32")
    .Output("contents: string")
    .SetShapeFn(EncodeWavShape)
    .Doc(R"doc(
A WAV file of 16-bit PCM.

audio: Of shape [samples, channels], from -1 to 1; what is beyond is cut off.
sample_rate: Samples a second.
contents: The file.
)doc");

REGISTER_OP("AudioSpectrogram")
    .Input("input: float")
    .Output("spectrogram: float")
    .Attr("window_size: int")
    .Attr("stride: int")
    .Attr("magnitude_squared: bool = false")
    .SetShapeFn(AudioSpectrogramShape)
    .Doc(R"doc(
The spectra of slices of a sound, each under a Hann window.

input: Of shape [samples, channels].
spectrogram: Of shape [channels, slices, frequencies].
window_size: Samples of a slice.
stride: From one slice to the next.
magnitude_squared: The squares of the magnitudes.
)doc");

REGISTER_OP("Mfcc")
    .Input("spectrogram: float")
    .Input("sample_rate: int32")
    .Output("output: float")
    .Attr("upper_frequency_limit: float = 4000.0")
    .Attr("lower_frequency_limit: float = 20.0")
    .Attr("filterbank_channel_count: int = 40")
    .Attr("dct_coefficient_count: int = 13")
    .SetShapeFn(MfccShape)
    .Doc(R"doc(
Mel-frequency cepstral coefficients of spectra.

spectrogram: Of AudioSpectrogram, with squared magnitudes.
sample_rate: Of the sound.
output: Of shape [channels, slices, coefficients].
upper_frequency_limit: In Hz.
lower_frequency_limit: In Hz.
filterbank_channel_count: Into so many mel channels a spectrum is summed.
dct_coefficient_count: So many coefficients.
)doc");

}  // namespace opgraft
