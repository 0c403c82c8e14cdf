# cmake -DOUTPUT=file.cpp -DFOLDER=dir -P embed.cmake: the sources of the page as raw strings of one C++ file. Each file is a string
# of its own, because compilers need not take literals of more than 65,536 characters.
set(text "// Made from the files beside report_page.cpp by embed.cmake.\n#include \"report/page_sources.h\"\n\n")
string(APPEND text "namespace firstcontact::apps::page_sources {\n\n")
foreach(pair page:page.html style:report.css base_script:base.js plot_script:plot.js table_script:table.js figures_script:figures.js
             report_script:report.js)
  string(REPLACE ":" ";" parts ${pair})
  list(GET parts 0 name)
  list(GET parts 1 file)
  file(READ ${FOLDER}/${file} content)
  string(LENGTH "${content}" length)
  if(length GREATER 60000)
    message(FATAL_ERROR "${file} has ${length} characters: too long for one string")
  endif()
  string(APPEND text "const char* const ${name} = R\"~~~(${content})~~~\";\n\n")
endforeach()
string(APPEND text "}  // namespace firstcontact::apps::page_sources\n")
file(WRITE ${OUTPUT} "${text}")
