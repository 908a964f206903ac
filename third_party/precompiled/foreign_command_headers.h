// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// foreign_headers.h for the command.

#ifndef THIRD_PARTY_PRECOMPILED_FOREIGN_COMMAND_HEADERS_H_
#define THIRD_PARTY_PRECOMPILED_FOREIGN_COMMAND_HEADERS_H_

#include <iostream>

#include "CLI/CLI.hpp"
#include "nlohmann/json.hpp"
#include "third_party/precompiled/foreign_headers.h"

#endif  // THIRD_PARTY_PRECOMPILED_FOREIGN_COMMAND_HEADERS_H_
