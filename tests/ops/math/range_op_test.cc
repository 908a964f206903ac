// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "testing/shape_inference_testutil.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

// A Range of three scalars.
template <typename T>
struct RangeTestOp {
  RangeTestOp(T start, T limit, T delta) : values{Tensor(start), Tensor(limit), Tensor(delta)} {
    op.Attr("Tidx", values[0].dtype());
    op.input_tensors = {&values[0], &values[1], &values[2]};
  }
  Tensor values[3];
  ShapeInferenceTestOp op{"Range"};
};

template <typename T>
std::string RangeError(T start, T limit, T delta) {
  return std::string(InferShapes(RangeTestOp<T>(start, limit, delta).op, "[];[];[]").message());
}

template <typename T>
void ExpectRange(T start, T limit, T delta, const char* out) {
  INFER_OK(RangeTestOp<T>(start, limit, delta).op, "[];[];[]", out);
}

TEST(RangeOp, Counts) {
  ShapeInferenceTestOp op("Range");
  INFER_OK(op, "[];[];[]", "[?]");
  INFER_ERROR("for 'limit'", op, "[];[1];[]");
  ExpectRange<int32_t>(1, 9, 2, "[4]");
  ExpectRange<int32_t>(1, 10, 2, "[5]");
  ExpectRange<int32_t>(5, 5, 1, "[0]");
  ExpectRange<int64_t>(9, 1, -3, "[3]");
  ExpectRange<uint16_t>(1, 4, 1, "[3]");
  ExpectRange<float>(0, 1, 0.25f, "[4]");
  ExpectRange<double>(0, 1, 0.3, "[4]");
  ExpectRange<int64_t>(std::numeric_limits<int64_t>::min(), 0, std::numeric_limits<int64_t>::max(),
                       "[2]");
  ExpectRange<int8_t>(-128, 127, 127, "[3]");
}

TEST(RangeOp, SaysWhatIsWrong) {
  using ::testing::HasSubstr;
  EXPECT_THAT(RangeError<int32_t>(1, 9, 0), HasSubstr("Requires delta != 0"));
  EXPECT_THAT(RangeError<int32_t>(9, 1, 1),
              HasSubstr("Requires start <= limit when delta > 0: 9/1"));
  EXPECT_THAT(RangeError<int32_t>(1, 9, -1),
              HasSubstr("Requires start >= limit when delta < 0: 1/9"));
  EXPECT_THAT(RangeError<int64_t>(std::numeric_limits<int64_t>::min(),
                                  std::numeric_limits<int64_t>::max(), 1),
              HasSubstr("Requires ((limit - start) / delta) <= 9223372036854775807"));
  EXPECT_THAT(RangeError<double>(0, 1e300, 1e-300),
              HasSubstr("Requires ((limit - start) / delta) <="));
  EXPECT_THAT(RangeError<double>(0, std::nan(""), 1),
              HasSubstr("Requires ((limit - start) / delta) <="));
}

}  // namespace
}  // namespace opgraft
