#ifndef KERNELS_MATH_TRANSPOSE_MATRIX_H_
#define KERNELS_MATH_TRANSPOSE_MATRIX_H_

#include <cstdint>

namespace opgraft {

// out (columns x rows) = in (rows x columns), of elements of 1, 2, 4, 8 or 16 bytes. They do not overlap.
void TransposeMatrix(const void* in, int64_t rows, int64_t columns, int64_t element_size, void* out);

}  // namespace opgraft

#endif  // KERNELS_MATH_TRANSPOSE_MATRIX_H_
