// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/help.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace opgraft_internal {
namespace {

constexpr size_t kColumns = 80;
constexpr size_t kTitleColumns = 26;  // where the words about an option begin

// `text` in lines of at most kColumns, each but the first behind `indent` spaces. Lines that begin
// with a space are examples and stay as they are.
std::string Wrapped(absl::string_view text, size_t indent) {
  const std::string margin(indent, ' ');
  std::vector<std::string> lines;
  for (absl::string_view paragraph : absl::StrSplit(text, '\n')) {
    if (paragraph.empty() || absl::StartsWith(paragraph, " ")) {
      lines.emplace_back(paragraph);
      continue;
    }
    std::string line;
    for (absl::string_view word : absl::StrSplit(paragraph, ' ')) {
      if (!line.empty() && indent + line.size() + 1 + word.size() > kColumns) {
        lines.push_back(line);
        line.clear();
      }
      absl::StrAppend(&line, line.empty() ? "" : " ", word);
    }
    lines.push_back(line);
  }
  return absl::StrJoin(lines, absl::StrCat("\n", margin));
}

// "  TITLE    words about it"; a long title has a line of its own.
std::string Row(const std::string& title, const std::string& about) {
  std::string row = absl::StrCat("  ", title);
  if (row.size() + 2 > kTitleColumns) {
    row += absl::StrCat("\n", std::string(kTitleColumns, ' '));
  } else {
    row.resize(kTitleColumns, ' ');
  }
  return absl::StrCat(row, Wrapped(about, kTitleColumns), "\n");
}

std::string OptionRows(const char* title, const std::vector<const CLI::Option*>& options) {
  if (options.empty()) return "";
  std::string rows = absl::StrCat("\n", title, ":\n");
  for (const CLI::Option* option : options)
    rows += Row(OptionTitle(*option), option->get_description());
  return rows;
}

std::string ArgumentRows(const CLI::App& app) {
  std::string rows;
  for (const CLI::Option* argument : Arguments(app))
    rows += Row(argument->get_name(true, false), argument->get_description());
  return rows.empty() ? "" : absl::StrCat("\nArguments:\n", rows);
}

// A paragraph for each group of commands, in the order of their first commands.
std::string CommandRows(const CLI::App& app) {
  std::vector<std::string> groups;
  for (const CLI::App* command : Commands(app)) {
    if (std::find(groups.begin(), groups.end(), command->get_group()) == groups.end())
      groups.push_back(command->get_group());
  }
  std::string rows;
  for (const std::string& group : groups) {
    absl::StrAppend(&rows, "\n", group, ":\n");
    for (const CLI::App* command : Commands(app)) {
      if (command->get_group() != group) continue;
      const std::string about = command->get_description();
      rows += Row(command->get_name(), about.substr(0, about.find('\n')));
    }
  }
  return rows;
}

}  // namespace

std::string HelpFormatter::make_help(const CLI::App* app, std::string /*name*/,
                                     CLI::AppFormatMode /*mode*/) const {
  std::string help =
      absl::StrCat(Wrapped(app->get_description(), 0), "\n\nUsage: ", UsageLine(*app), "\n",
                   ArgumentRows(*app), CommandRows(*app), OptionRows("Options", Options(*app)));
  if (app->get_parent() != nullptr)
    help += OptionRows("Options of every command", CommonOptions(*app));
  if (!app->get_footer().empty()) absl::StrAppend(&help, "\n", Wrapped(app->get_footer(), 0), "\n");
  return help;
}

const CLI::App& RootOf(const CLI::App& app) {
  return app.get_parent() == nullptr ? app : RootOf(*app.get_parent());
}

std::string CommandPath(const CLI::App& app) {
  return app.get_parent() == nullptr
             ? app.get_name()
             : absl::StrCat(CommandPath(*app.get_parent()), " ", app.get_name());
}

std::vector<const CLI::App*> Commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) {
    return !command->get_name().empty() && !command->get_group().empty();
  });
}

std::vector<const CLI::Option*> Options(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<const CLI::Option*> CommonOptions(const CLI::App& app) {
  const CLI::App& root = RootOf(app);
  std::vector<const CLI::Option*> options = Options(root);
  const auto is_own = [&](const CLI::Option* option) {
    return option == root.get_help_ptr() || option == root.get_version_ptr();
  };
  const std::vector<const CLI::Option*> of_app = Options(app);
  const auto is_declared = [&](const CLI::Option* common) {
    return std::any_of(of_app.begin(), of_app.end(), [&](const CLI::Option* option) {
      return option != common && option->get_lnames() == common->get_lnames();
    });
  };
  options.erase(
      std::remove_if(options.begin(), options.end(),
                     [&](const auto* option) { return is_own(option) || is_declared(option); }),
      options.end());
  return options;
}

std::vector<const CLI::Option*> Arguments(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<std::string> NamesOf(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back(absl::StrCat("-", name));
  for (const std::string& name : option.get_lnames()) names.push_back(absl::StrCat("--", name));
  return names;
}

std::string ValueOf(const CLI::Option& option) {
  return option.get_items_expected_max() == 0 ? "" : option.get_type_name();
}

std::string OptionTitle(const CLI::Option& option) {
  const std::string value = ValueOf(option);
  return absl::StrCat(absl::StrJoin(NamesOf(option), ", "), value.empty() ? "" : " ", value);
}

std::string UsageLine(const CLI::App& app) {
  std::string usage = CommandPath(app);
  if (!Commands(app).empty()) return absl::StrCat(usage, " COMMAND");
  absl::StrAppend(&usage, " [OPTIONS]");
  for (const CLI::Option* argument : Arguments(app)) {
    const bool is_list = argument->get_expected_max() > 1;
    const std::string name = absl::StrCat(argument->get_name(true, false), is_list ? "..." : "");
    absl::StrAppend(&usage, argument->get_required() ? " " : " [", name,
                    argument->get_required() ? "" : "]");
  }
  return usage;
}

}  // namespace opgraft_internal
