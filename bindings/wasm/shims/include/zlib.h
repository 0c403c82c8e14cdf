/// The part of zlib's interface that src/io/gzip.cpp uses, for reading gzip: there is no zlib for
/// WebAssembly in Debian. Nothing is packed in a page, so deflateInit2 always fails.
#pragma once

struct GzipInflater;

using uInt = unsigned;
using uLong = unsigned long;
using Bytef = unsigned char;

struct z_stream {
  Bytef* next_in = nullptr;
  uInt avail_in = 0;
  Bytef* next_out = nullptr;
  uInt avail_out = 0;
  uLong total_out = 0;
  const char* msg = nullptr;
  GzipInflater* state = nullptr;
};

inline constexpr int Z_OK = 0, Z_STREAM_END = 1, Z_STREAM_ERROR = -2, Z_DATA_ERROR = -3,
                     Z_MEM_ERROR = -4, Z_BUF_ERROR = -5;
inline constexpr int Z_NO_FLUSH = 0, Z_FINISH = 4, Z_DEFAULT_COMPRESSION = -1, Z_DEFLATED = 8,
                     Z_DEFAULT_STRATEGY = 0;

/// Only gzip: the window must be 15 + 16.
int inflateInit2(z_stream* stream, int window_bits);
int inflateReset(z_stream* stream);
int inflate(z_stream* stream, int flush);
int inflateEnd(z_stream* stream);

int deflateInit2(z_stream* stream, int level, int method, int window_bits, int memory_level,
                 int strategy);
int deflate(z_stream* stream, int flush);
int deflateEnd(z_stream* stream);
