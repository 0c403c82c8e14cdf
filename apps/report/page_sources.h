#pragma once
/// The files of the page beside this one, as text (made by embed.cmake).

namespace firstcontact::apps::page_sources {

extern const char* const page;  ///< with the places @STYLE@, @DATA@ and @SCRIPT@
extern const char* const style;
extern const char* const base_script;
extern const char* const plot_script;
extern const char* const table_script;
extern const char* const figures_script;
extern const char* const report_script;

}  // namespace firstcontact::apps::page_sources
