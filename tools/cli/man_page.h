// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_MAN_PAGE_H_
#define TOOLS_CLI_MAN_PAGE_H_

#include <string>

#include "framework/types/internal_namespace.h"
#include "tools/cli/call.h"

namespace CLI {
class App;
}  // namespace CLI

namespace opgraft_internal {

// The manual page of a command, in the language of man(7): the same texts as its help.
//
// Example:
//   .TH "OPGRAFT-OPS" 1 "" "opgraft 0.1.0" "Opgraft"
//   .SH NAME
//   opgraft\-ops \- List the ops, or describe one
std::string ManPage(const CLI::App& app);
// The file name of the page: "opgraft-gen-cpp.1".
std::string ManPageName(const CLI::App& app);

// Adds the subcommand, as those of subcommands.h.
void AddMan(CLI::App* app, Call* call);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_MAN_PAGE_H_
