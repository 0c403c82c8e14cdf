// The header by itself, as C99.
#include <firstcontact/c.h>

typedef int translation_unit_is_not_empty;
