// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/reference/random_tensor.h"

#include <limits>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"

namespace opgraft {
namespace {

double RandomNumber(std::minstd_rand* random) {
  const auto draw = (*random)() % 64;
  if (draw == 0) return std::numeric_limits<double>::infinity();
  if (draw == 1) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(draw % 17) / 2 - 4;
}

template <typename T>
void FillNumbers(std::minstd_rand* random, Tensor* tensor) {
  for (int64_t i = 0; i < tensor->NumElements(); ++i) {
    double value = RandomNumber(random);
    if (std::is_integral_v<T>)
      value = static_cast<double>((*random)() % 9) - (std::is_signed_v<T> ? 4 : 0);
    tensor->flat<T>()(i) = static_cast<T>(value);
  }
}

void FillTexts(std::minstd_rand* random, Tensor* tensor) {
  for (int64_t i = 0; i < tensor->NumElements(); ++i) {
    const auto draw = (*random)() % 32;
    std::string& text = tensor->flat<tstring>()(i);
    text = draw == 0   ? ""
           : draw == 1 ? "no number, and longer than a string holds in place"
                       : absl::StrCat(draw);
  }
}

}  // namespace

Tensor RandomTensor(DataType dtype, const TensorShape& shape, Choices* choices) {
  std::minstd_rand random(static_cast<unsigned>(choices->Below(256)) + 1);
  Tensor tensor(dtype, shape);
  switch (dtype) {
    case DT_FLOAT:
      FillNumbers<float>(&random, &tensor);
      break;
    case DT_DOUBLE:
      FillNumbers<double>(&random, &tensor);
      break;
    case DT_HALF:
      FillNumbers<half>(&random, &tensor);
      break;
    case DT_INT32:
      FillNumbers<int32_t>(&random, &tensor);
      break;
    case DT_INT64:
      FillNumbers<int64_t>(&random, &tensor);
      break;
    case DT_UINT8:
      FillNumbers<uint8_t>(&random, &tensor);
      break;
    case DT_BOOL:
      for (int64_t i = 0; i < tensor.NumElements(); ++i) tensor.flat<bool>()(i) = random() % 2 == 1;
      break;
    default:
      FillTexts(&random, &tensor);
  }
  return tensor;
}

TensorShape RandomShape(const PartialTensorShape& shape, Choices* choices) {
  TensorShape result;
  if (shape.unknown_rank()) return choices->OneIn(4) ? TensorShape({2, 3}) : TensorShape({3});
  for (const int64_t size : shape.dim_sizes()) {
    const int64_t common[] = {3, 3, 1, 3, 1, 3, 2, 0};
    result.AddDim(size >= 0 ? size : choices->Of(common));
  }
  return result;
}

}  // namespace opgraft
