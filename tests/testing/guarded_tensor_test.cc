// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/guarded_tensor.h"

#include "absl/base/config.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(GuardedTensor, IsAnAlignedCopy) {
  const Tensor original = Tensor::Of({1.0f, 2.0f, 3.0f});
  const GuardedTensor guarded(original, 0x5A);
  EXPECT_TRUE(guarded.tensor().Identical(original));
  EXPECT_FALSE(guarded.tensor().SharesBufferWith(original));
  EXPECT_TRUE(guarded.tensor().IsAligned());
  EXPECT_FALSE(guarded.guards_changed());
  EXPECT_FALSE(guarded.elements_changed());
  EXPECT_FALSE(guarded.is_kept());
}

TEST(GuardedTensor, SeesAWriteAndAReferenceThatIsKept) {
  const GuardedTensor guarded(Tensor::Of({1, 2, 3}), 0x5A);
  {
    Tensor kept = guarded.tensor();
    EXPECT_TRUE(guarded.is_kept());
    kept.flat<int>()(1) = 7;
  }
  EXPECT_FALSE(guarded.is_kept());
  EXPECT_TRUE(guarded.elements_changed());
  EXPECT_FALSE(guarded.guards_changed());
}

#if !defined(ABSL_HAVE_ADDRESS_SANITIZER)  // there the access itself is an error
TEST(GuardedTensor, SeesAWriteBesideTheElements) {
  for (int index : {-1, 3}) {
    const GuardedTensor guarded(Tensor::Of({1, 2, 3}), 0x5A);
    volatile int* const data = static_cast<int*>(guarded.tensor().data());
    data[index] = 7;
    EXPECT_TRUE(guarded.guards_changed()) << index;
    EXPECT_FALSE(guarded.elements_changed()) << index;
  }
}
#endif

TEST(GuardedTensor, CopiesStringsAndEmptyTensorsPlainly) {
  const GuardedTensor strings(Tensor::Of<tstring>({"a", "b"}), 0x5A);
  EXPECT_EQ(strings.tensor().flat<tstring>()(1), "b");
  EXPECT_FALSE(strings.guards_changed());
  const GuardedTensor empty(Tensor(DT_FLOAT, {0, 3}), 0x5A);
  EXPECT_EQ(empty.tensor().shape(), TensorShape({0, 3}));
  EXPECT_FALSE(empty.guards_changed());
}

}  // namespace
}  // namespace opgraft
