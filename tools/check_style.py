#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the style rules of CONTRIBUTING.md that can be counted, in the C++ files of the product.

    tools/check_style.py [--figures] [ROOT]

Four rules:

* No conditional operator inside another one: `a ? b : c ? d : e`, also in parentheses or as an
  argument. A lambda's body inside of one counts as a new start.
* The functions of a folder have at most so many tokens on average (MOST_TOKENS). A token is a name,
  a number, a string or an operator, counted from the function's name to its closing brace.
* Nine in ten of the functions of a folder have at most so many (MOST_TOKENS_OF_NINE_IN_TEN).
* At least so many percent of the lines of a folder's headers are comments (LEAST_COMMENTS). A line
  with code and a comment counts as code; the lines of the license do not count.

The bounds keep what was reached: tighten one when its folder is well within it. --figures prints
what was measured.
"""

import os
import re
import sys

# The largest mean number of tokens of a function, by top folder.
MOST_TOKENS = {
    "framework": 70,
    "ops": 120,
    "kernels": 115,
    "openvino": 95,
    "saved_model": 115,
    "checkpoint": 105,
    "python": 90,
    "testing": 90,
    "tools": 105,
}

# The largest number of tokens at the 90th percentile of the sizes of functions, by top folder.
MOST_TOKENS_OF_NINE_IN_TEN = {
    "framework": 155,
}

# The smallest percentage of comment lines in the headers of a folder and those below it.
LEAST_COMMENTS = {
    "framework/types": 24,
    "framework/files": 24,
    "framework/tensor": 24,
    "framework/state": 24,
    "framework/op": 24,
    "framework/kernel": 24,
    "framework/library": 24,
    "framework/graph": 24,
    "framework/runtime": 24,
    "openvino": 24,
    "saved_model": 24,
    "checkpoint": 24,
    "testing": 24,
    "tools": 24,
}

FOLDERS = ["opgraft"] + list(MOST_TOKENS)

LICENSE = re.compile(r"SPDX|Copyright|Licensed under|License for|http://www\.apache\.org")

# What a file is made of. Order matters: a raw string holds quotes, a character literal is not the
# separator in 1'000.
PIECES = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<string>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"
                  |(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"
                  |(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
      | (?P<directive>^[ \t]*\#(?:[^\n\\/"]|\\\n|\\.|/(?![/*])|"(?:[^"\\\n]|\\.)*")*)
      | (?P<word>[A-Za-z_]\w*|\.?\d(?:'?[\w.]|(?<=[eEpP])[+-])*)
      | (?P<operator>::|->\*?|<<=|\+\+|--|&&|\|\||[-+*/%&|^=!<>]=|\.\.\.|<<|[^\s\w])""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


class Source:
    """A C++ file: its tokens and where they begin, and the places of its comments."""

    def __init__(self, text):
        self.text = text
        self.tokens, self.places, self.comments = [], [], []
        for piece in PIECES.finditer(text):
            kind = piece.lastgroup
            if kind == "comment":
                self.comments.append(piece.span())
            elif kind != "directive":
                self.tokens.append('""' if kind in ("string", "mark") else piece.group())
                self.places.append(piece.start())

    def line_of(self, token):
        """The number of the line on which the token of this index begins."""
        return self.text.count("\n", 0, self.places[token]) + 1

    def comment_lines(self):
        """(lines that are comments and nothing else, lines), both without those of the license."""
        lines = self.text.splitlines()
        comments = set()
        for begin, end in self.comments:
            first = self.text.count("\n", 0, begin)
            comments.update(range(first, first + self.text.count("\n", begin, end) + 1))
            if self.text[:begin].rpartition("\n")[2].strip():
                comments.discard(first)  # behind code
        license_lines = sum(n < 20 and bool(LICENSE.search(lines[n])) for n in comments)
        return len(comments) - license_lines, len(lines) - license_lines


def closing(tokens):
    """For the index of each opening bracket that of the one that closes it."""
    pairs, open_at = {}, []
    for i, token in enumerate(tokens):
        if token in "([{":
            open_at.append(i)
        elif token in ")]}" and open_at:
            pairs[open_at.pop()] = i
    return pairs


def nested_conditionals(tokens, pairs):
    """The indexes of each `?` within an operand of another conditional operator."""
    if "?" not in tokens:
        return []
    found = []
    is_open = is_within = False  # a conditional operator began in this bracket; around it
    around = []
    for i, token in enumerate(tokens):
        if token in "([{":
            around.append((is_open, is_within))
            is_within = is_open or is_within
            if is_within and token == "{" and ";" in tokens[i : pairs.get(i, i)]:
                is_within = False  # a lambda's body
            is_open = False
        elif token in ")]}":
            is_open, is_within = around.pop() if around else (False, False)
        elif token in ";,":
            is_open = False
        elif token == "?":
            if is_open or is_within:
                found.append(i)
            is_open = True
    return found


def function_sizes(tokens, pairs):
    """Yields the number of tokens of each function that has a body."""
    i, start = 0, 0
    while i < len(tokens):
        token = tokens[i]
        if token in "([":
            i = pairs.get(i, i) + 1
        elif token in ";}" or (token == ":" and i - start == 1):  # "public:"
            i += 1
            start = i
        elif token != "{":
            i += 1
        else:
            head = tokens[start:i]
            end = pairs.get(i, len(tokens) - 1)
            kind = kind_of_block(head)
            if kind == "scope":
                i += 1
                start = i
            elif kind == "value":
                i = end + 1  # an initializer: the statement goes on
            else:
                if kind == "function":
                    yield end - start - name_of_function(head) + 1
                i = end + 1
                start = i


def without_templates(head):
    """`head` without what stands between "template <" and its ">"."""
    result, depth, i = [], 0, 0
    while i < len(head):
        if depth == 0 and head[i] == "template":
            depth, i = 1, i + 1
        elif depth > 0:
            depth += {"<": 1, ">": -1}.get(head[i], 0)
            if depth == 1 and head[i] == ">":
                depth = 0
        else:
            result.append(head[i])
        i += 1
    return result


def kind_of_block(head):
    """What the "{" after these tokens of a statement opens: "scope", "enum", "value", "function"."""
    head = without_templates(head)
    if not head or "namespace" in head or head[0] == "extern":
        return "scope"
    if head[0] == "enum" or "enum" in head[:2]:
        return "enum"
    outside, depth = [], 0  # without what is in parentheses
    for token in head:
        depth += token in ("(", "[")
        if depth == 0:
            outside.append(token)
        depth -= token in (")", "]")
    if any(token in ("class", "struct", "union") for token in outside) and head[-1] != ")":
        return "scope"
    if "=" in outside and "operator" not in outside:
        return "value"
    if ")" not in head:
        return "value"
    # In a constructor's list of members `a_{1}` is a value; the body follows a ")" or a "}".
    in_list = ":" in outside
    if in_list and re.match(r"\w|>", head[-1]) and head[-1] not in ("const", "noexcept"):
        return "value"
    return "function"


def name_of_function(head):
    """The index of the token before the first "(" outside of a template's "<...>"."""
    skip = len(head) - len(without_templates(head))
    for i in range(skip, len(head)):
        if head[i] == "(":
            return max(i - 1, 0)
    return 0


def measure(root):
    """Reads all files. (nested conditionals as text, sizes of functions by top folder, comment
    lines and lines of headers by folder)."""
    nested, sizes, headers = [], {top: [] for top in FOLDERS}, {}
    for top in FOLDERS:
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if not name.endswith((".h", ".cc")):
                    continue
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    source = Source(file.read())
                pairs = closing(source.tokens)
                shown = os.path.relpath(path, root)
                for at in nested_conditionals(source.tokens, pairs):
                    nested.append("%s:%d: a conditional operator within another one" %
                                  (shown, source.line_of(at)))
                sizes[top] += function_sizes(source.tokens, pairs)
                if name.endswith(".h"):
                    counts = headers.setdefault(os.path.dirname(shown), [0, 0])
                    for i, count in enumerate(source.comment_lines()):
                        counts[i] += count
    return nested, sizes, headers


def ninetieth(sizes):
    """The 90th percentile."""
    return sorted(sizes)[len(sizes) * 9 // 10]


def comment_share(headers, folder):
    """The percentage of comment lines in the headers of `folder` and those below it; None if there
    are no headers."""
    counts = [counts for name, counts in headers.items() if (name + "/").startswith(folder + "/")]
    lines = sum(n for _, n in counts)
    return 100.0 * sum(c for c, _ in counts) / lines if lines else None


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--figures"]
    root = arguments[0] if arguments else os.path.join(os.path.dirname(__file__), "..")
    complaints, sizes, headers = measure(root)
    figures = []
    for folder, most in MOST_TOKENS.items():
        if not sizes[folder]:
            continue
        mean = sum(sizes[folder]) / len(sizes[folder])
        figures.append("%s: %.1f tokens in a function on average" % (folder, mean))
        if mean > most:
            complaints.append("%s; at most %d: cut the longest ones" % (figures[-1], most))
    for folder, most in MOST_TOKENS_OF_NINE_IN_TEN.items():
        if not sizes[folder]:
            continue
        size = ninetieth(sizes[folder])
        figures.append("%s: %d tokens in a function at the 90th percentile" % (folder, size))
        if size > most:
            long = sum(tokens > most for tokens in sizes[folder])
            complaints.append("%s; at most %d, but %d functions have more: cut those just above" %
                              (figures[-1], most, long))
    for folder, least in LEAST_COMMENTS.items():
        share = comment_share(headers, folder)
        if share is None:
            continue
        figures.append("%s: %.1f %% of the lines of headers are comments" % (folder, share))
        if share < least:
            complaints.append("%s; at least %d %%: say what a reader misses" % (figures[-1], least))
    if len(arguments) < len(sys.argv) - 1:
        print("\n".join(figures))
    sys.stderr.write("".join(line + "\n" for line in complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
