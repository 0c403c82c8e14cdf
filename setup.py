"""Builds the native module of the Python package with CMake. pyproject.toml has everything else.

The folder of CMake is build/wheel. CMAKE_ARGS adds arguments for CMake.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()
FOLDER = ROOT / "build" / "wheel"


def version():
    """The version is written in one header only."""
    text = (ROOT / "include/firstcontact/version.h").read_text(encoding="utf-8")
    return re.search(r'FIRSTCONTACT_VERSION "([0-9.]+)"', text)[1]


class BuildWithCMake(build_ext):
    def build_extension(self, extension):
        configure = ["cmake", "-S", str(ROOT), "-B", str(FOLDER), "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
                     "-DFIRSTCONTACT_APPS=OFF", "-DFIRSTCONTACT_TESTS=OFF", "-DFIRSTCONTACT_BENCHMARKS=OFF",
                     "-DFIRSTCONTACT_PYTHON=ON", f"-DFIRSTCONTACT_PYTHON_EXECUTABLE={sys.executable}"]
        if shutil.which("ninja"):
            configure += ["-G", "Ninja"]
        if shutil.which("ccache"):
            configure.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        # So that the compiler cache knows sources again that the other builds of this clone have compiled.
        os.environ.setdefault("CCACHE_BASEDIR", str(ROOT))
        os.environ.setdefault("CCACHE_NOHASHDIR", "1")
        subprocess.run(configure + shlex.split(os.environ.get("CMAKE_ARGS", "")), check=True)
        jobs = str(self.parallel or os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", str(FOLDER), "--target", "firstcontact_python", "--parallel", jobs], check=True)
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(FOLDER / "python/firstcontact" / target.name, target)


FOLDER.mkdir(parents=True, exist_ok=True)  # setuptools writes there before CMake does
setup(version=version(), ext_modules=[Extension("firstcontact._native", sources=[])], cmdclass={"build_ext": BuildWithCMake},
      options={"build": {"build_base": "build/wheel/setuptools"}, "egg_info": {"egg_base": "build/wheel"}})
