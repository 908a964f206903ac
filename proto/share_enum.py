# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Takes the definition of an enum out of a generated header, which includes a hand-written one instead.

  share_enum.py FILE.pb.h ENUM HEADER

Fails unless there is exactly one definition and exactly one place for the include.
"""

import re
import sys


def main(path, enum, header):
    with open(path) as file:
        text = file.read()
    text, removed = re.subn(r"^enum %s : int \{\n(?:[^{}]*\n)?\};\n" % re.escape(enum), "", text, flags=re.MULTILINE)
    if removed != 1:
        sys.exit("%s: found %d definitions of enum %s, expected 1" % (path, removed, enum))
    # Before the first message or enum: behind the last include of protobuf's own headers.
    marker = "// @@protoc_insertion_point(includes)\n"
    if text.count(marker) != 1:
        sys.exit("%s: no single '%s'" % (path, marker.strip()))
    text = text.replace(marker, '#include "%s"\n%s' % (header, marker))
    with open(path, "w") as file:
        file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
