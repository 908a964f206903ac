# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0

"""What is made of Eigen's templates, compiled once for each type: all at once they are too much for one compiler."""

load("//:opgraft.bzl", "opgraft_cc_library")

_REAL = {
    "float": ["-DOPGRAFT_SCALAR=float"],
    "double": ["-DOPGRAFT_SCALAR=double"],
}
_COMPLEX = {
    "complex64": ["-DOPGRAFT_SCALAR=std::complex<float>", "-DOPGRAFT_SCALAR_IS_COMPLEX"],
    "complex128": ["-DOPGRAFT_SCALAR=std::complex<double>", "-DOPGRAFT_SCALAR_IS_COMPLEX"],
}

def opgraft_solvers_library(name, hdrs, srcs, complex_srcs, textual_hdrs, deps):
    """A library of `srcs`, compiled once for each real and complex type, and of `complex_srcs`, for complex ones only."""
    opgraft_cc_library(
        name = name + "_headers",
        hdrs = hdrs + textual_hdrs,
        deps = deps,
    )
    parts = []
    for src in srcs + complex_srcs:
        for scalar, copts in (_COMPLEX if src in complex_srcs else dict(_REAL, **_COMPLEX)).items():
            part = src.replace(".cc", "_" + scalar)
            opgraft_cc_library(
                name = part,
                srcs = [src],
                copts = copts,
                deps = [name + "_headers"],
            )
            parts.append(part)
    opgraft_cc_library(
        name = name,
        hdrs = hdrs,
        deps = parts + deps,
    )
