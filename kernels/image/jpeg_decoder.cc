// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/image/jpeg.h"
#include "kernels/image/jpeg_session.h"
#include "kernels/image/jpeg_source.h"
#include "kernels/image/scratch_memory.h"

namespace opgraft_internal {
namespace {

// Decoding cost is limited in proportion to the file's size, above a small free allowance. A
// block takes a bit or more in a whole file (in those of arithmetic coding less: they are rare).
constexpr int64_t kFreeBlocks = int64_t{1} << 19;
constexpr int64_t kMaxBlocksAByte = 8;

// A file in several scans goes over all blocks of the image once a scan, though a scan may take no
// more than a few bytes. Nobody writes a hundred scans of an image that takes two bits a block.
constexpr int64_t kFreeVisits = int64_t{1} << 24;
constexpr int64_t kMaxVisitsAByte = 128;

constexpr int64_t kMaxSamples = ImageSize::kMaxPixels;

// One JPEG file. Borrows its bytes. The order of calls is ReadHeader, Start, and either size() or
// ReadLines.
class JpegReader {
 public:
  JpegReader(absl::string_view file, const JpegDecoding& decoding)
      : decoding_(decoding),
        file_bytes_(static_cast<int64_t>(file.size())),
        source_(file, decoding.try_recover_truncated) {
    session_.Adopt(&jpeg_);
  }
  ~JpegReader() { jpeg_destroy_decompress(&jpeg_); }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  absl::Status ReadHeader() {
    bool is_whole = false;
    bool* const has_header = &is_whole;
    const bool is_read = session_.Try([=] {
      jpeg_create_decompress(&jpeg_);
      progress_.monitor.progress_monitor = OnProgress;
      jpeg_.progress = &progress_.monitor;
      source_.FeedTo(&jpeg_);
      *has_header = jpeg_read_header(&jpeg_, TRUE) == JPEG_HEADER_OK;
    });
    if (!is_read) return Failed();
    return is_whole ? CheckBlocks() : EndsTooSoon();
  }

  // Says what is wanted of the image, and looks whether it is too large.
  absl::Status ChooseOutput() {
    OPGRAFT_RETURN_IF_ERROR(ChooseColors());
    jpeg_.do_fancy_upsampling = decoding_.fancy_upscaling ? TRUE : FALSE;
    jpeg_.scale_num = 1;
    jpeg_.scale_denom = static_cast<unsigned>(decoding_.ratio);
    jpeg_.dct_method = decoding_.accurate_dct ? JDCT_ISLOW : JDCT_IFAST;
    if (!session_.Try([this] { jpeg_calc_output_dimensions(&jpeg_); })) return Failed();
    const int64_t samples =
        int64_t{jpeg_.output_height} * jpeg_.output_width * jpeg_.num_components;
    if (samples >= kMaxSamples) {
      return absl::InvalidArgumentError(
          absl::StrCat("JPEG too large: ", jpeg_.output_width, " by ", jpeg_.output_height));
    }
    return CheckWindow();
  }

  // Reads as far as the first line, or a file of several scans to its end.
  absl::Status Start() {
    bool has_all = false;
    bool* const has_all_scans = &has_all;
    if (!session_.Try([=] { *has_all_scans = jpeg_start_decompress(&jpeg_) != FALSE; }))
      return Failed();
    return has_all ? absl::OkStatus() : EndsTooSoon();
  }

  ImageSize size() const {
    return {1, jpeg_.output_height, jpeg_.output_width, jpeg_.output_components};
  }

  absl::Status DecodeTo(ImageAllocator allocate) {
    const ImageWindow window =
        decoding_.window.value_or(ImageWindow{0, 0, jpeg_.output_height, jpeg_.output_width});
    if (decoding_.window.has_value()) {
      OPGRAFT_RETURN_IF_ERROR(GoTo(window));
    }
    OPGRAFT_ASSIGN_OR_RETURN(uint8_t* const image,
                             allocate({1, window.height, window.width, channels_}));
    line_bytes_ = window.width * channels_;
    // The library's lines begin where a block does, so before the window's.
    const int64_t before = jpeg_.output_width - window.width;
    if (is_cmyk() || before > 0) {
      line_.reset(static_cast<uint8_t*>(AllocateScratch(
          size_t{jpeg_.output_width} * static_cast<size_t>(jpeg_.output_components))));
      if (line_ == nullptr) return absl::ResourceExhaustedError("no memory for a line of a JPEG");
    }
    return ReadLines(window, before, image);
  }

 private:
  struct Progress {
    jpeg_progress_mgr monitor{};  // the first member: the library's pointer is to this
    int64_t most_scans = 0;
  };

  bool is_cmyk() const { return jpeg_.out_color_space == JCS_CMYK; }

  absl::Status Failed() const { return session_.Failed("Invalid JPEG data"); }
  static absl::Status EndsTooSoon() {
    return absl::InvalidArgumentError("Invalid JPEG data: the file ends too soon");
  }

  // Of all components. Counts what the header says, before anything is made for it.
  absl::Status CheckBlocks() {
    int64_t blocks = 0;
    for (int i = 0; i < jpeg_.num_components; ++i) {
      blocks += int64_t{jpeg_.comp_info[i].width_in_blocks} * jpeg_.comp_info[i].height_in_blocks;
    }
    if (blocks > kFreeBlocks + kMaxBlocksAByte * file_bytes_) {
      return absl::InvalidArgumentError(absl::StrCat("Invalid JPEG data: ", file_bytes_,
                                                     " bytes cannot hold ", jpeg_.image_width,
                                                     " by ", jpeg_.image_height, " pixels"));
    }
    const int64_t visits = kFreeVisits + kMaxVisitsAByte * file_bytes_;
    progress_.most_scans = visits / std::max<int64_t>(blocks, 1);
    return absl::OkStatus();
  }

  // The library calls this once a row of blocks.
  static void OnProgress(j_common_ptr jpeg) {
    const Progress* const progress = reinterpret_cast<const Progress*>(jpeg->progress);
    if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number > progress->most_scans)
      static_cast<JpegSession*>(jpeg->client_data)->GiveUp("too many scans");
  }

  absl::Status ChooseColors() {
    channels_ = decoding_.channels == 0 ? std::min(jpeg_.num_components, 3) : decoding_.channels;
    if (channels_ != 1 && channels_ != 3) {
      return absl::InvalidArgumentError(
          absl::StrCat("a JPEG of ", jpeg_.num_components, " components is neither grey nor RGB"));
    }
    const bool is_printed =
        jpeg_.jpeg_color_space == JCS_CMYK || jpeg_.jpeg_color_space == JCS_YCCK;
    jpeg_.out_color_space = channels_ == 1 ? JCS_GRAYSCALE : JCS_RGB;
    if (channels_ == 3 && is_printed) jpeg_.out_color_space = JCS_CMYK;
    return absl::OkStatus();
  }

  absl::Status CheckWindow() const {
    if (!decoding_.window.has_value()) return absl::OkStatus();
    const ImageWindow& window = *decoding_.window;
    if (window.width > 0 && window.height > 0 && window.left >= 0 && window.top >= 0 &&
        window.top + window.height <= jpeg_.output_height &&
        window.left + window.width <= jpeg_.output_width)
      return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "Invalid crop window: y=", window.top, ", x=", window.left, ", h=", window.height,
        ", w=", window.width, " of an image of ", jpeg_.output_height, " by ", jpeg_.output_width));
  }

  absl::Status GoTo(const ImageWindow& window) {
    const bool is_there = session_.Try([this, &window] {
      JDIMENSION left = static_cast<JDIMENSION>(window.left);
      JDIMENSION width = static_cast<JDIMENSION>(window.width);
      jpeg_crop_scanline(&jpeg_, &left, &width);
      jpeg_skip_scanlines(&jpeg_, static_cast<JDIMENSION>(window.top));
    });
    if (!is_there) return Failed();
    return jpeg_.output_scanline == window.top ? absl::OkStatus() : EndsTooSoon();
  }

  absl::Status ReadLines(const ImageWindow& window, int64_t before, uint8_t* image) {
    int64_t lines = 0;
    int64_t* const lines_read = &lines;
    const int64_t wanted = window.height;
    if (!session_.Try([=] {
          while (*lines_read < wanted && ReadLine(before, image + *lines_read * line_bytes_))
            ++*lines_read;
        }))
      return Failed();
    bool is_whole = lines == wanted;
    if (!is_whole && decoding_.try_recover_truncated) {
      Repeat(lines, wanted, image);
      // So that the library does not miss the lines.
      jpeg_.output_scanline = static_cast<JDIMENSION>(window.top + wanted);
      is_whole = true;
    }
    if (is_whole) {
      return session_.Try([this, &window] { Finish(window); }) ? absl::OkStatus() : Failed();
    }
    const float fraction = static_cast<float>(lines) / static_cast<float>(wanted);
    if (fraction < std::min(1.0f, decoding_.acceptable_fraction)) return EndsTooSoon();
    std::memset(image + lines * line_bytes_, 0,
                static_cast<size_t>((wanted - lines) * line_bytes_));
    return absl::OkStatus();
  }

  // Within Try.
  void Finish(const ImageWindow& window) {
    if (decoding_.window.has_value() && jpeg_.output_scanline < jpeg_.output_height) {
      jpeg_skip_scanlines(
          &jpeg_, static_cast<JDIMENSION>(jpeg_.output_height - window.top - window.height));
    }
    jpeg_finish_decompress(&jpeg_);
  }

  // Within Try. False if the file ends within the line.
  bool ReadLine(int64_t before, uint8_t* to) {
    JSAMPROW line = line_ == nullptr ? to : line_.get();
    if (jpeg_read_scanlines(&jpeg_, &line, 1) == 0) return false;
    if (line_ == nullptr) return true;
    const uint8_t* const from = line + before * jpeg_.output_components;
    if (is_cmyk()) {
      ToRgb(from, to);
    } else {
      std::memcpy(to, from, static_cast<size_t>(line_bytes_));
    }
    return true;
  }

  // Adobe's files hold the colours inverted.
  void ToRgb(const uint8_t* cmyk, uint8_t* rgb) const {
    const int flip = jpeg_.saw_Adobe_marker ? 0 : 255;
    for (int64_t i = 0; i < line_bytes_; i += 3, cmyk += 4) {
      const int black = cmyk[3] ^ flip;
      for (int c = 0; c < 3; ++c) rgb[i + c] = static_cast<uint8_t>(black * (cmyk[c] ^ flip) / 255);
    }
  }

  // Fills the lines that are missing with the last that is there, or black.
  void Repeat(int64_t lines, int64_t wanted, uint8_t* image) const {
    const size_t bytes = static_cast<size_t>(line_bytes_);
    for (int64_t y = lines; y < wanted; ++y) {
      uint8_t* const line = image + y * line_bytes_;
      if (y == 0) {
        std::memset(line, 0, bytes);
      } else {
        std::memcpy(line, line - line_bytes_, bytes);
      }
    }
  }

  const JpegDecoding& decoding_;
  const int64_t file_bytes_;
  JpegSession session_;
  JpegSource source_;
  Progress progress_;
  jpeg_decompress_struct jpeg_{};
  int64_t channels_ = 0;
  int64_t line_bytes_ = 0;  // of the result
  ScratchBytes line_;       // a line of the library's, if it is not the result's; else null
};

}  // namespace

absl::Status DecodeJpeg(absl::string_view file, const JpegDecoding& decoding,
                        ImageAllocator allocate) {
  JpegReader reader(file, decoding);
  OPGRAFT_RETURN_IF_ERROR(reader.ReadHeader());
  OPGRAFT_RETURN_IF_ERROR(reader.ChooseOutput());
  OPGRAFT_RETURN_IF_ERROR(reader.Start());
  return reader.DecodeTo(allocate);
}

absl::StatusOr<ImageSize> JpegSize(absl::string_view file) {
  const JpegDecoding decoding;
  JpegReader reader(file, decoding);
  OPGRAFT_RETURN_IF_ERROR(reader.ReadHeader());
  OPGRAFT_RETURN_IF_ERROR(reader.Start());
  return reader.size();
}

}  // namespace opgraft_internal
