// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What the subcommands' declarations of options share. The type name of an option tells completion
// what its values are: kFile, kFolder, or words with bars between them; anything else is not
// completed.
#ifndef TOOLS_CLI_OPTIONS_H_
#define TOOLS_CLI_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How the help names the values of options, and the largest --threads.
inline constexpr char kFile[] = "FILE";
inline constexpr char kFolder[] = "DIR";
inline constexpr int kMaxThreads = 1024;

// Throws CLI::ValidationError, which ends the parsing with a usage error, unless the status is OK.
void Demand(const absl::Status& status);

// Checks of values, with messages that say the range in plain numbers: "'0' is not a whole number
// from 1 to 1024".
CLI::Validator WholeNumber(int64_t least, int64_t most);
// A number above `least`, or from `least` to `most` unless that is 0. "nan" is refused.
CLI::Validator Seconds(double least, double most = 0);
CLI::Validator ExistingFolder();

// Adds an option whose value must be one of the words.
CLI::Option* AddChoice(CLI::App* app, const std::string& name, std::string* value,
                       const std::vector<std::string>& words, const std::string& about);
// Adds an option that may be given several times, with one value each time. `type` names the value
// in the help.
CLI::Option* AddRepeatable(CLI::App* app, const std::string& name, std::vector<std::string>* values,
                           const std::string& type, const std::string& about);

// Options that several subcommands have.
void AddOutput(CLI::App* app, std::string* output, const std::string& about,
               const std::string& type = kFile);
void AddKernelThreads(CLI::App* app, int* threads);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_OPTIONS_H_
