#pragma once
/// Opens an address in the user's browser.
#include <string>

namespace firstcontact::apps {

/// Starts the browser by xdg-open, in a process of its own. False if there is no xdg-open in PATH,
/// or no screen (neither DISPLAY nor WAYLAND_DISPLAY is set).
bool open_browser(const std::string& address);

}  // namespace firstcontact::apps
