#pragma once
/// Says which language is needed before anything else fails for want of it.

#if defined(_MSVC_LANG)
#define FIRSTCONTACT_LANGUAGE _MSVC_LANG
#else
#define FIRSTCONTACT_LANGUAGE __cplusplus
#endif
#if FIRSTCONTACT_LANGUAGE < 202002L
#error \
    "FirstContact needs C++20: compile with -std=c++20 (Visual C++: /std:c++20; CMake: set CMAKE_CXX_STANDARD to 20)"
#endif
#undef FIRSTCONTACT_LANGUAGE
