// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft completion`: scripts for shells, made from the declarations of commands and options.
#include "tools/cli/completion.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tools/cli/help.h"
#include "tools/cli/options.h"

namespace opgraft_internal {
namespace {

// The value of an option, or an argument.
enum class ValueKind { kNone, kFile, kFolder, kWords, kOther };

ValueKind KindOf(const CLI::Option& option) {
  const std::string value = ValueOf(option);
  if (value.empty()) return ValueKind::kNone;
  if (value == kFile) return ValueKind::kFile;
  if (value == kFolder) return ValueKind::kFolder;
  return value.find('|') != std::string::npos ? ValueKind::kWords : ValueKind::kOther;
}

std::string WordsOf(const CLI::Option& option) {
  return absl::StrReplaceAll(ValueOf(option), {{"|", " "}});
}

// The command and all below it.
std::vector<const CLI::App*> Family(const CLI::App& app) {
  std::vector<const CLI::App*> family = {&app};
  for (const CLI::App* command : Commands(app)) {
    const std::vector<const CLI::App*> below = Family(*command);
    family.insert(family.end(), below.begin(), below.end());
  }
  return family;
}

// "gen cpp"; "" of the program itself.
std::string PathBelowRoot(const CLI::App& app) {
  const std::string path = CommandPath(app);
  const size_t space = path.find(' ');
  return space == std::string::npos ? "" : path.substr(space + 1);
}

std::vector<const CLI::Option*> AllOptions(const CLI::App& app) {
  std::vector<const CLI::Option*> options = Options(app);
  if (app.get_parent() == nullptr) return options;
  const std::vector<const CLI::Option*> common = CommonOptions(app);
  options.insert(options.end(), common.begin(), common.end());
  return options;
}

std::string CommandNames(const CLI::App& app) {
  return absl::StrJoin(Commands(app), " ", [](std::string* out, const CLI::App* command) {
    absl::StrAppend(out, command->get_name());
  });
}

// The words that may follow, but for options and files: commands, or what an argument may be.
std::string NextWords(const CLI::App& app) {
  if (app.get_name() == "help" || app.get_name() == "man") return CommandNames(RootOf(app));
  for (const CLI::Option* argument : Arguments(app)) {
    if (KindOf(*argument) == ValueKind::kWords) return WordsOf(*argument);
  }
  return CommandNames(app);
}

std::string InQuotes(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// --- bash ---

constexpr const char kBashHead[] =
    R"(# Completion of opgraft for bash; written by `opgraft completion bash`.
_opgraft() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command= commands= options= words= kind= i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$command:${COMP_WORDS[i]}" in
)";

constexpr const char kBashTail[] = R"(  esac
  COMPREPLY=()
  # Of x=@FILE bash gives the parts one by one.
  case $previous in *@) kind=file ;; esac
  if [[ $previous == = && $current == @* ]]; then kind=file current=${current#@}; fi
  if [[ $kind == '' && $current == -* ]]; then kind=words words=$options; fi
  if [[ $kind == '' && $commands != '' ]]; then kind=words words=$commands; fi
  case $kind in
    words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    folder) mapfile -t COMPREPLY < <(compgen -d -- "$current"); compopt -o filenames 2>/dev/null ;;
    file) mapfile -t COMPREPLY < <(compgen -f -- "$current"); compopt -o filenames 2>/dev/null ;;
    '') if [[ $files != '' ]]; then mapfile -t COMPREPLY < <(compgen -f -- "$current"); compopt -o filenames 2>/dev/null; fi ;;
  esac
}
complete -F _opgraft opgraft
)";

bool TakesFiles(const CLI::App& app) {
  for (const CLI::Option* argument : Arguments(app)) {
    if (KindOf(*argument) == ValueKind::kFile || KindOf(*argument) == ValueKind::kFolder)
      return true;
  }
  return false;
}

std::string BashValue(const CLI::Option& option) {
  switch (KindOf(option)) {
    case ValueKind::kFile:
      return "kind=file";
    case ValueKind::kFolder:
      return "kind=folder";
    case ValueKind::kWords:
      return absl::StrCat("kind=words words=", InQuotes(WordsOf(option)));
    default:
      return "kind=other";
  }
}

// What is known of one command: its words, and what follows each option that takes a value.
std::string BashCase(const CLI::App& app) {
  std::vector<std::string> names;
  std::string values;
  for (const CLI::Option* option : AllOptions(app)) {
    const std::vector<std::string> of_option = NamesOf(*option);
    names.insert(names.end(), of_option.begin(), of_option.end());
    if (KindOf(*option) != ValueKind::kNone)
      absl::StrAppend(&values, "        ", absl::StrJoin(of_option, " | "), ") ",
                      BashValue(*option), " ;;\n");
  }
  return absl::StrCat("    ", InQuotes(PathBelowRoot(app)),
                      ")\n      options=", InQuotes(absl::StrJoin(names, " ")),
                      " commands=", InQuotes(NextWords(app)),
                      " files=", TakesFiles(app) ? "yes" : "", "\n", "      case $previous in\n",
                      values, "      esac\n      ;;\n");
}

std::string BashScript(const CLI::App& root) {
  std::string script = kBashHead;
  for (const CLI::App* app : Family(root)) {
    for (const CLI::App* command : Commands(*app)) {
      absl::StrAppend(&script, "      ",
                      InQuotes(absl::StrCat(PathBelowRoot(*app), ":", command->get_name())),
                      ") command=", InQuotes(PathBelowRoot(*command)), " ;;\n");
    }
  }
  absl::StrAppend(&script, "    esac\n  done\n  local files=\n  case $command in\n");
  for (const CLI::App* app : Family(root)) script += BashCase(*app);
  return script + kBashTail;
}

// --- zsh ---

// A function for each command.
std::string ZshFunction(const CLI::App& app) {
  const std::string path = PathBelowRoot(app);
  return absl::StrCat("_opgraft", path.empty() ? "" : "_",
                      absl::StrReplaceAll(path, {{" ", "_"}, {"-", "_"}}));
}

std::string ZshText(const std::string& text) {
  return absl::StrReplaceAll(FirstLine(text),
                             {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
}

std::string ZshValue(const CLI::Option& option) {
  switch (KindOf(option)) {
    case ValueKind::kNone:
      return "";
    case ValueKind::kFile:
      return ":file:_files";
    case ValueKind::kFolder:
      return ":folder:_files -/";
    case ValueKind::kWords:
      return absl::StrCat(":value:(", WordsOf(option), ")");
    default:
      return absl::StrCat(":", ZshText(ValueOf(option)), ":");
  }
}

std::string ZshOption(const CLI::Option& option) {
  std::string lines;
  for (const std::string& name : NamesOf(option)) {
    const bool repeats = option.get_items_expected_max() > 1;
    absl::StrAppend(
        &lines, " \\\n    ",
        InQuotes(absl::StrCat(repeats ? "*" : "", name, "[", ZshText(option.get_description()), "]",
                              ZshValue(option))));
  }
  return lines;
}

std::string ZshAction(const CLI::App& app, const CLI::Option& argument) {
  if (KindOf(argument) == ValueKind::kFile) return "_files";
  if (KindOf(argument) == ValueKind::kFolder) return "_files -/";
  const std::string words = NextWords(app);
  return words.empty() ? "" : absl::StrCat("(", words, ")");
}

std::string ZshArguments(const CLI::App& app) {
  std::string lines;
  for (const CLI::Option* argument : Arguments(app)) {
    absl::StrAppend(
        &lines, " \\\n    ",
        InQuotes(absl::StrCat(argument->get_items_expected_max() > 1 ? "*:" : ":",
                              argument->get_name(true, false), ":", ZshAction(app, *argument))));
  }
  return lines;
}

// A command that only has others below it.
std::string ZshDispatch(const CLI::App& app) {
  std::string commands;
  std::string cases;
  for (const CLI::App* command : Commands(app)) {
    absl::StrAppend(
        &commands, "\n    ",
        InQuotes(absl::StrCat(command->get_name(), ":", ZshText(command->get_description()))));
    absl::StrAppend(&cases, "        ", command->get_name(), ") ", ZshFunction(*command), " ;;\n");
  }
  return absl::StrCat(
      " \\\n    '1:command:->command' '*::argument:->argument'\n"
      "  local -a commands=(",
      commands,
      "\n  )\n"
      "  case $state in\n"
      "    command) _describe command commands ;;\n"
      "    argument)\n      case $line[1] in\n",
      cases,
      "      esac\n      ;;\n"
      "  esac\n");
}

std::string ZshScript(const CLI::App& root) {
  std::string script =
      "#compdef opgraft\n# Completion of opgraft for zsh; written by `opgraft completion zsh`.\n";
  for (const CLI::App* app : Family(root)) {
    absl::StrAppend(&script, "\n", ZshFunction(*app),
                    "() {\n  local state line\n  typeset -A opt_args\n  _arguments -C");
    for (const CLI::Option* option : AllOptions(*app)) script += ZshOption(*option);
    const bool dispatches = !Commands(*app).empty();
    absl::StrAppend(&script, dispatches ? ZshDispatch(*app) : ZshArguments(*app) + "\n", "}\n");
  }
  return script +
         "\nif [ \"$funcstack[1]\" = _opgraft ]; then _opgraft \"$@\"; "
         "else compdef _opgraft opgraft; fi\n";
}

// --- fish ---

// True if this command is on the line, and no subcommand of it.
std::string FishCondition(const CLI::App& app) {
  std::vector<std::string> parts;
  for (absl::string_view name : absl::StrSplit(PathBelowRoot(app), ' ', absl::SkipEmpty()))
    parts.push_back(absl::StrCat("__fish_seen_subcommand_from ", name));
  if (!Commands(app).empty())
    parts.push_back(absl::StrCat("not __fish_seen_subcommand_from ", CommandNames(app)));
  return InQuotes(absl::StrJoin(parts, "; and "));
}

std::string FishOption(const std::string& condition, const CLI::Option& option) {
  std::string line = absl::StrCat("complete -c opgraft", condition);
  for (const std::string& name : option.get_snames()) absl::StrAppend(&line, " -s ", name);
  for (const std::string& name : option.get_lnames()) absl::StrAppend(&line, " -l ", name);
  switch (KindOf(option)) {
    case ValueKind::kNone:
      break;
    case ValueKind::kFile:
      line += " -r -F";
      break;
    case ValueKind::kFolder:
      line += " -x -a '(__fish_complete_directories)'";
      break;
    case ValueKind::kWords:
      absl::StrAppend(&line, " -x -a ", InQuotes(WordsOf(option)));
      break;
    default:
      line += " -x";
  }
  return absl::StrCat(line, " -d ", InQuotes(FirstLine(option.get_description())), "\n");
}

std::string FishScript(const CLI::App& root) {
  std::string script =
      "# Completion of opgraft for fish; written by `opgraft completion fish`.\n"
      "complete -c opgraft -f\n";
  for (const CLI::Option* option : CommonOptions(root)) script += FishOption("", *option);
  for (const CLI::App* app : Family(root)) {
    const std::string condition = absl::StrCat(" -n ", FishCondition(*app));
    for (const CLI::App* command : Commands(*app)) {
      absl::StrAppend(&script, "complete -c opgraft", condition, " -a ", command->get_name(),
                      " -d ", InQuotes(FirstLine(command->get_description())), "\n");
    }
    for (const CLI::Option* option : Options(*app)) {
      const std::vector<const CLI::Option*> common = CommonOptions(root);
      if (std::find(common.begin(), common.end(), option) == common.end())
        script += FishOption(condition, *option);
    }
    if (TakesFiles(*app)) absl::StrAppend(&script, "complete -c opgraft", condition, " -F\n");
    if (Commands(*app).empty() && !NextWords(*app).empty()) {
      absl::StrAppend(&script, "complete -c opgraft", condition, " -a ", InQuotes(NextWords(*app)),
                      "\n");
    }
  }
  return script;
}

}  // namespace

std::string CompletionScript(const CLI::App& root, absl::string_view shell) {
  if (shell == "bash") return BashScript(root);
  return shell == "zsh" ? ZshScript(root) : FishScript(root);
}

void AddCompletion(CLI::App* app, Call* call) {
  auto shell = std::make_shared<std::string>();
  CLI::App* completion =
      app->add_subcommand("completion", "Print the completion script for a shell")->group("Help");
  AddChoice(completion, "SHELL", shell.get(), {"bash", "zsh", "fish"}, "bash, zsh or fish")
      ->required();
  completion->footer(
      "An installed opgraft has these scripts where the shells look for them. Otherwise load one "
      "in the file that your shell reads when it starts:\n"
      "  bash, ~/.bashrc:                    source <(opgraft completion bash)\n"
      "  zsh, ~/.zshrc, behind compinit:     source <(opgraft completion zsh)\n"
      "  fish, ~/.config/fish/config.fish:   opgraft completion fish | source");
  completion->callback([=] {
    call->action = [=] {
      std::cout << CompletionScript(RootOf(*app), *shell);
      return absl::OkStatus();
    };
  });
}

}  // namespace opgraft_internal
