// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/markdown_pages.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "tools/op_gen/page_table.h"

namespace opgraft_internal {
namespace {

// Escapes text so that no tag begins and no cell ends in it.
std::string Words(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"<", "&lt;"}, {"|", "\\|"}, {"*", "\\*"}});
}

std::string Cell(absl::string_view text) { return absl::StrReplaceAll(Words(text), {{"\n", " "}}); }

std::string Code(absl::string_view text) {
  return text.empty()
             ? ""
             : absl::StrCat("`", absl::StrReplaceAll(text, {{"`", "'"}, {"|", "\\|"}, {"\n", " "}}),
                            "`");
}

std::string Table(PageTable table) {
  table.DropEmptyColumns();
  const auto& [head, rows] = table;
  std::string text = absl::StrCat("| ", absl::StrJoin(head, " | "), " |\n|");
  for (size_t i = 0; i < head.size(); ++i) absl::StrAppend(&text, "---|");
  absl::StrAppend(&text, "\n");
  for (const auto& row : rows) absl::StrAppend(&text, "| ", absl::StrJoin(row, " | "), " |\n");
  return absl::StrCat(text, "\n");
}

std::string Section(const char* title, const std::string& content) {
  return content.empty() ? "" : absl::StrCat("## ", title, "\n\n", content);
}

std::string Args(const std::vector<OpPage::Arg>& args) {
  std::vector<std::vector<std::string>> rows;
  for (const OpPage::Arg& arg : args)
    rows.push_back({Code(arg.name), Code(arg.type), Cell(arg.words)});
  return rows.empty() ? "" : Table({{"Name", "Type", "Description"}, rows});
}

std::string Attrs(const std::vector<OpPage::Attr>& attrs) {
  std::vector<std::vector<std::string>> rows;
  for (const OpPage::Attr& attr : attrs) {
    rows.push_back({Code(attr.name), Code(attr.spec), Code(attr.default_value), Cell(attr.words)});
  }
  return rows.empty() ? "" : Table({{"Name", "Values", "Default", "Description"}, rows});
}

std::string Kernels(const std::vector<OpPage::Kernel>& kernels) {
  if (kernels.empty()) return "No kernel of its own: the runtime does it.\n\n";
  std::vector<std::vector<std::string>> rows;
  for (const OpPage::Kernel& kernel : kernels) {
    rows.push_back({Code(kernel.device), Code(kernel.dtypes), Code(kernel.rest)});
  }
  return Table({{"Device", "Dtypes", "Only if"}, rows});
}

std::string Shapes(const OpPage& page) {
  if (!page.has_shape_function) return "No shape function: shapes are known when it runs.\n\n";
  if (page.example.shapes.empty())
    return "They depend on attrs or values; see the description.\n\n";
  std::vector<std::vector<std::string>> rows;
  for (const ShapeExample& shapes : page.example.shapes) {
    rows.push_back({Code(shapes.inputs),
                    shapes.ok ? Code(shapes.outputs) : Cell("refused: " + shapes.outputs)});
  }
  return absl::StrCat("What its shape function says of some inputs:\n\n",
                      Table({{"Inputs", "Outputs"}, rows}));
}

std::string Fence(const char* language, absl::string_view text) {
  return text.empty() ? ""
                      : absl::StrCat("```", language, "\n",
                                     absl::StripTrailingAsciiWhitespace(text), "\n```\n\n");
}

std::string Page(const OpPage& page) {
  std::string text = absl::StrCat("# ", page.name, "\n\n");
  if (!page.summary.empty()) absl::StrAppend(&text, Words(page.summary), "\n\n");
  if (!page.notes.empty())
    absl::StrAppend(&text, "*", Words(absl::StrJoin(page.notes, ", ")), "*\n\n");
  if (!page.description.empty()) absl::StrAppend(&text, Words(page.description), "\n\n");
  absl::StrAppend(&text, Section("Inputs", Args(page.inputs)),
                  Section("Outputs", Args(page.outputs)), Section("Attrs", Attrs(page.attrs)),
                  Section("Kernels", Kernels(page.kernels)), Section("Shapes", Shapes(page)),
                  Section("Example", Fence("cpp", page.example.cpp)),
                  Section("Python", Fence("python", page.python)),
                  Section("Registration", Fence("cpp", page.spec)));
  if (!page.place.empty()) absl::StrAppend(&text, "Registered at `", page.place, "`.\n");
  return text;
}

}  // namespace

std::map<std::string, std::string> MarkdownPages(const std::vector<OpPage>& pages) {
  std::map<std::string, std::string> files, domains;
  for (const OpPage& page : pages) {
    files[absl::StrCat(page.file, ".md")] = Page(page);
    absl::StrAppend(&domains[page.domain], "* [", page.name, "](", page.file, ".md)",
                    page.summary.empty() ? "" : ": ", Cell(page.summary), "\n");
  }
  std::string index = "# Op reference\n";
  for (const auto& [domain, lines] : domains)
    absl::StrAppend(&index, "\n## ", domain, "\n\n", lines);
  files["README.md"] = index;
  return files;
}

}  // namespace opgraft_internal
