#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""commands_check.py OPGRAFT PAGE...: every command that a page shows, in its text or in a block, has a name and options that
`opgraft help` knows. Whether it works, the tests of the single pages tell."""

import re
import shlex
import subprocess
import sys

# In backticks or $(...), or on a line of its own: in a block, behind a prompt, behind the path of the build.
SPAN = re.compile(r"[`(](?:[a-z-]+/)*opgraft ([^`)]+)[`)]")
LINE = re.compile(r"^\s*(?:\$ )?(?:[a-z-]+/)*opgraft ([a-z-].*)")
OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
END_OF_COMMAND = {"|", "||", "&&", ";", ">", "--"}


class Command:
  """What `opgraft help` says of a command, the first one for no words."""

  def __init__(self, opgraft, words):
    done = subprocess.run([opgraft, "help", *words], capture_output=True, text=True)
    self.is_known = done.returncode == 0
    self.options = set(OPTION.findall("\n".join(re.findall(r"^  (-.*)", done.stdout, re.M))))
    self.has_commands = "COMMAND" in re.sub(r"`[^`]*`", "", done.stdout)


def words_of(text):
  """The words of a command up to its end: a comment, a pipe, what goes to the compiler."""
  try:
    words = shlex.split(text, comments=True)
  except ValueError:  # it goes on in the next line
    words = text.split()
  for i, word in enumerate(words):
    if word in END_OF_COMMAND or word.startswith(">"):
      return words[:i]
  return words


class Checker:
  def __init__(self, opgraft):
    self.opgraft = opgraft
    self.commands = {}
    self.count = 0

  def command(self, words):
    if words not in self.commands:
      self.commands[words] = Command(self.opgraft, words)
    return self.commands[words]

  def problem(self, text):
    """What is wrong with a command, without the word opgraft; "" if nothing is."""
    self.count += 1
    words = words_of(text)
    if words[:1] == ["help"]:
      return "" if self.command(tuple(words[1:])).is_known else "there is no such command"
    name = ()
    while words and not words[0].startswith("-") and self.command(name).has_commands:
      name += (words.pop(0),)
      if not self.command(name).is_known:
        return "there is no command '%s'" % " ".join(name)
    options = [OPTION.match(word) for word in words if word.startswith("-") and word != "-"]
    unknown = [o.group() for o in options if o and o.group() not in self.command(name).options]
    return "there is no option %s" % ", ".join(unknown) if unknown else ""


def commands_of(page):
  """(number of the line, command) of a page."""
  with open(page, encoding="utf-8") as lines:
    for number, line in enumerate(lines, 1):
      whole = LINE.match(line)
      yield from ((number, text) for text in ([whole.group(1)] if whole else SPAN.findall(line)))


def main(opgraft, pages):
  checker = Checker(opgraft)
  assert checker.problem("rnu x") and checker.problem("help rnu")
  assert checker.problem("run --inptu x=1") and checker.problem("gen pyhton")
  assert not checker.problem("run - --input x=1 | head --lines 3") and not checker.problem("help gen cpp")
  wrong = []
  for page in (p for p in pages if p.endswith(".md")):
    wrong += ["%s:%d: opgraft %s: %s" % (page, number, text, problem)
              for number, text in commands_of(page) if (problem := checker.problem(text))]
  print("\n".join(wrong))
  assert checker.count > 100, checker.count
  sys.exit(1 if wrong else 0)


if __name__ == "__main__":
  main(sys.argv[1], sys.argv[2:])
