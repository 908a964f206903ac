// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/resource_handle.h"

#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(ResourceHandle, ComparesAndPrintsAllItHas) {
  ResourceHandle handle;
  handle.set_name("v");
  handle.set_container("localhost");
  handle.set_maybe_type_name("Var");
  handle.set_hash_code(7);
  handle.set_device("CPU");
  handle.set_dtypes_and_shapes({{DT_FLOAT, PartialTensorShape({2, -1})}});
  EXPECT_EQ(handle.DebugString(),
            "ResourceHandle(name='v', container='localhost', type='Var', float[2,?])");
  ResourceHandle other = handle;
  EXPECT_EQ(handle, other);
  other.set_dtypes_and_shapes({{DT_FLOAT, PartialTensorShape({2, 3})}});
  EXPECT_NE(handle, other);
  EXPECT_NE(handle, ResourceHandle());
}

}  // namespace
}  // namespace opgraft
