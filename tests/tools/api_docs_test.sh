#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# A header's comments become what Doxygen reads.
set -euo pipefail
cat >"$TEST_TMPDIR/roi.h" <<'END'
// Copyright 2026 Somebody
// SPDX-License-Identifier: Apache-2.0

#include <string>  // for names

// Cuts `std::vector<float>` by <name>, in order:
//   the first as it is.
//
//   Roi roi("a::b");
class Roi {
 public:
  // --- Making ---
  // A box.
  explicit Roi(const std::string& name);
  int width = 0;  // in pixels, 50% more
  const char* url = "https://example.org";
};
END
cat >"$TEST_TMPDIR/expected.h" <<'END'


<>
#include <string>  // for names
<>
/// Cuts `std::vector<float>` by \<name\>, in order:
///   the first as it is.
///<space>
///       Roi roi("a::b");
class Roi {
 public:
<>
  /// A box.
  explicit Roi(const std::string& name);
  int width = 0;  ///< in pixels, 50\% more
  const char* url = "https://example.org";
};
END
sed -i -e 's/^<>$//' -e 's/<space>/ /' "$TEST_TMPDIR/expected.h"
python3 tools/api_docs/as_doxygen_reads.py "$TEST_TMPDIR/roi.h" >"$TEST_TMPDIR/got.h"
diff <(cat "$TEST_TMPDIR/expected.h" && echo) "$TEST_TMPDIR/got.h"
