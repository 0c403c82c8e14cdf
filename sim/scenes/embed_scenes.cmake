# Included by sim/CMakeLists.txt: the scene files become strings, so that the program needs no file beside it. Run as a script
# (cmake -DOUTPUT=file.cpp -DFOLDER=dir -P embed_scenes.cmake) it writes them into one C++ file.
if(CMAKE_SCRIPT_MODE_FILE)
  file(GLOB files ${FOLDER}/*.json)
  list(SORT files)
  set(entries "")
  foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} content)
    string(LENGTH "${content}" length)
    if(length GREATER 60000)
      message(FATAL_ERROR "${file} has ${length} characters: too long for one string")
    endif()
    string(APPEND entries "    {\"${name}\", R\"~~~(${content})~~~\"},\n")
  endforeach()
  file(WRITE ${OUTPUT} "// Made from sim/scenes/*.json by embed_scenes.cmake.
#include \"sim/built_in_scenes.h\"

namespace firstcontact::sim {

std::span<const BuiltInScene> built_in_scenes() {
  static constexpr BuiltInScene kScenes[] = {
${entries}  };
  return kScenes;
}

}  // namespace firstcontact::sim
")
  return()
endif()

file(GLOB scene_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.json)
add_custom_command(OUTPUT built_in_scenes.cpp
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/built_in_scenes.cpp -DFOLDER=${CMAKE_CURRENT_LIST_DIR}
          -P ${CMAKE_CURRENT_LIST_DIR}/embed_scenes.cmake
  DEPENDS ${scene_files} ${CMAKE_CURRENT_LIST_DIR}/embed_scenes.cmake)
target_sources(firstcontact_sim PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/built_in_scenes.cpp)
