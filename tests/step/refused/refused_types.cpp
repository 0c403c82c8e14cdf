// Must not compile: REFUSED names the case, and the compiler's output must hold the message that
// the test expects. Case 0 compiles: it shows that the others fail for the reason given and no
// other.
#include <firstcontact/firstcontact.h>

int main() {
  using namespace firstcontact;
  const Mesh mesh({.vertex_count = 4});
  const Eigen::MatrixXd x = Eigen::MatrixXd::Zero(4, 3);
#if REFUSED == 0
  return decide_step(mesh, x, x).free() ? 0 : 1;
#elif REFUSED == 1  // a vector of all coordinates
  const Eigen::VectorXd flat = Eigen::VectorXd::Zero(12);
  return decide_step(mesh, x, flat).free() ? 0 : 1;
#elif REFUSED == 2
  const Eigen::RowVectorXd flat = Eigen::RowVectorXd::Zero(12);
  return decide_step(mesh, x, flat).free() ? 0 : 1;
#elif REFUSED == 3  // integers
  const Eigen::MatrixXi integers = Eigen::MatrixXi::Zero(4, 3);
  return decide_step(mesh, x, integers).free() ? 0 : 1;
#elif REFUSED == 4  // a transposed matrix of fixed size
  const Eigen::Matrix<double, 3, 4> transposed = Eigen::Matrix<double, 3, 4>::Zero();
  return decide_step(mesh, x, transposed).free() ? 0 : 1;
#elif REFUSED == 5  // four coordinates a vertex
  const Eigen::Matrix<double, Eigen::Dynamic, 4> homogeneous = Eigen::MatrixXd::Zero(4, 4);
  return decide_step(mesh, x, homogeneous).free() ? 0 : 1;
#elif REFUSED == 6  // an expression
  return decide_step(mesh, x, x + x).free() ? 0 : 1;
#elif REFUSED == 7  // one point
  const Eigen::Vector3d point = Eigen::Vector3d::Zero();
  return decide_step(mesh, x, point).free() ? 0 : 1;
#elif REFUSED == 8  // faces that are no integers
  return Mesh::rows<3>(x).empty() ? 0 : 1;
#elif REFUSED == 9  // edges where faces are asked for
  const Eigen::Matrix<int, Eigen::Dynamic, 2> edges = Eigen::MatrixXi::Zero(1, 2);
  return Mesh::rows<3>(edges).empty() ? 0 : 1;
#endif
}
