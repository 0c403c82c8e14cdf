#include <cstdio>

#include "answer_digest.h"

int main() {
  for (const auto& d : firstcontact::test::digest_answers(4, 1))
    std::printf("%s %016llx\n", d.name.c_str(), static_cast<unsigned long long>(d.digest));
}
