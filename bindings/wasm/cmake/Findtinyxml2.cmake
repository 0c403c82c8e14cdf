# tinyxml2 is one of the shims here, compiled with the rest: there is no package of it for WebAssembly.
if(NOT TARGET tinyxml2::tinyxml2)
  add_library(tinyxml2::tinyxml2 INTERFACE IMPORTED)
endif()
set(tinyxml2_FOUND TRUE)
