// Times solve_batch of C++ for batch_bench.py: argument 1 is a file of vertex-face pairs, 24 doubles each, argument 2 the file that
// receives the status and the times of each. A line "fresh" of the standard input asks for a run with new memory for the answers, any other
// line for one with that of the last run; its seconds of processor time are printed.
#include <firstcontact/batch.h>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  using namespace firstcontact;
  static_assert(sizeof(VertexFace) == 24 * sizeof(double));
  if (argc != 3) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  std::vector<VertexFace> pairs(bytes.size() / sizeof(VertexFace));
  std::memcpy(static_cast<void*>(pairs.data()), bytes.data(), pairs.size() * sizeof(VertexFace));
  std::vector<Outcome> outcomes(pairs.size());
  for (std::string line; std::getline(std::cin, line);) {
    const bool fresh = line == "fresh";
    if (fresh) outcomes = {};
    const std::clock_t begin = std::clock();
    if (fresh) outcomes.resize(pairs.size());
    solve_batch(pairs, {}, outcomes);
    std::cout << static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC << std::endl;
  }
  std::ofstream out(argv[2], std::ios::binary);
  for (const Outcome& o : outcomes) {
    const double row[] = {static_cast<double>(o.status), o.toi, o.toi_upper};
    out.write(reinterpret_cast<const char*>(row), sizeof(row));
  }
  return out.flush() ? 0 : 1;
}
