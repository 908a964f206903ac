// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_GNU_REPORT_H_
#define TOOLS_CLI_GNU_REPORT_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A report of wrong registrations as a compiler would write it, so that an editor jumps to each:
//
//   roi.cc:11:29: error: 'doubel' is not a type; nearest: double
//      11 |     .Attr("T: {float, doubel}")
//         |                       ^~~~~~
//
// The columns come from the sources; without one that can be read they are 1. Lines that are about
// something else follow as they are; "" if all are.
std::string GnuReport(absl::string_view report);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_GNU_REPORT_H_
