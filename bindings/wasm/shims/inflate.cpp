// Unpacks gzip (RFC 1952) with deflate (RFC 1951), from as many bytes at a time as there are.
//
// The data is read in units: the gzip header, the header of a block, one symbol, the trailer. If
// the bytes run out within a unit, what there is of it is carried over to the next call, which
// starts the unit again.
#include <zlib.h>

#include <array>
#include <cstdint>
#include <new>
#include <string>

namespace {

/// The bytes ran out.
struct OutOfBytes {};
/// The data is not what it should be.
struct Damaged {
  const char* what;
};

constexpr int kMostCodeBits = 15;
constexpr std::uint32_t kWindow = 32768;

/// A canonical Huffman code.
class Code {
 public:
  /// Refuses lengths that say more than a code can, and incomplete codes of more than one symbol.
  void make(const std::uint8_t* lengths, int count) {
    counts_.fill(0);
    for (int i = 0; i < count; ++i) ++counts_[lengths[i]];
    counts_[0] = 0;
    int left = 1, used = 0;
    for (int bits = 1; bits <= kMostCodeBits; ++bits) {
      left = 2 * left - counts_[bits];
      used += counts_[bits];
      if (left < 0) throw Damaged{"invalid code lengths set"};
    }
    if (left > 0 && used > 1) throw Damaged{"incomplete code lengths set"};
    std::array<int, kMostCodeBits + 2> start{};
    for (int bits = 1; bits <= kMostCodeBits; ++bits) start[bits + 1] = start[bits] + counts_[bits];
    for (int i = 0; i < count; ++i)
      if (lengths[i] != 0) symbols_[start[lengths[i]]++] = static_cast<std::uint16_t>(i);
  }

  template <class NextBit>
  int read(NextBit next_bit) const {
    int code = 0, first = 0, index = 0;
    for (int bits = 1; bits <= kMostCodeBits; ++bits) {
      code |= next_bit();
      if (code - counts_[bits] < first) return symbols_[index + (code - first)];
      index += counts_[bits];
      first = (first + counts_[bits]) << 1;
      code <<= 1;
    }
    throw Damaged{"invalid code"};
  }

 private:
  std::array<int, kMostCodeBits + 1> counts_{};
  std::array<std::uint16_t, 288> symbols_{};
};

constexpr std::array<std::uint16_t, 29> kLengthBase = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                       15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                       67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::array<std::uint8_t, 29> kLengthBits = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                      2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::array<std::uint16_t, 30> kDistanceBase = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};

std::uint32_t update_checksum(std::uint32_t checksum, Bytef byte) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> out{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      out[i] = i;
      for (int k = 0; k < 8; ++k) out[i] = (out[i] >> 1) ^ ((out[i] & 1) ? 0xEDB88320u : 0u);
    }
    return out;
  }();
  return table[(checksum ^ byte) & 0xFF] ^ (checksum >> 8);
}

}  // namespace

struct GzipInflater {
  enum class Next { Header, Block, Stored, Symbol, Trailer, End };

  Next next = Next::Header;
  std::string carry;  ///< the beginning of a unit whose end has not come yet
  std::uint32_t bits = 0;
  int bit_count = 0;  ///< bits of a byte that was read, fewer than 8 between units
  bool last_block = false;
  std::uint32_t stored_left = 0;
  Code literals, distances;
  /// A copy from the window that the output had no room for.
  std::uint32_t copy_left = 0, copy_distance = 0;
  std::array<Bytef, kWindow> window{};
  std::uint32_t written = 0;  ///< modulo 2^32
  std::uint64_t total = 0;
  std::uint32_t checksum = 0xFFFFFFFFu;

  // The bytes of this call: first those carried over, then those of the stream.
  const z_stream* stream = nullptr;
  std::size_t at = 0;

  std::size_t size() const { return carry.size() + stream->avail_in; }
  unsigned byte() {
    if (at >= size()) throw OutOfBytes();
    const std::size_t i = at++;
    return i < carry.size() ? static_cast<Bytef>(carry[i]) : stream->next_in[i - carry.size()];
  }
  int bit() {
    if (bit_count == 0) {
      bits = byte();
      bit_count = 8;
    }
    const int out = static_cast<int>(bits & 1u);
    bits >>= 1;
    --bit_count;
    return out;
  }
  std::uint32_t take_bits(int count) {
    std::uint32_t out = 0;
    for (int i = 0; i < count; ++i) out |= static_cast<std::uint32_t>(bit()) << i;
    return out;
  }
  std::uint32_t little_endian(int bytes) {
    std::uint32_t out = 0;
    for (int i = 0; i < bytes; ++i) out |= static_cast<std::uint32_t>(byte()) << (8 * i);
    return out;
  }
  int symbol(const Code& code) {
    return code.read([this] { return bit(); });
  }
  void put(z_stream& out, Bytef value) {
    *out.next_out++ = value;
    --out.avail_out;
    window[written++ % kWindow] = value;
    ++total;
    checksum = update_checksum(checksum, value);
  }

  void read_header() {
    if (byte() != 0x1F || byte() != 0x8B) throw Damaged{"incorrect header check"};
    if (byte() != 8) throw Damaged{"unknown compression method"};
    const unsigned flags = byte();
    if ((flags & 0xE0) != 0) throw Damaged{"unknown header flags set"};
    for (int i = 0; i < 6; ++i) byte();
    if ((flags & 4) != 0)
      for (std::uint32_t left = little_endian(2); left > 0; --left) byte();
    for (const unsigned text : {8u, 16u})
      if ((flags & text) != 0)
        while (byte() != 0) {
        }
    if ((flags & 2) != 0) little_endian(2);
    next = Next::Block;
  }

  void read_lengths() {
    static constexpr std::array<std::uint8_t, 19> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                            11, 4,  12, 3, 13, 2, 14, 1, 15};
    const int literal_count = static_cast<int>(take_bits(5)) + 257;
    const int distance_count = static_cast<int>(take_bits(5)) + 1;
    const int length_count = static_cast<int>(take_bits(4)) + 4;
    if (literal_count > 286 || distance_count > 30)
      throw Damaged{"too many length or distance symbols"};
    std::array<std::uint8_t, 320> lengths{};
    for (int i = 0; i < length_count; ++i)
      lengths[kOrder[i]] = static_cast<std::uint8_t>(take_bits(3));
    Code code;
    code.make(lengths.data(), 19);
    lengths.fill(0);
    for (int i = 0; i < literal_count + distance_count;) {
      const int word = symbol(code);
      if (word < 16) {
        lengths[i++] = static_cast<std::uint8_t>(word);
        continue;
      }
      if (word == 16 && i == 0) throw Damaged{"invalid bit length repeat"};
      const std::uint8_t value = word == 16 ? lengths[i - 1] : std::uint8_t{0};
      const int repeat = word == 16   ? 3 + static_cast<int>(take_bits(2))
                         : word == 17 ? 3 + static_cast<int>(take_bits(3))
                                      : 11 + static_cast<int>(take_bits(7));
      if (i + repeat > literal_count + distance_count) throw Damaged{"invalid bit length repeat"};
      for (int k = 0; k < repeat; ++k) lengths[i++] = value;
    }
    if (lengths[256] == 0) throw Damaged{"invalid code -- missing end-of-block"};
    literals.make(lengths.data(), literal_count);
    distances.make(lengths.data() + literal_count, distance_count);
  }

  void read_block() {
    const bool last = bit() != 0;
    const std::uint32_t type = take_bits(2);
    if (type == 0) {
      bit_count = 0;
      const std::uint32_t length = little_endian(2), inverse = little_endian(2);
      if ((length ^ inverse) != 0xFFFF) throw Damaged{"invalid stored block lengths"};
      stored_left = length;
      next = Next::Stored;
    } else if (type == 1) {
      std::array<std::uint8_t, 288> lengths{};
      for (int i = 0; i < 288; ++i)
        lengths[i] = i < 144   ? std::uint8_t{8}
                     : i < 256 ? std::uint8_t{9}
                     : i < 280 ? std::uint8_t{7}
                               : std::uint8_t{8};
      literals.make(lengths.data(), 288);
      lengths.fill(5);
      distances.make(lengths.data(), 32);
      next = Next::Symbol;
    } else if (type == 2) {
      read_lengths();
      next = Next::Symbol;
    } else {
      throw Damaged{"invalid block type"};
    }
    last_block = last;
  }

  void end_block() { next = last_block ? Next::Trailer : Next::Block; }

  void read_symbol(z_stream& out) {
    const int word = symbol(literals);
    if (word < 256) {
      put(out, static_cast<Bytef>(word));
      return;
    }
    if (word == 256) {
      end_block();
      return;
    }
    if (word > 285) throw Damaged{"invalid literal/length code"};
    const std::uint32_t length = kLengthBase[word - 257] + take_bits(kLengthBits[word - 257]);
    const int place = symbol(distances);
    if (place > 29) throw Damaged{"invalid distance code"};
    const std::uint32_t distance = kDistanceBase[place] + take_bits(place < 2 ? 0 : place / 2 - 1);
    if (distance > total) throw Damaged{"invalid distance too far back"};
    copy_left = length;
    copy_distance = distance;
  }

  void read_trailer() {
    bit_count = 0;
    if (little_endian(4) != ~checksum) throw Damaged{"incorrect data check"};
    if (little_endian(4) != static_cast<std::uint32_t>(total))
      throw Damaged{"incorrect length check"};
    next = Next::End;
  }

  void read_unit(z_stream& out) {
    switch (next) {
      case Next::Header: read_header(); break;
      case Next::Block: read_block(); break;
      case Next::Symbol: read_symbol(out); break;
      case Next::Stored:
        if (stored_left == 0) {
          end_block();
        } else {
          put(out, static_cast<Bytef>(byte()));
          --stored_left;
        }
        break;
      case Next::Trailer: read_trailer(); break;
      case Next::End: break;
    }
  }

  /// The bytes up to `used` are done with.
  void give_back(z_stream& s, std::size_t used) {
    const std::size_t of_stream = used > carry.size() ? used - carry.size() : 0;
    carry.erase(0, used);
    s.next_in += of_stream;
    s.avail_in -= static_cast<uInt>(of_stream);
  }

  int run(z_stream& s) {
    stream = &s;
    at = 0;
    while (next != Next::End) {
      for (; copy_left > 0 && s.avail_out > 0; --copy_left)
        put(s, window[(written - copy_distance) % kWindow]);
      if (s.avail_out == 0) break;
      const std::size_t unit = at;
      const std::uint32_t unit_bits = bits;
      const int unit_bit_count = bit_count;
      try {
        read_unit(s);
      } catch (const OutOfBytes&) {
        bits = unit_bits;
        bit_count = unit_bit_count;
        give_back(s, unit);
        carry.append(reinterpret_cast<const char*>(s.next_in), s.avail_in);
        s.next_in += s.avail_in;
        s.avail_in = 0;
        return Z_OK;
      }
    }
    give_back(s, at);
    return next == Next::End ? Z_STREAM_END : Z_OK;
  }
};

int inflateInit2(z_stream* stream, int window_bits) {
  if (window_bits != 15 + 16) return Z_STREAM_ERROR;
  stream->state = new (std::nothrow) GzipInflater;
  return stream->state != nullptr ? Z_OK : Z_MEM_ERROR;
}

int inflateReset(z_stream* stream) {
  *stream->state = GzipInflater();
  stream->total_out = 0;
  return Z_OK;
}

int inflate(z_stream* stream, int /*flush*/) {
  try {
    const int status = stream->state->run(*stream);
    stream->total_out = static_cast<uLong>(stream->state->total);
    return status;
  } catch (const Damaged& damage) {
    stream->msg = damage.what;
    return Z_DATA_ERROR;
  } catch (const std::bad_alloc&) {
    return Z_MEM_ERROR;
  }
}

int inflateEnd(z_stream* stream) {
  delete stream->state;
  stream->state = nullptr;
  return Z_OK;
}

int deflateInit2(z_stream*, int, int, int, int, int) { return Z_STREAM_ERROR; }
int deflate(z_stream*, int) { return Z_STREAM_ERROR; }
int deflateEnd(z_stream*) { return Z_OK; }
