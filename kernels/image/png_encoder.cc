// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <exception>

#include "kernels/image/png.h"
#include "kernels/image/png_guard.h"

namespace opgraft_internal {
namespace {

// Of zlib: as much memory as makes it fast.
constexpr int kMaxMemory = 9;

// Writes one PNG file at the end of a string, which it borrows.
class PngWriter {
 public:
  explicit PngWriter(std::string* file) : file_(file) {
    png_ = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, &failure_, PngFailure::OnError,
                                     PngFailure::OnWarning, &failure_, PngFailure::Malloc,
                                     PngFailure::Free);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
  }
  ~PngWriter() { png_destroy_write_struct(&png_, &info_); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  absl::Status Write(const void* samples, const ImageSize& size, int bits, int compression) {
    if (info_ == nullptr) return absl::ResourceExhaustedError("no memory to encode a PNG file");
    const bool is_written = TryPng(png_, [=, &size] {
      Begin(size, bits, compression);
      const int64_t row_bytes = size.width * size.channels * bits / 8;
      for (int64_t y = 0; y < size.height; ++y)
        png_write_row(png_, static_cast<const uint8_t*>(samples) + y * row_bytes);
      png_write_end(png_, nullptr);
    });
    return is_written ? absl::OkStatus() : failure_.ToStatus("PNG encoding failed");
  }

 private:
  static void Append(png_structp png, png_bytep data, size_t length) {
    PngWriter* const writer = static_cast<PngWriter*>(png_get_io_ptr(png));
    try {
      writer->file_->append(reinterpret_cast<const char*>(data), length);
    } catch (const std::exception&) {
      writer->failure_.is_memory_gone = true;
    }
    // Not from within the handler: the jump would leave the exception there.
    if (writer->failure_.is_memory_gone) png_error(png, "no memory");
  }
  static void Flush(png_structp) {}

  void Begin(const ImageSize& size, int bits, int compression) {
    constexpr int kColorTypes[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
                                   PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
    png_set_write_fn(png_, this, Append, Flush);
    png_set_compression_level(png_, compression);
    png_set_compression_mem_level(png_, kMaxMemory);
    png_set_IHDR(png_, info_, static_cast<png_uint_32>(size.width),
                 static_cast<png_uint_32>(size.height), bits, kColorTypes[size.channels - 1],
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png_, info_);
    if (bits == 16) png_set_swap(png_);
  }

  std::string* const file_;
  PngFailure failure_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
};

}  // namespace

absl::Status EncodePng(const void* samples, const ImageSize& size, int bits, int compression,
                       std::string* file) {
  return PngWriter(file).Write(samples, size, bits, compression);
}

}  // namespace opgraft_internal
