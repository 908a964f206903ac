# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes an op library whose author names his classes as Opgraft names its own.

make_own_names.py OP HEADER... > LIBRARY.cc: in namespace tensorflow and in tensorflow::internal one
class of each name that a header has in namespace opgraft_internal. Each has a constructor, a
destructor and a virtual function outside of the class, so that it has symbols of every kind. The
op's kernel uses all and gives their number, as they tell it and as it is.
"""

import re
import sys

_HEAD = """// Written by make_own_names.py.
#include "opgraft/op.h"

namespace tensorflow {
"""

_CLASS = """
class %(name)s {
 public:
  %(name)s();
  virtual ~%(name)s();
  virtual int One() const;

 private:
  int one_;
};
%(name)s::%(name)s() : one_(1) {}
%(name)s::~%(name)s() { one_ = 0; }
int %(name)s::One() const { return one_; }
"""

_TAIL = """
template <class... T>
int Sum() {
  return (T().One() + ... + 0);
}

REGISTER_OP("%(op)s").Output("sum: int32").Output("number: int32");

class %(op)sOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    int32 sum = 0;
%(sums)s    context->set_output(0, Tensor(sum));
    context->set_output(1, Tensor(int32{%(number)s}));
  }
};
REGISTER_KERNEL_BUILDER(Name("%(op)s").Device(DEVICE_CPU), %(op)sOp);
}  // namespace tensorflow
"""

# What an author may well choose, whatever ours are called.
_USUAL = ["Chain", "Executor", "Frame", "Lowering", "ModelParts", "Program", "Run", "RunScope",
          "Scope", "StateStore", "Step"]


def own_names(text):
    """The classes of namespace opgraft_internal."""
    names = set()
    for block in re.findall(r"^namespace opgraft_internal \{\n(.*?)^\}  // namespace opgraft_internal",
                            text, re.M | re.S):
        names.update(re.findall(r"^(?:class|struct)(?: alignas\([^)]*\))? (\w+)\b[^<\n]*[;{]", block, re.M))
    return names


def main():
    op = sys.argv[1]
    names = set(_USUAL)
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8", errors="replace") as header:
            names |= own_names(header.read())
    names = sorted(names)
    if len(names) < 150:
        sys.exit("make_own_names.py: found only %d classes: where are ours?" % len(names))
    classes = "".join(_CLASS % {"name": name} for name in names)
    both = names + ["internal::" + name for name in names]
    # g++ folds a few dozen at once quickly.
    sums = "".join("    sum += Sum<%s>();\n" % ", ".join(both[i:i + 20])
                   for i in range(0, len(both), 20))
    print(_HEAD + classes + "\nnamespace internal {\n" + classes + "}  // namespace internal\n" +
          _TAIL % {"op": op, "sums": sums, "number": len(both)})


main()
