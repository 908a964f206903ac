// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Fourier transforms.
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The last `rank` dimensions become as long as input 1 says; if the output is complex, the last is
// cut off behind its half.
absl::Status RealFftShape(InferenceContext* c, int rank, bool forward) {
  ShapeHandle out, lengths;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), rank, &out));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &lengths));
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(lengths, 0), rank, &unused));
  const Tensor* const values = c->input_tensor(1);
  for (int i = 0; i < rank; ++i) {
    DimensionHandle dim = c->UnknownDim();
    const int64_t length = values == nullptr ? -1 : opgraft_internal::IndexAt(*values, i);
    const bool halved = forward && i == rank - 1 && length > 0;
    if (length >= 0) dim = c->MakeDim(halved ? length / 2 + 1 : length);
    OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(out, i - rank, dim, &out));
  }
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("FFT")
    .Input("input: Tcomplex")
    .Output("output: Tcomplex")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) {
      return shape_inference::UnchangedShapeWithRankAtLeast(c, 1);
    })
    .Doc(R"doc(
The Fourier transform along the last dimension.

input: Of rank 1 or more.
output: Of the shape of `input`.
)doc");

REGISTER_OP("IFFT")
    .Input("input: Tcomplex")
    .Output("output: Tcomplex")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) {
      return shape_inference::UnchangedShapeWithRankAtLeast(c, 1);
    })
    .Doc(R"doc(
The inverse of the Fourier transform along the last dimension.

input: Of rank 1 or more.
output: Of the shape of `input`.
)doc");

REGISTER_OP("RFFT")
    .Input("input: Treal")
    .Input("fft_length: int32")
    .Output("output: Tcomplex")
    .Attr("Treal: {float, double} = DT_FLOAT")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) { return RealFftShape(c, 1, /*forward=*/true); })
    .Doc(R"doc(
The Fourier transform of real numbers along the last dimension. Of the last one the first half is given: the
rest are conjugates.

input: Of rank 1 or more.
fft_length: How many elements of each dimension are transformed, a vector [1]; at most as many as
  there are.
output: As long as `fft_length` says, but in the last dimension fft_length / 2 + 1.
Treal: The type of `input`.
Tcomplex: The type of `output`, of the same precision.
)doc");

REGISTER_OP("IRFFT")
    .Input("input: Tcomplex")
    .Input("fft_length: int32")
    .Output("output: Treal")
    .Attr("Treal: {float, double} = DT_FLOAT")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) { return RealFftShape(c, 1, /*forward=*/false); })
    .Doc(R"doc(
The inverse of the Fourier transform of real numbers along the last dimension.

input: Of rank 1 or more; the last dimension is the first half.
fft_length: How long the output is in each dimension, a vector [1].
output: The real numbers.
Treal: The type of `output`.
Tcomplex: The type of `input`, of the same precision.
)doc");

REGISTER_OP("FFT2D")
    .Input("input: Tcomplex")
    .Output("output: Tcomplex")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) {
      return shape_inference::UnchangedShapeWithRankAtLeast(c, 2);
    })
    .Doc(R"doc(
The Fourier transform along the last two dimensions.

input: Of rank 2 or more.
output: Of the shape of `input`.
)doc");

REGISTER_OP("IFFT2D")
    .Input("input: Tcomplex")
    .Output("output: Tcomplex")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) {
      return shape_inference::UnchangedShapeWithRankAtLeast(c, 2);
    })
    .Doc(R"doc(
The inverse of the Fourier transform along the last two dimensions.

input: Of rank 2 or more.
output: Of the shape of `input`.
)doc");

REGISTER_OP("RFFT2D")
    .Input("input: Treal")
    .Input("fft_length: int32")
    .Output("output: Tcomplex")
    .Attr("Treal: {float, double} = DT_FLOAT")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) { return RealFftShape(c, 2, /*forward=*/true); })
    .Doc(R"doc(
The Fourier transform of real numbers along the last two dimensions. Of the last one the first half is given: the
rest are conjugates.

input: Of rank 2 or more.
fft_length: How many elements of each dimension are transformed, a vector [2]; at most as many as
  there are.
output: As long as `fft_length` says, but in the last dimension fft_length / 2 + 1.
Treal: The type of `input`.
Tcomplex: The type of `output`, of the same precision.
)doc");

REGISTER_OP("IRFFT2D")
    .Input("input: Tcomplex")
    .Input("fft_length: int32")
    .Output("output: Treal")
    .Attr("Treal: {float, double} = DT_FLOAT")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) { return RealFftShape(c, 2, /*forward=*/false); })
    .Doc(R"doc(
The inverse of the Fourier transform of real numbers along the last two dimensions.

input: Of rank 2 or more; the last dimension is the first half.
fft_length: How long the output is in each dimension, a vector [2].
output: The real numbers.
Treal: The type of `output`.
Tcomplex: The type of `input`, of the same precision.
)doc");

REGISTER_OP("FFT3D")
    .Input("input: Tcomplex")
    .Output("output: Tcomplex")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) {
      return shape_inference::UnchangedShapeWithRankAtLeast(c, 3);
    })
    .Doc(R"doc(
The Fourier transform along the last three dimensions.

input: Of rank 3 or more.
output: Of the shape of `input`.
)doc");

REGISTER_OP("IFFT3D")
    .Input("input: Tcomplex")
    .Output("output: Tcomplex")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) {
      return shape_inference::UnchangedShapeWithRankAtLeast(c, 3);
    })
    .Doc(R"doc(
The inverse of the Fourier transform along the last three dimensions.

input: Of rank 3 or more.
output: Of the shape of `input`.
)doc");

REGISTER_OP("RFFT3D")
    .Input("input: Treal")
    .Input("fft_length: int32")
    .Output("output: Tcomplex")
    .Attr("Treal: {float, double} = DT_FLOAT")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) { return RealFftShape(c, 3, /*forward=*/true); })
    .Doc(R"doc(
The Fourier transform of real numbers along the last three dimensions. Of the last one the first half is given: the
rest are conjugates.

input: Of rank 3 or more.
fft_length: How many elements of each dimension are transformed, a vector [3]; at most as many as
  there are.
output: As long as `fft_length` says, but in the last dimension fft_length / 2 + 1.
Treal: The type of `input`.
Tcomplex: The type of `output`, of the same precision.
)doc");

REGISTER_OP("IRFFT3D")
    .Input("input: Tcomplex")
    .Input("fft_length: int32")
    .Output("output: Treal")
    .Attr("Treal: {float, double} = DT_FLOAT")
    .Attr("Tcomplex: {complex64, complex128} = DT_COMPLEX64")
    .SetShapeFn([](InferenceContext* c) { return RealFftShape(c, 3, /*forward=*/false); })
    .Doc(R"doc(
The inverse of the Fourier transform of real numbers along the last three dimensions.

input: Of rank 3 or more; the last dimension is the first half.
fft_length: How long the output is in each dimension, a vector [3].
output: The real numbers.
Treal: The type of `output`.
Tcomplex: The type of `input`, of the same precision.
)doc");

}  // namespace opgraft
