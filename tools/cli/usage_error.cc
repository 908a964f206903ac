// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/usage_error.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/types/nearest.h"
#include "framework/types/quoted.h"
#include "tools/cli/help.h"

namespace opgraft_internal {
namespace {

bool IsOption(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

// The subcommand that the words name, as far as they name one.
const CLI::App& ChosenCommand(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() ? app : ChosenCommand(*chosen[0]);
}

std::string WithNearest(const std::string& text, const std::string& nearest) {
  return nearest.empty() ? text : absl::StrCat(text, "; nearest: ", nearest);
}

// "unknown command 'rnu'; nearest: run".
std::string UnknownCommand(const CLI::App& app, const std::string& name) {
  std::vector<std::string> known;
  for (const CLI::App* command : Commands(app)) known.push_back(command->get_name());
  return WithNearest(absl::StrCat("unknown command ", Quoted(name)), Nearest(name, known));
}

// Dashes would count as letters of a name.
std::string WithoutDashes(const std::string& name) {
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

std::string UnknownOption(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const std::string letters = WithoutDashes(name);
  std::map<std::string, std::string> known;  // by their letters
  for (const CLI::App* app : {&command, &RootOf(command)}) {
    for (const CLI::Option* option : Options(*app)) {
      for (const std::string& of_option : NamesOf(*option))
        known[WithoutDashes(of_option)] = of_option;
    }
  }
  NearestName nearest(letters);
  for (const auto& option : known) nearest.Offer(option.first);
  return WithNearest(absl::StrCat("unknown option ", Quoted(name)),
                     nearest.best().empty() ? "" : known[nearest.best()]);
}

std::string CommandNames(const CLI::App& app) {
  return absl::StrJoin(Commands(app), ", ", [](std::string* out, const CLI::App* command) {
    absl::StrAppend(out, command->get_name());
  });
}

// What no command or option took. An unknown option comes first: the words behind it may be its
// values, and would be blamed for it.
std::string Leftover(const CLI::App& command, const std::vector<std::string>& words) {
  const bool lacks_command = !Commands(command).empty();
  for (const std::string& word : words) {
    if (lacks_command && !IsOption(word)) return UnknownCommand(command, word);
  }
  for (const std::string& word : words) {
    if (IsOption(word)) return UnknownOption(command, word);
  }
  if (!words.empty()) return absl::StrCat("unexpected argument ", Quoted(words[0]));
  return lacks_command ? absl::StrCat("a command is missing: ", CommandNames(command)) : "";
}

// By the exit code: CLI11 names some errors after the command.
bool Is(const CLI::ParseError& error, CLI::ExitCodes code) {
  return error.get_exit_code() == static_cast<int>(code);
}

// An argument of several words as the help describes it: "INPUT:SHAPE... IN OUT".
std::string WordsOf(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* argument : Arguments(command)) {
    if (argument->get_name(true, false) == name) return argument->get_type_name();
  }
  return name;
}

// CLI11's messages have the option's name first.
std::string InPlainWords(const CLI::App& command, const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string name = text.substr(0, text.find(": "));
  if (Is(error, CLI::ExitCodes::ArgumentMismatch)) {
    if (absl::StrContains(text, ": At least ")) {
      return absl::StrCat(
          WordsOf(command, name),
          absl::StrReplaceAll(text.substr(name.size()),
                              {{"At least", "at least"}, {"required but received", "are needed,"}}),
          " given");
    }
    return absl::StrContains(text, "missing") ? absl::StrCat(name, " needs a value")
                                              : absl::StrCat(name, " is given more than once");
  }
  if (Is(error, CLI::ExitCodes::ExcludesError))
    return absl::StrReplaceAll(text, {{" excludes ", " cannot be used with "}});
  if (Is(error, CLI::ExitCodes::RequiredError))
    return absl::StrReplaceAll(text, {{" is required", " is missing"}});
  return text;
}

}  // namespace

std::string UsageError(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = ChosenCommand(app);
  const bool is_about_words =
      Is(error, CLI::ExitCodes::RequiredError) || Is(error, CLI::ExitCodes::ExtrasError);
  std::string text = is_about_words ? Leftover(command, app.remaining(/*recurse=*/true)) : "";
  if (text.empty()) text = InPlainWords(command, error);
  const std::string path = CommandPath(command);
  const std::string about = command.get_name() == "help" || command.get_name() == "man"
                                ? ""
                                : path.substr(app.get_name().size());
  return absl::StrCat(path, ": ", text, ". See '", app.get_name(), " help", about, "'.\n");
}

const CLI::App& FindCommand(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* found = &app;
  for (const std::string& word : words) {
    const std::vector<const CLI::App*> commands = Commands(*found);
    const auto named = std::find_if(commands.begin(), commands.end(), [&](const CLI::App* command) {
      return command->get_name() == word;
    });
    if (named == commands.end()) throw CLI::ValidationError(UnknownCommand(*found, word));
    found = *named;
  }
  return *found;
}

}  // namespace opgraft_internal
