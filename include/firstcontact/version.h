#pragma once
/// The library's version: the one place it is written.
#define FIRSTCONTACT_VERSION "0.1.0"
