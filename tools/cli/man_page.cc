// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft man`: the manual, made from the declarations of commands and options.
#include "tools/cli/man_page.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/files/write_file.h"
#include "framework/types/status_macros.h"
#include "framework/types/version.h"
#include "tools/cli/help.h"
#include "tools/cli/options.h"
#include "tools/cli/usage_error.h"

namespace opgraft_internal {
namespace {

// A line of text that has no commands of roff's.
std::string Escaped(absl::string_view text) {
  const std::string escaped = absl::StrReplaceAll(text, {{"\\", "\\e"},
                                                         {"-", "\\-"},
                                                         {"`", "\\(ga"},
                                                         {"'", "\\(aq"},
                                                         {"^", "\\(ha"},
                                                         {"~", "\\(ti"}});
  return absl::StartsWith(escaped, ".") ? absl::StrCat("\\&", escaped) : escaped;
}

std::string Bold(absl::string_view text) { return absl::StrCat("\\fB", Escaped(text), "\\fR"); }
std::string Italic(absl::string_view text) { return absl::StrCat("\\fI", Escaped(text), "\\fR"); }

// Lines that begin with a space are examples: printed as they are.
std::string Text(absl::string_view text) {
  std::string roff;
  bool in_example = false;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const bool is_example = absl::StartsWith(line, " ");
    if (is_example != in_example) roff += is_example ? ".nf\n" : ".fi\n";
    in_example = is_example;
    absl::StrAppend(&roff, line.empty() ? ".PP" : Escaped(line), "\n");
  }
  return in_example ? roff + ".fi\n" : roff;
}

// "\fB-o\fR, \fB--output\fR \fIFILE\fR".
std::string Title(const CLI::Option& option) {
  const std::string value = ValueOf(option);
  return absl::StrCat(absl::StrJoin(NamesOf(option), ", ",
                                    [](std::string* out, const std::string& name) {
                                      absl::StrAppend(out, Bold(name));
                                    }),
                      value.empty() ? "" : " ", value.empty() ? "" : Italic(value));
}

std::string Item(const std::string& title, const std::string& about) {
  return absl::StrCat(".TP\n", title, "\n", Text(about));
}

std::string OptionItems(const char* title, const std::vector<const CLI::Option*>& options) {
  if (options.empty()) return "";
  std::string items = absl::StrCat(".SH ", title, "\n");
  for (const CLI::Option* option : options)
    items += Item(Title(*option), option->get_description());
  return items;
}

std::string ArgumentItems(const CLI::App& app) {
  std::string items;
  for (const CLI::Option* argument : Arguments(app))
    items += Item(Italic(argument->get_name(true, false)), argument->get_description());
  return items.empty() ? "" : absl::StrCat(".SH ARGUMENTS\n", items);
}

std::string PageTitle(const CLI::App& app) {
  return absl::StrReplaceAll(CommandPath(app), {{" ", "-"}});
}

std::string CommandItems(const CLI::App& app) {
  std::string items;
  for (const CLI::App* command : Commands(app)) {
    items += Item(absl::StrCat(Bold(PageTitle(*command)), "(1)"), command->get_description());
  }
  return items.empty() ? "" : absl::StrCat(".SH COMMANDS\n", items);
}

std::string SeeAlso(const CLI::App& app) {
  if (app.get_parent() == nullptr) return "";
  return absl::StrCat(".SH SEE ALSO\n", Bold(PageTitle(*app.get_parent())), "(1)\n");
}

absl::Status WriteAll(const CLI::App& app, const std::string& folder) {
  OPGRAFT_RETURN_IF_ERROR(
      WriteFile((std::filesystem::path(folder) / ManPageName(app)).string(), ManPage(app)));
  for (const CLI::App* command : Commands(app)) OPGRAFT_RETURN_IF_ERROR(WriteAll(*command, folder));
  return absl::OkStatus();
}

absl::Status WriteManual(const CLI::App& root, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return absl::InvalidArgumentError(
        absl::StrCat("cannot make folder '", folder, "': ", error.message()));
  return WriteAll(root, folder);
}

}  // namespace

std::string ManPageName(const CLI::App& app) { return absl::StrCat(PageTitle(app), ".1"); }

std::string ManPage(const CLI::App& app) {
  std::string page = absl::StrCat(
      ".TH \"", absl::AsciiStrToUpper(PageTitle(app)),
      "\" 1 \"\" \"opgraft " OPGRAFT_VERSION "\" \"Opgraft\"\n.SH NAME\n", Escaped(PageTitle(app)),
      " \\- ", Escaped(app.get_description()), "\n.SH SYNOPSIS\n", Bold(CommandPath(app)),
      Escaped(UsageLine(app).substr(CommandPath(app).size())), "\n");
  absl::StrAppend(&page, ArgumentItems(app), CommandItems(app),
                  OptionItems("OPTIONS", Options(app)));
  if (app.get_parent() != nullptr)
    page += OptionItems("OPTIONS OF EVERY COMMAND", CommonOptions(app));
  if (!app.get_footer().empty()) absl::StrAppend(&page, ".SH NOTES\n", Text(app.get_footer()));
  return page + SeeAlso(app);
}

void AddMan(CLI::App* app, Call* call) {
  struct Arguments {
    std::vector<std::string> words;
    std::string folder;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* man =
      app->add_subcommand("man", "Print the manual page of a command, or write all of them")
          ->group("Help");
  man->add_option("COMMAND", arguments->words, "name of a command; default: opgraft itself");
  AddOutput(man, &arguments->folder, "write the pages of all commands to DIR", kFolder);
  man->footer(
      "Example:\n"
      "  opgraft man run | man -l -");
  man->callback([=] {
    const CLI::App& command = FindCommand(RootOf(*app), arguments->words);
    call->action = [=, &command] {
      if (!arguments->folder.empty()) return WriteManual(RootOf(*app), arguments->folder);
      std::cout << ManPage(command);
      return absl::OkStatus();
    };
  });
}

}  // namespace opgraft_internal
