# CMakeLists.txt defines the target: the headers of the machine's Eigen.
set(Eigen3_FOUND TRUE)
