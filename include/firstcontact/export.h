#pragma once
/// Which names a shared library of FirstContact offers to those who link it.
#include <firstcontact/language.h>

/// Marks what a program can call in, throw from or derive from the shared library. Everything else
/// is hidden in it: cmake/exported_symbols.txt lists what is not.
#if defined(__GNUC__)
#define FIRSTCONTACT_API __attribute__((visibility("default")))
#else
#define FIRSTCONTACT_API
#endif
