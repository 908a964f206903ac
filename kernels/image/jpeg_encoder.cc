// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <exception>

#include "kernels/image/jpeg.h"
#include "kernels/image/jpeg_session.h"

namespace opgraft_internal {
namespace {

constexpr int kXmpMarker = JPEG_APP0 + 1;
// What the marker's contents begin with, its final zero too.
constexpr char kXmpName[] = "http://ns.adobe.com/xap/1.0/";

// Writes one JPEG file at the end of a string, which it borrows.
class JpegWriter {
 public:
  explicit JpegWriter(std::string* file) : file_(file) {
    session_.Adopt(&jpeg_);
    target_.init_destination = Init;
    target_.empty_output_buffer = Empty;
    target_.term_destination = Term;
  }
  ~JpegWriter() { jpeg_destroy_compress(&jpeg_); }
  JpegWriter(const JpegWriter&) = delete;
  JpegWriter& operator=(const JpegWriter&) = delete;

  absl::Status Write(const uint8_t* samples, const ImageSize& size, const JpegEncoding& encoding) {
    const bool is_written = session_.Try([&] {
      jpeg_create_compress(&jpeg_);
      jpeg_.dest = &target_;
      Describe(size, encoding);
      jpeg_start_compress(&jpeg_, TRUE);
      WriteMetadata(encoding.xmp_metadata);
      for (int64_t y = 0; y < size.height; ++y) {
        JSAMPROW line = const_cast<uint8_t*>(samples + y * size.width * size.channels);
        jpeg_write_scanlines(&jpeg_, &line, 1);
      }
      jpeg_finish_compress(&jpeg_);
    });
    return is_written ? absl::OkStatus() : session_.Failed("JPEG encoding failed");
  }

 private:
  static JpegWriter* Of(j_compress_ptr jpeg) { return reinterpret_cast<JpegWriter*>(jpeg->dest); }

  static void Init(j_compress_ptr jpeg) {
    jpeg->dest->next_output_byte = Of(jpeg)->buffer_;
    jpeg->dest->free_in_buffer = sizeof(buffer_);
  }
  static boolean Empty(j_compress_ptr jpeg) {
    Of(jpeg)->Append(sizeof(buffer_));
    Init(jpeg);
    return TRUE;
  }
  static void Term(j_compress_ptr jpeg) {
    Of(jpeg)->Append(sizeof(buffer_) - jpeg->dest->free_in_buffer);
  }

  // Within Try.
  void Append(size_t bytes) {
    bool has_memory = true;
    try {
      file_->append(reinterpret_cast<const char*>(buffer_), bytes);
    } catch (const std::exception&) {
      has_memory = false;
    }
    if (has_memory) return;
    // Not from within the handler: the jump would leave the exception there.
    session_.NoteMemoryIsGone();
    session_.GiveUp("no memory");
  }

  void Describe(const ImageSize& size, const JpegEncoding& encoding) {
    jpeg_.image_width = static_cast<JDIMENSION>(size.width);
    jpeg_.image_height = static_cast<JDIMENSION>(size.height);
    jpeg_.input_components = static_cast<int>(size.channels);
    jpeg_.in_color_space = size.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&jpeg_);
    if (encoding.optimize_size) jpeg_.optimize_coding = TRUE;
    jpeg_.density_unit = encoding.density_in_cm ? 2 : 1;
    jpeg_.X_density = static_cast<UINT16>(encoding.x_density);
    jpeg_.Y_density = static_cast<UINT16>(encoding.y_density);
    jpeg_set_quality(&jpeg_, static_cast<int>(encoding.quality), TRUE);
    if (encoding.progressive) jpeg_simple_progression(&jpeg_);
    if (encoding.chroma_downsampling) return;
    for (int i = 0; i < jpeg_.num_components; ++i)
      jpeg_.comp_info[i].h_samp_factor = jpeg_.comp_info[i].v_samp_factor = 1;
  }

  void WriteMetadata(absl::string_view xmp) {
    if (xmp.empty()) return;
    jpeg_write_m_header(&jpeg_, kXmpMarker, static_cast<unsigned>(sizeof(kXmpName) + xmp.size()));
    for (const char c : kXmpName) jpeg_write_m_byte(&jpeg_, c);
    for (const char c : xmp) jpeg_write_m_byte(&jpeg_, static_cast<uint8_t>(c));
  }

  jpeg_destination_mgr target_{};  // the first member: the library's pointer is to this
  std::string* const file_;
  JpegSession session_;
  jpeg_compress_struct jpeg_{};
  JOCTET buffer_[1 << 14];
};

}  // namespace

absl::Status EncodeJpeg(const uint8_t* samples, const ImageSize& size, const JpegEncoding& encoding,
                        std::string* file) {
  return JpegWriter(file).Write(samples, size, encoding);
}

}  // namespace opgraft_internal
