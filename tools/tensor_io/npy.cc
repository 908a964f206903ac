// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/npy.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kMagic = "\x93NUMPY";

struct Header {
  std::string descr;
  bool fortran_order = false;
  std::vector<int64_t> shape;
  size_t data_offset = 0;
};

absl::Status Wrong(absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("not a .npy file: ", why));
}

// The text after 'key': in the header's Python dict, up to where `end` begins.
absl::StatusOr<absl::string_view> Field(absl::string_view dict, absl::string_view key,
                                        absl::string_view end) {
  const size_t at = dict.find(absl::StrCat("'", key, "':"));
  if (at == absl::string_view::npos) return Wrong(absl::StrCat("its header has no '", key, "'"));
  absl::string_view rest = dict.substr(at + key.size() + 3);
  const size_t stop = rest.find(end);
  if (stop == absl::string_view::npos) return Wrong(absl::StrCat("'", key, "' does not end"));
  return absl::StripAsciiWhitespace(rest.substr(0, stop));
}

absl::StatusOr<Header> ParseHeader(absl::string_view bytes) {
  if (!absl::StartsWith(bytes, kMagic) || bytes.size() < 12) return Wrong("bad magic number");
  const int major = static_cast<unsigned char>(bytes[6]);
  const size_t length_size = major == 1 ? 2 : 4;
  if (major < 1 || major > 3) return Wrong(absl::StrCat("version ", major));
  size_t length = 0;
  for (size_t i = 0; i < length_size; ++i)
    length |= static_cast<size_t>(static_cast<unsigned char>(bytes[8 + i])) << (8 * i);
  Header header;
  header.data_offset = 8 + length_size + length;
  if (header.data_offset > bytes.size()) return Wrong("its header is cut off");
  const absl::string_view dict = bytes.substr(8 + length_size, length);
  OPGRAFT_ASSIGN_OR_RETURN(absl::string_view descr, Field(dict, "descr", ","));
  header.descr = std::string(descr.size() > 2 ? descr.substr(1, descr.size() - 2) : descr);
  OPGRAFT_ASSIGN_OR_RETURN(absl::string_view order, Field(dict, "fortran_order", ","));
  header.fortran_order = order == "True";
  OPGRAFT_ASSIGN_OR_RETURN(absl::string_view shape, Field(dict, "shape", ")"));
  for (absl::string_view dim :
       absl::StrSplit(shape.substr(shape.empty() ? 0 : 1), ',', absl::SkipWhitespace())) {
    int64_t size = 0;
    if (!absl::SimpleAtoi(dim, &size) || size < 0)
      return Wrong(absl::StrCat("dimension '", dim, "'"));
    header.shape.push_back(size);
  }
  return header;
}

struct NpyType {
  const char* descr;
  DataType dtype;
};
constexpr NpyType kTypes[] = {
    {"f4", DT_FLOAT},     {"f8", DT_DOUBLE},      {"f2", DT_HALF},   {"i1", DT_INT8},
    {"i2", DT_INT16},     {"i4", DT_INT32},       {"i8", DT_INT64},  {"u1", DT_UINT8},
    {"u2", DT_UINT16},    {"u4", DT_UINT32},      {"u8", DT_UINT64}, {"b1", DT_BOOL},
    {"c8", DT_COMPLEX64}, {"c16", DT_COMPLEX128},
};

DataType TypeOf(absl::string_view descr) {
  for (const NpyType& type : kTypes) {
    if (descr.substr(1) == type.descr) return type.dtype;
  }
  return DT_INVALID;
}

// The name NumPy has for elements stored as this dtype's bits.
std::string DescrOf(DataType dtype) {
  for (const NpyType& type : kTypes) {
    if (type.dtype == dtype) return absl::StrCat(DataTypeSize(dtype) == 1 ? "|" : "<", type.descr);
  }
  switch (DataTypeSize(dtype)) {
    case 1:
      return dtype == DT_INT4 || dtype == DT_INT2 || dtype == DT_QINT8 ? "|i1" : "|u1";
    case 2:
      return dtype == DT_QINT16 ? "<i2" : "<u2";
    case 4:
      return "<i4";
    default:
      return "";
  }
}

// Copies elements of `size` bytes from Fortran to C order.
void CopyFortran(const char* from, const TensorShape& shape, size_t size, char* to) {
  std::vector<int64_t> index(shape.dims(), 0);
  for (int64_t n = 0; n < shape.num_elements(); ++n) {
    int64_t offset = 0;
    for (int d = shape.dims() - 1; d >= 0; --d) offset = offset * shape.dim_size(d) + index[d];
    std::memcpy(to + static_cast<size_t>(n) * size, from + static_cast<size_t>(offset) * size,
                size);
    for (int d = shape.dims() - 1; d >= 0 && ++index[d] == shape.dim_size(d); --d) index[d] = 0;
  }
}

// Empty strings take no bytes of the file, but memory: a small file must not ask for gigabytes.
constexpr int64_t kMaxEmptyStrings = 1 << 20;

absl::StatusOr<Tensor> ParseStrings(const Header& header, absl::string_view data,
                                    const TensorShape& shape) {
  const bool wide = header.descr[1] == 'U';
  int64_t width = 0;
  if (!absl::SimpleAtoi(header.descr.substr(2), &width) || width < 0 || width > (1 << 20))
    return Wrong("string width");
  const int64_t bytes = wide ? width * 4 : width;
  if (bytes > 0 && static_cast<int64_t>(data.size()) / bytes < shape.num_elements())
    return Wrong("its data is cut off");
  if (bytes == 0 && shape.num_elements() > kMaxEmptyStrings)
    return Wrong(absl::StrCat(shape.num_elements(), " strings of no characters"));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(DT_STRING, shape));
  tstring* out = static_cast<tstring*>(tensor.data());
  for (int64_t n = 0; n < shape.num_elements(); ++n) {
    std::string text;
    for (int64_t i = 0; i < bytes; i += wide ? 4 : 1)
      text.push_back(data[static_cast<size_t>(n * bytes + i)]);
    out[n] = text.substr(0, text.find_last_not_of('\0') + 1);
  }
  return tensor;
}

}  // namespace

absl::StatusOr<Tensor> ParseNpy(absl::string_view bytes) {
  OPGRAFT_ASSIGN_OR_RETURN(Header header, ParseHeader(bytes));
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(header.shape, &shape));
  const absl::string_view data = bytes.substr(header.data_offset);
  if (header.descr.size() < 2 || header.descr[0] == '>')
    return Wrong(absl::StrCat("elements of type '", header.descr, "'"));
  if (header.descr[1] == 'S' || header.descr[1] == 'U') return ParseStrings(header, data, shape);
  const DataType dtype = TypeOf(header.descr);
  if (dtype == DT_INVALID) return Wrong(absl::StrCat("elements of type '", header.descr, "'"));
  const size_t size = static_cast<size_t>(DataTypeSize(dtype));
  if (data.size() / size < static_cast<size_t>(shape.num_elements()))
    return Wrong("its data is cut off");
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(dtype, shape));
  char* out = static_cast<char*>(tensor.data());
  if (header.fortran_order && shape.dims() > 1) {
    CopyFortran(data.data(), shape, size, out);
  } else if (shape.num_elements() > 0) {
    std::memcpy(out, data.data(), size * static_cast<size_t>(shape.num_elements()));
  }
  return tensor;
}

absl::StatusOr<Tensor> ReadNpy(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return absl::NotFoundError(absl::StrCat("there is no file '", path, "', or it cannot be read"));
  std::ostringstream bytes;
  bytes << in.rdbuf();
  absl::StatusOr<Tensor> tensor = ParseNpy(bytes.str());
  if (tensor.ok()) return tensor;
  return absl::Status(tensor.status().code(), absl::StrCat(path, ": ", tensor.status().message()));
}

absl::StatusOr<std::string> FormatNpy(const Tensor& tensor) {
  std::string data;
  std::string descr = DescrOf(tensor.dtype());
  if (tensor.dtype() == DT_STRING) {
    size_t width = 1;
    const tstring* texts = static_cast<const tstring*>(tensor.data());
    for (int64_t n = 0; n < tensor.NumElements(); ++n) width = std::max(width, texts[n].size());
    descr = absl::StrCat("|S", width);
    for (int64_t n = 0; n < tensor.NumElements(); ++n)
      data += texts[n] + std::string(width - texts[n].size(), '\0');
  } else if (descr.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a tensor of ", DataTypeString(tensor.dtype()), " has no .npy form"));
  } else {
    data = std::string(tensor.tensor_data());
  }
  std::vector<std::string> dims;
  for (int d = 0; d < tensor.dims(); ++d) dims.push_back(absl::StrCat(tensor.dim_size(d), ","));
  std::string dict = absl::StrCat("{'descr': '", descr, "', 'fortran_order': False, 'shape': (",
                                  absl::StrJoin(dims, " "), "), }");
  // The data begins at a multiple of 64.
  dict.append(63 - (kMagic.size() + 4 + dict.size()) % 64, ' ');
  dict += '\n';
  std::string bytes(kMagic);
  bytes += {'\1', '\0', static_cast<char>(dict.size() & 0xff), static_cast<char>(dict.size() >> 8)};
  return bytes + dict + data;
}

absl::Status WriteNpy(const std::string& path, const Tensor& tensor) {
  OPGRAFT_ASSIGN_OR_RETURN(std::string bytes, FormatNpy(tensor));
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  return out ? absl::OkStatus()
             : absl::InvalidArgumentError(absl::StrCat("cannot write '", path, "'"));
}

}  // namespace opgraft_internal
