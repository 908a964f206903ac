#include "kernels/math/transpose_matrix.h"

#include <algorithm>

namespace opgraft {
namespace {

struct Bytes16 {
  uint64_t low;
  uint64_t high;
};

// Square blocks, so that the lines of both stay near.
template <typename T>
void Transpose(const void* in_data, int64_t rows, int64_t columns, void* out_data) {
  constexpr int64_t kBlock = 16;
  const T* in = static_cast<const T*>(in_data);
  T* out = static_cast<T*>(out_data);
  for (int64_t row = 0; row < rows; row += kBlock) {
    const int64_t row_end = std::min(rows, row + kBlock);
    for (int64_t column = 0; column < columns; column += kBlock) {
      const int64_t column_end = std::min(columns, column + kBlock);
      for (int64_t r = row; r < row_end; ++r) {
        for (int64_t c = column; c < column_end; ++c) out[c * rows + r] = in[r * columns + c];
      }
    }
  }
}

}  // namespace

void TransposeMatrix(const void* in, int64_t rows, int64_t columns, int64_t element_size, void* out) {
  switch (element_size) {
    case 1:
      return Transpose<uint8_t>(in, rows, columns, out);
    case 2:
      return Transpose<uint16_t>(in, rows, columns, out);
    case 4:
      return Transpose<uint32_t>(in, rows, columns, out);
    case 8:
      return Transpose<uint64_t>(in, rows, columns, out);
    default:
      return Transpose<Bytes16>(in, rows, columns, out);
  }
}

}  // namespace opgraft
