# ZLIB is one of the shims here, compiled with the rest: there is no package of it for WebAssembly.
if(NOT TARGET ZLIB::ZLIB)
  add_library(ZLIB::ZLIB INTERFACE IMPORTED)
endif()
set(ZLIB_FOUND TRUE)
