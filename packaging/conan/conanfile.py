"""The recipe for Conan 2, used from a clone: conan create packaging/conan --build=missing"""
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class FirstContactRecipe(ConanFile):
    name = "firstcontact"
    description = "Continuous collision detection that never misses a contact"
    license = "MIT"
    package_type = "static-library"
    settings = "os", "compiler", "build_type", "arch"

    def set_version(self):
        header = os.path.join(self.recipe_folder, "../../include/firstcontact/version.h")
        self.version = re.search(r'FIRSTCONTACT_VERSION "([0-9.]+)"', load(self, header))[1]

    def export_sources(self):
        clone = os.path.join(self.recipe_folder, "../..")
        for pattern in ("CMakeLists.txt", "LICENSE", "CHANGELOG.md", "cmake/*", "include/*", "src/*",
                        "bindings/ompl/*", "packaging/debian/*"):
            copy(self, pattern, src=clone, dst=self.export_sources_folder)

    def requirements(self):
        # Public headers include Eigen's; the others are linked.
        self.requires("eigen/3.4.0", transitive_headers=True)
        self.requires("fmt/[>=9]")
        self.requires("gmp/[>=6.2]")
        self.requires("highway/[>=1.0.3]")
        self.requires("nlohmann_json/[>=3.11]")
        self.requires("onetbb/[>=2021]")
        self.requires("tinyxml2/[>=9]")
        self.requires("zlib/[>=1.2.11 <2]")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({
            "FIRSTCONTACT_FILES": True, "FIRSTCONTACT_APPS": False, "FIRSTCONTACT_TESTS": False,
            "FIRSTCONTACT_BENCHMARKS": False, "CMAKE_UNITY_BUILD": True})
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder,
             dst=os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        def component(name, libraries, requires):
            part = self.cpp_info.components[name]
            part.set_property("cmake_target_name", f"firstcontact::{name}")
            part.libs, part.requires = libraries, requires

        component("firstcontact", ["firstcontact"],
                  ["eigen::eigen", "gmp::gmp", "highway::highway", "onetbb::onetbb"])
        component("files", ["firstcontact_io"],
                  ["firstcontact", "zlib::zlib", "nlohmann_json::nlohmann_json"])
        component("io", ["firstcontact_robot_io"], ["files", "tinyxml2::tinyxml2"])
        component("proof", ["firstcontact_proof", "firstcontact_verify"], ["files", "fmt::fmt"])
        self.cpp_info.components["firstcontact"].system_libs = ["pthread"]
