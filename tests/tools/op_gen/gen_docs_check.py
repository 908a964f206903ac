# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads a folder that `opgraft gen docs` wrote."""

import html.parser
import json
import os
import re
import sys

folder = sys.argv[1]
VOID = {"meta", "link", "input", "br"}


class Page(html.parser.HTMLParser):
  """Holds that every tag is closed, and collects links and text."""

  def __init__(self, name):
    super().__init__()
    self.name, self.open, self.links, self.ids, self.text = name, [], [], set(), ""

  def handle_starttag(self, tag, attrs):
    attrs = dict(attrs)
    self.links += [attrs[key] for key in ("href", "src") if key in attrs]
    if "id" in attrs:
      self.ids.add(attrs["id"])
    if tag not in VOID:
      self.open.append(tag)

  def handle_endtag(self, tag):
    assert self.open and self.open.pop() == tag, (self.name, tag)

  def handle_data(self, data):
    self.text += data


def read(name):
  with open(os.path.join(folder, name), encoding="utf-8") as file:
    return file.read()


pages = {}
for name in sorted(os.listdir(folder)):
  if name.endswith(".html"):
    pages[name] = Page(name)
    pages[name].feed(read(name))
    assert not pages[name].open, (name, pages[name].open)
assert len(pages) > 60, len(pages)
for page in pages.values():
  for link in page.links:
    assert "//" not in link, (page.name, link)
    target, _, anchor = link.partition("#")
    assert os.path.exists(os.path.join(folder, target or page.name)), (page.name, link)
    assert not anchor or anchor in pages[target or page.name].ids, (page.name, link)
assert "//" not in read("search.js").replace("// ", ""), "no network"

rows = {row[0]: row for row in (json.loads(line.rstrip(",")) for line in read("ops.js").splitlines() if line[:1] == "[") if len(row) > 2}
ops = [row[:2] for row in rows.values()]
# What the search looks through has what the page says.
for word in ("matrices", "transpose_b", "bfloat16", "A matrix [inner, columns]."):
  assert word in " ".join(rows["MatMul"]), (word, rows["MatMul"])
# And what people call it.
for name, word in (("ConcatV2", "concatenate"), ("Mul", "multiply"), ("Sub", "subtract"), ("Conv2D", "convolution"), ("TopKV2", "argsort")):
  assert word in rows[name][5].split(), rows[name]
# Ops with several indices are shown with values for them.
for name in ("StridedSlice", "Slice", "GatherV2"):
  assert "<unknown>" not in read(name + ".md"), read(name + ".md")
assert "begin = {0, 1}, end = {2, 3}, strides = {1, 1}" in read("StridedSlice.md"), read("StridedSlice.md")
assert {file + ".html" for _, file in ops} == set(pages) - {"index.html"}
for name, file in ops:
  page, markdown = pages[file + ".html"].text, read(file + ".md")
  for text in (page, markdown):
    assert 'REGISTER_OP("%s")' % name in text, name
    for section in ("Kernels", "Shapes", "Python", "Registration"):
      assert section in text, (name, section)
  assert "(%s.md)" % file in read("README.md")

matmul = pages["MatMul.html"].text
for text in ("a: [2,3], b: [3,4]", "[2,4]", "refused: Dimensions must be equal, but are 3 and 2", 'builder.Op("MatMul", {a, b}, "out")', "T: half bfloat16 float",
             "mat_mul(a, b, transpose_a=False, transpose_b=False, grad_a=False, grad_b=False, name=None)"):
  assert text in matmul, (text, matmul)
