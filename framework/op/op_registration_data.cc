// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_registration_data.h"

namespace opgraft {

int OpRegistrationData::FindAttr(absl::string_view name) const {
  for (int i = 0; i < op_def.attr_size(); ++i) {
    if (op_def.attr(i).name() == name) return i;
  }
  return -1;
}

}  // namespace opgraft
