# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes generated code survive a message of a oneof that there is no memory for.

  empty_oneofs.py FILE.pb.cc...

protoc writes for such a field "note that the field is set; make the message". If making it throws
std::bad_alloc, the oneof is said to hold what its bytes happened to be, and its destructor deletes
that. So clear_X(), which comes before, leaves all bytes zero: deleting a null pointer does nothing.

Fails unless every function that clears a oneof could be edited.
"""

import re
import sys

# The last line of clear_X(): "  _impl_._oneof_case_[0] = VALUE_NOT_SET;".
CLEARED = re.compile(r"^  _impl_\._oneof_case_\[\d+\] = (\w+)_NOT_SET;\n", re.MULTILINE)


def main(path):
    with open(path) as file:
        text = file.read()

    def emptied(match):
        member = "_impl_.%s_" % match.group(1).lower()
        return "%s  memset(static_cast<void*>(&%s), 0, sizeof(%s));\n" % (match.group(0), member, member)

    text, count = CLEARED.subn(emptied, text)
    expected = text.count("// @@protoc_insertion_point(one_of_clear_start:")
    if count != expected:
        sys.exit("%s: found the ends of %d of %d functions that clear a oneof" % (path, count, expected))
    if count:
        text = "#include <cstring>\n" + text
    with open(path, "w") as file:
        file.write(text)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        main(argument)
