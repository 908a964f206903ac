// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The help texts, made from the declarations of commands and options. The manual (man_page.h) and
// the shells' completion (completion.h) are made from the same ones with the functions here.
#ifndef TOOLS_CLI_HELP_H_
#define TOOLS_CLI_HELP_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Prints help in the form of README: arguments, commands by their groups, options, those of every
// command; wrapped to 80 columns.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

// The command of the program that `app` belongs to.
const CLI::App& RootOf(const CLI::App& app);
// The names from the program to the command: "opgraft gen cpp".
std::string CommandPath(const CLI::App& app);
// The command's own subcommands, in the order of their declaration.
std::vector<const CLI::App*> Commands(const CLI::App& app);
// The command's own options and arguments, as declared.
std::vector<const CLI::Option*> Options(const CLI::App& app);
std::vector<const CLI::Option*> Arguments(const CLI::App& app);
// Options that every command takes, before or after its name.
std::vector<const CLI::Option*> CommonOptions(const CLI::App& app);
// All names of an option: "-o", "--output".
std::vector<std::string> NamesOf(const CLI::Option& option);
// How an option is listed: "-o, --output FILE".
std::string OptionTitle(const CLI::Option& option);
// How its value is named: "FILE", or "" for a flag.
std::string ValueOf(const CLI::Option& option);
// How a command is called: "opgraft run [OPTIONS] MODEL".
std::string UsageLine(const CLI::App& app);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_HELP_H_
