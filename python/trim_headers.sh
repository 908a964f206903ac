#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Takes out of a tree of installed headers what op sources do not reach: trim_headers.sh INCLUDE.
set -euo pipefail
cd "$1/opgraft"
# The same headers once more, by the path that TensorFlow has inside of another repository.
rm -rf compat/third_party/tensorflow
# Of Eigen: sparse matrices and solvers, wrappers of other libraries, other processors; of its
# unsupported part all but tensors and special functions.
cd deps/Eigen
rm -rf *Support Sparse* IterativeLinearSolvers OrderingMethods Sparse Metis*
(cd src && rm -rf *Support Sparse* IterativeLinearSolvers OrderingMethods misc/lapack*.h misc/blas.h)
(cd src/Core/arch && rm -rf AltiVec CUDA GPU HIP MSA NEON SVE SYCL ZVector)
# Wrapped in conditions that do not hold here.
find src -name '*_LAPACKE.h' -delete -o -name '*_MKL.h' -delete -o -name '*_BLAS.h' -delete
cd ../unsupported/Eigen
find . -maxdepth 1 -type f ! -name SpecialFunctions -delete
find src -mindepth 1 -maxdepth 1 ! -name SpecialFunctions -exec rm -rf {} +
(cd CXX11/src/Tensor && rm -f Tensor*Cuda.h Tensor{Contraction,Convolution,Reduction,Scan}Sycl.h)
# Of Abseil: what programs use, not ops; and parts of its own sources.
cd ../../absl
rm -rf flags random
find . -name '*.inc' ! -name 'int128_*' -delete
# And headers of its sources alone: inner ones that no header includes, until there are none.
cd ..
while
  unused=$(comm -23 <(find absl -path '*/internal/*' -name '*.h' | sort) \
    <(grep -rhoE '#include "absl/[^"]+"' absl .. | sed 's/.*"\(.*\)"/\1/' | sort -u))
  [ -n "$unused" ]
do
  rm $unused
done
