# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Calls of ops on sound."""
import struct

import numpy as np
from answers import call

SAMPLES = np.int16([0, 1000, -1000, 32767, -32768, 5]).tobytes()


def text(value):
    return np.array(value, object)


def wav(data=SAMPLES, audio_format=1, channels=1, bits=16, extra=b"", riff_size=None, size=None,
        format_size=16):
    rate, frame = 8000, channels * bits // 8
    header = struct.pack("<IHHIIHH", format_size, audio_format, channels, rate, rate * frame, frame, bits)
    body = b"WAVEfmt " + header + bytes(format_size - 16) + extra
    body += b"data" + struct.pack("<I", len(data) if size is None else size) + data
    return b"RIFF" + struct.pack("<I", len(body) if riff_size is None else riff_size) + body


for file in [wav(), wav(channels=2), wav(extra=b"LIST\4\0\0\0abcd"), wav(riff_size=5), wav(size=4),
             wav(format_size=18), wav(data=b"", channels=3)]:
    call("DecodeWav", text(file))
for wanted in [{"desired_channels": 2}, {"desired_samples": 3}, {"desired_samples": 9},
               {"desired_samples": 0}, {"desired_channels": 1, "desired_samples": 2}]:
    call("DecodeWav", text(wav()), **wanted)
    call("DecodeWav", text(wav(channels=3)), **wanted)
for file in [wav(bits=24), wav(bits=8), wav(audio_format=3), wav(size=100), wav(format_size=40),
             wav(channels=0), b"", wav()[:30], wav()[:36], wav()[:42], wav() + wav()[36:],
             wav(data=SAMPLES + b"\1"), wav(size=2**32 - 1), wav(extra=b"LIST\xff\xff\xff\xff"),
             wav(extra=b"LIST\3\0\0\0abc\0"), wav().replace(b"RIFF", b"RIFX"), wav() + b"LIST\4\0\0\0"]:
    call("DecodeWav", text(file))
call("DecodeWav", text([wav()]))
call("EncodeWav", np.float32([[0.5, -0.5], [1.5, -1.5], [2e-5, -2e-5], [1, -1]]), np.int32(100))
call("EncodeWav", np.float32([[0.25]]), np.int32(44100))
call("EncodeWav", np.zeros([1, 0], np.float32), np.int32(100))
call("EncodeWav", np.zeros([1, 1], np.float32), np.int32(0))
call("EncodeWav", np.zeros([1, 1], np.float32), np.int32(-1))
call("EncodeWav", np.zeros([1], np.float32), np.int32(100))

SOUND = np.sin(np.arange(40, dtype=np.float32) * 0.7).reshape(20, 2)
NEAR = {"rtol": 1e-5, "atol": 1e-6}
for window, stride in [(2, 1), (3, 7), (6, 4), (8, 8), (16, 3), (20, 1), (21, 1)]:
    call("AudioSpectrogram", SOUND, window_size=window, stride=stride, **NEAR)
    call("AudioSpectrogram", SOUND[:, :1], window_size=window, stride=stride, magnitude_squared=True,
         **NEAR)
call("AudioSpectrogram", SOUND[:0], window_size=4, stride=1)
call("AudioSpectrogram", SOUND[:, :0], window_size=4, stride=1)
call("AudioSpectrogram", SOUND[:, 0], window_size=4, stride=1)
SPECTRA = np.abs(np.sin(np.arange(2 * 2 * 17, dtype=np.float32))).reshape(2, 2, 17)
call("Mfcc", SPECTRA, np.int32(16000), **NEAR)
call("Mfcc", SPECTRA, np.int32(8000), filterbank_channel_count=5, dct_coefficient_count=5, **NEAR)
call("Mfcc", SPECTRA, np.int32(8000), upper_frequency_limit=3000.0, lower_frequency_limit=300.0,
     filterbank_channel_count=8, dct_coefficient_count=3, **NEAR)
call("Mfcc", SPECTRA[:, :, :2], np.int32(8000), filterbank_channel_count=3, dct_coefficient_count=1,
     **NEAR)
call("Mfcc", SPECTRA, np.int32(4000))
call("Mfcc", SPECTRA[:, :0], np.int32(8000))
call("Mfcc", SPECTRA[:, :, :1], np.int32(8000))
call("Mfcc", SPECTRA, np.int32(0))
call("Mfcc", SPECTRA, np.int32(8000), filterbank_channel_count=5, dct_coefficient_count=7)
call("Mfcc", SPECTRA, np.int32(8000), lower_frequency_limit=-1.0)
call("Mfcc", SPECTRA, np.int32(8000), lower_frequency_limit=200.0, upper_frequency_limit=100.0)
call("Mfcc", SPECTRA[0], np.int32(8000))
