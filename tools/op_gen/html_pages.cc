// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/html_pages.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tools/op_gen/page_table.h"
#include "tools/op_gen/search_words.h"
#include "tools/op_gen/site_files.h"

namespace opgraft_internal {
namespace {

std::string Escape(absl::string_view text) {
  return absl::StrReplaceAll(text,
                             {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

// Words with `code` in back quotes.
std::string Words(absl::string_view text) {
  std::string result;
  bool in_code = false;
  for (char c : Escape(text)) {
    if (c != '`') {
      result += c;
      continue;
    }
    result += in_code ? "</code>" : "<code>";
    in_code = !in_code;
  }
  return in_code ? Escape(text) : result;
}

std::string Code(absl::string_view text) {
  return text.empty() ? "" : absl::StrCat("<code>", Escape(text), "</code>");
}

// A string literal of JavaScript that cannot end the script it is in.
std::string ScriptString(absl::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    const bool plain = c != '"' && c != '\\' && c != '<' && static_cast<unsigned char>(c) >= 0x20;
    result += plain ? std::string(1, c) : absl::StrFormat("\\u%04x", static_cast<unsigned char>(c));
  }
  return result + "\"";
}

std::string Frame(const std::string& title, const std::string& main) {
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
      Escape(title),
      "</title>\n<link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n<header><div "
      "class=\"inner\">\n"
      "<a class=\"home\" href=\"index.html\">Op reference</a>\n<div class=\"search\">\n"
      "<input type=\"search\" placeholder=\"Search ops ( / )\" aria-label=\"Search ops\" "
      "autocomplete=\"off\">\n"
      "<ul class=\"results\" hidden></ul>\n</div>\n</div></header>\n<main>\n",
      main,
      "</main>\n<script src=\"ops.js\"></script>\n<script "
      "src=\"search.js\"></script>\n</body>\n</html>\n");
}

// A table whose cells carry their column's name, for narrow screens. Cells are HTML.
std::string Table(PageTable table) {
  table.DropEmptyColumns();
  const auto& [head, rows] = table;
  std::string text = "<div class=\"wide\"><table>\n<thead><tr>";
  for (const std::string& column : head) absl::StrAppend(&text, "<th>", column, "</th>");
  absl::StrAppend(&text, "</tr></thead>\n<tbody>\n");
  for (const auto& row : rows) {
    absl::StrAppend(&text, "<tr>");
    for (size_t i = 0; i < row.size(); ++i) {
      absl::StrAppend(&text, "<td", i == 0 ? "" : absl::StrCat(" data-label=\"", head[i], "\""),
                      ">", row[i], "</td>");
    }
    absl::StrAppend(&text, "</tr>\n");
  }
  return absl::StrCat(text, "</tbody>\n</table></div>\n");
}

std::string Section(const char* title, const std::string& content) {
  return content.empty() ? "" : absl::StrCat("<h2>", title, "</h2>\n", content);
}

std::string Args(const std::vector<OpPage::Arg>& args) {
  std::vector<std::vector<std::string>> rows;
  for (const OpPage::Arg& arg : args)
    rows.push_back({Code(arg.name), Code(arg.type), Words(arg.words)});
  return rows.empty() ? "" : Table({{"Name", "Type", "Description"}, rows});
}

std::string Attrs(const std::vector<OpPage::Attr>& attrs) {
  std::vector<std::vector<std::string>> rows;
  for (const OpPage::Attr& attr : attrs) {
    rows.push_back({Code(attr.name), Code(attr.spec), Code(attr.default_value), Words(attr.words)});
  }
  return rows.empty() ? "" : Table({{"Name", "Values", "Default", "Description"}, rows});
}

std::string Kernels(const std::vector<OpPage::Kernel>& kernels) {
  if (kernels.empty()) return "<p>No kernel of its own: the runtime does it.</p>\n";
  std::vector<std::vector<std::string>> rows;
  for (const OpPage::Kernel& kernel : kernels) {
    rows.push_back({Code(kernel.device), Code(kernel.dtypes), Code(kernel.rest)});
  }
  return Table({{"Device", "Dtypes", "Only if"}, rows});
}

std::string Shapes(const OpPage& page) {
  if (!page.has_shape_function) return "<p>No shape function: shapes are known when it runs.</p>\n";
  if (page.example.shapes.empty())
    return "<p>They depend on attrs or values; see the description.</p>\n";
  std::vector<std::vector<std::string>> rows;
  for (const ShapeExample& shapes : page.example.shapes) {
    rows.push_back({Code(shapes.inputs), shapes.ok
                                             ? Code(shapes.outputs)
                                             : absl::StrCat("<span class=\"refused\">refused: ",
                                                            Escape(shapes.outputs), "</span>")});
  }
  return absl::StrCat("<p>What its shape function says of some inputs:</p>\n",
                      Table({{"Inputs", "Outputs"}, rows}));
}

std::string Pre(absl::string_view text) {
  return text.empty() ? "" : absl::StrCat("<pre>", Escape(text), "</pre>\n");
}

std::string Page(const OpPage& page) {
  std::string main = absl::StrCat("<h1>", Escape(page.name), "</h1>\n");
  if (!page.summary.empty())
    absl::StrAppend(&main, "<p class=\"summary\">", Words(page.summary), "</p>\n");
  absl::StrAppend(&main, "<p><a class=\"badge\" href=\"index.html#", Escape(page.domain), "\">",
                  Escape(page.domain), "</a>");
  for (const std::string& note : page.notes)
    absl::StrAppend(&main, "<span class=\"badge\">", Escape(note), "</span>");
  absl::StrAppend(&main, "</p>\n");
  if (!page.description.empty()) {
    absl::StrAppend(&main, "<p class=\"description\">", Words(page.description), "</p>\n");
  }
  absl::StrAppend(&main, Section("Inputs", Args(page.inputs)),
                  Section("Outputs", Args(page.outputs)), Section("Attrs", Attrs(page.attrs)),
                  Section("Kernels", Kernels(page.kernels)), Section("Shapes", Shapes(page)),
                  Section("Example", Pre(page.example.cpp)), Section("Python", Pre(page.python)),
                  Section("Registration", Pre(page.spec)));
  if (!page.place.empty())
    absl::StrAppend(&main, "<p class=\"place\">Registered at ", Escape(page.place), "</p>\n");
  return Frame(page.name, main);
}

using Domains = std::map<std::string, std::vector<const OpPage*>>;

std::string Index(const Domains& domains, size_t count) {
  std::string main = absl::StrCat("<h1>Op reference</h1>\n<p class=\"summary\">", count,
                                  count == 1 ? " op" : " ops",
                                  " by domain. Type to search.</p>\n<ul class=\"domains\">\n");
  for (const auto& [domain, ops] : domains) {
    absl::StrAppend(&main, "<li><a href=\"#", Escape(domain), "\">", Escape(domain), " (",
                    ops.size(), ")</a></li>\n");
  }
  absl::StrAppend(&main, "</ul>\n");
  for (const auto& [domain, ops] : domains) {
    absl::StrAppend(&main, "<section id=\"", Escape(domain), "\">\n<h2>", Escape(domain),
                    "</h2>\n<ul class=\"ops\">\n");
    for (const OpPage* op : ops) {
      absl::StrAppend(&main, "<li><a href=\"", Escape(op->file), ".html\">", Escape(op->name),
                      "</a><span>", Words(op->summary), "</span></li>\n");
    }
    absl::StrAppend(&main, "</ul>\n</section>\n");
  }
  return Frame("Op reference", main);
}

// What a search of an op finds beside its name, domain and summary: what it says, its arguments
// with their types, and the dtypes of its kernels.
std::string FurtherText(const OpPage& page) {
  std::string words = page.description;
  for (const auto* args : {&page.inputs, &page.outputs}) {
    for (const OpPage::Arg& arg : *args)
      absl::StrAppend(&words, " ", arg.name, " ", arg.type, " ", arg.words);
  }
  for (const OpPage::Attr& attr : page.attrs)
    absl::StrAppend(&words, " ", attr.name, " ", attr.spec, " ", attr.words);
  for (const OpPage::Kernel& kernel : page.kernels) absl::StrAppend(&words, " ", kernel.dtypes);
  for (const std::string& note : page.notes) absl::StrAppend(&words, " ", note);
  return words;
}

// By op: the words of the table that are to find it, with spaces between.
std::map<absl::string_view, std::string> OtherNames() {
  std::map<absl::string_view, std::string> names;
  for (const SearchWord& entry : SearchWords()) {
    for (const absl::string_view op : entry.ops) absl::StrAppend(&names[op], entry.word, " ");
  }
  return names;
}

// [name, file, domain, summary, further text, other names] of every op; [word, note] of words that
// need one and find an op.
std::string SearchLists(const std::vector<OpPage>& pages) {
  std::map<absl::string_view, std::string> names = OtherNames();
  std::string found;
  std::string text = "const OPS = [\n";
  for (const OpPage& page : pages) {
    const std::string& other = names[page.name];
    absl::StrAppend(&found, other);
    absl::StrAppend(&text, "[", ScriptString(page.name), ", ", ScriptString(page.file), ", ",
                    ScriptString(page.domain), ", ", ScriptString(page.summary), ", ",
                    ScriptString(FurtherText(page)), ", ", ScriptString(other), "],\n");
  }
  absl::StrAppend(&text, "];\nconst NOTES = [\n");
  const std::set<absl::string_view> words = absl::StrSplit(found, ' ');
  for (const SearchWord& entry : SearchWords()) {
    if (entry.note.empty() || words.count(entry.word) == 0) continue;
    absl::StrAppend(&text, "[", ScriptString(entry.word), ", ", ScriptString(entry.note), "],\n");
  }
  return absl::StrCat(text, "];\n");
}

}  // namespace

std::map<std::string, std::string> HtmlPages(const std::vector<OpPage>& pages) {
  Domains domains;
  std::map<std::string, std::string> files;
  for (const OpPage& page : pages) {
    domains[page.domain].push_back(&page);
    files[absl::StrCat(page.file, ".html")] = Page(page);
  }
  files["index.html"] = Index(domains, pages.size());
  files["ops.js"] = SearchLists(pages);
  files["search.js"] = std::string(SearchScript());
  files["style.css"] = std::string(StyleSheet());
  return files;
}

}  // namespace opgraft_internal
