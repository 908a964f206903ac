// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/files/inflate.h"
#include "framework/types/status_macros.h"
#include "kernels/image/png.h"
#include "kernels/image/png_guard.h"

namespace opgraft_internal {
namespace {

// Weights of red and green in grey, as JPEG has them; blue has the rest.
constexpr double kRedWeight = 0.299;
constexpr double kGreenWeight = 0.587;

// One PNG file. Borrows its bytes. The order of calls is ReadHeader, ReadPixels.
class PngReader {
 public:
  explicit PngReader(absl::string_view file) : rest_(file) {
    png_ = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &failure_, PngFailure::OnError,
                                    PngFailure::OnWarning, &failure_, PngFailure::Malloc,
                                    PngFailure::Free);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
  }
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  absl::Status ReadHeader(int64_t channels, int bits) {
    if (info_ == nullptr) return absl::ResourceExhaustedError("no memory to decode a PNG file");
    channels_ = static_cast<int>(channels);
    if (!TryPng(png_, [this] { ReadInfo(); })) return Failed();
    if (width_ * height_ >= ImageSize::kMaxPixels) {
      return absl::InvalidArgumentError(
          absl::StrCat("PNG size too large: ", width_, " by ", height_));
    }
    if (file_row_bytes_ * height_ > MostInflated(static_cast<int64_t>(rest_.size()))) {
      return absl::InvalidArgumentError(absl::StrCat("Invalid PNG data: ", rest_.size(),
                                                     " bytes cannot hold ", width_, " by ", height_,
                                                     " pixels"));
    }
    return TryPng(png_, [this, bits] { ChooseTransforms(bits); }) ? absl::OkStatus() : Failed();
  }

  ImageSize size() const { return {1, height_, width_, channels_}; }

  // REQUIRES: there is memory for the image at `samples`.
  absl::Status ReadPixels(int bits, uint8_t* samples) {
    const int64_t row_bytes = width_ * channels_ * bits / 8;
    if (!TryPng(png_, [=] { ReadRows(row_bytes, samples); })) return Failed();
    if (bits == 16 && bit_depth_ <= 8) Widen(row_bytes, samples);
    return absl::OkStatus();
  }

 private:
  absl::Status Failed() const { return failure_.ToStatus("Invalid PNG data"); }

  static void Read(png_structp png, png_bytep data, size_t length) {
    absl::string_view* const rest = &static_cast<PngReader*>(png_get_io_ptr(png))->rest_;
    if (rest->size() < length) png_error(png, "the file ends too soon");
    std::memcpy(data, rest->data(), length);
    rest->remove_prefix(length);
  }

  void ReadInfo() {
    // Texts and the like are not looked at: decompressed, they could take any amount of memory.
    static const png_byte kSkipped[] =
        "eXIf\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sCAL\0sPLT\0tEXt\0tIME\0zTXt";
    png_set_read_fn(png_, this, Read);
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, kSkipped, sizeof(kSkipped) / 5);
    png_read_info(png_, info_);
    width_ = png_get_image_width(png_, info_);
    height_ = png_get_image_height(png_, info_);
    bit_depth_ = png_get_bit_depth(png_, info_);
    file_row_bytes_ = static_cast<int64_t>(png_get_rowbytes(png_, info_));
    if (channels_ != 0) return;
    channels_ = png_get_channels(png_, info_);
    if (png_get_color_type(png_, info_) == PNG_COLOR_TYPE_PALETTE)
      channels_ = HasTransparentColors() ? 4 : 3;
  }

  bool HasTransparentColors() const { return png_get_valid(png_, info_, PNG_INFO_tRNS) != 0; }

  // What makes the file's samples those that are wanted, in TensorFlow's order.
  void ChooseTransforms(int bits) {
    const int color_type = png_get_color_type(png_, info_);
    ChooseAlpha((color_type & PNG_COLOR_MASK_ALPHA) != 0);
    if (bit_depth_ > 8 && bits == 8) png_set_strip_16(png_);
    png_set_packing(png_);
    passes_ = png_set_interlace_handling(png_);
    if (bits == 16) png_set_swap(png_);
    if (color_type == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png_);
    const bool is_grey = (color_type & PNG_COLOR_MASK_COLOR) == 0;
    if (is_grey && bit_depth_ < 8) png_set_expand_gray_1_2_4_to_8(png_);
    if (channels_ < 3 && !is_grey)
      png_set_rgb_to_gray(png_, PNG_ERROR_ACTION_NONE, kRedWeight, kGreenWeight);
    if (channels_ >= 3 && is_grey) png_set_gray_to_rgb(png_);
    png_read_update_info(png_, info_);
  }

  void ChooseAlpha(bool has_alpha) {
    const bool wants_alpha = channels_ % 2 == 0;
    const bool has_colors = HasTransparentColors();
    if (!wants_alpha && (has_alpha || has_colors)) png_set_strip_alpha(png_);
    if (!wants_alpha || has_alpha) return;
    if (has_colors) {
      png_set_tRNS_to_alpha(png_);
    } else {
      png_set_add_alpha(png_, (1u << bit_depth_) - 1, PNG_FILLER_AFTER);
    }
  }

  void ReadRows(int64_t row_bytes, uint8_t* samples) {
    for (int pass = 0; pass < passes_; ++pass) {
      for (int64_t y = 0; y < height_; ++y) png_read_row(png_, samples + y * row_bytes, nullptr);
    }
    png_read_end(png_, info_);
  }

  // Makes 16 bits of the 8 that each sample of a row has, in place and so from behind: 0xab becomes
  // 0xabab.
  void Widen(int64_t row_bytes, uint8_t* samples) const {
    for (int64_t y = 0; y < height_; ++y) {
      uint8_t* const row = samples + y * row_bytes;
      for (int64_t i = row_bytes / 2 - 1; i >= 0; --i) row[2 * i] = row[2 * i + 1] = row[i];
    }
  }

  absl::string_view rest_;
  PngFailure failure_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  int64_t width_ = 0;
  int64_t height_ = 0;
  int64_t file_row_bytes_ = 0;  // of the file's samples
  int channels_ = 0;
  int bit_depth_ = 0;  // in the file
  int passes_ = 1;
};

}  // namespace

absl::Status DecodePng(absl::string_view file, int64_t channels, int bits,
                       ImageAllocator allocate) {
  PngReader reader(file);
  OPGRAFT_RETURN_IF_ERROR(reader.ReadHeader(channels, bits));
  OPGRAFT_ASSIGN_OR_RETURN(uint8_t* const samples, allocate(reader.size()));
  return reader.ReadPixels(bits, samples);
}

}  // namespace opgraft_internal
