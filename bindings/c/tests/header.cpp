// The header by itself, as C++11: it does not need what the other headers do.
#include <firstcontact/c.h>
