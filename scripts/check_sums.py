#!/usr/bin/env python3
"""Checks that the library uses the sums of src/arith/fixed_order.h and not those of Eigen.

Answers have the same bits everywhere. Eigen's dot, norm, sum and matrix products add in an order
that depends on the instruction set, on the type of the expression and on addresses. Prints
"file:line: why" for every use of them in the folders below and exits with 1 if there is any. The
text of a source does not show every product of matrices, so --symbols looks at the symbols of a
build without optimisation too, in which every function that is used has one.

    check_sums.py [ROOT]              the sources of ROOT; by default of this repository
    check_sums.py --symbols FILE…     static libraries or programs compiled with -O0
    check_sums.py --self-test         checks the checker on a tree made for it
"""
import re
import subprocess
import sys
from pathlib import Path

import checker

FOLDERS = ["include/firstcontact", "src", "baselines", "apps"]
# The verifier proves in integers and compares inputs with room for rounding. It shares no code with
# the solver.
EXEMPT = "src/verify/"
SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".inl"}
HEADER = "arith/fixed_order.h"

# what Eigen calls it -> what to write instead
INSTEAD = {
    "dot": "dot(a, b)",
    "norm": "norm(a)",
    "blueNorm": "norm(a)",
    "squaredNorm": "squared_norm(a)",
    "stableNorm": "scaled_norm(a)",
    "hypotNorm": "scaled_norm(a)",
    "normalized": "normalized(a)",
    "normalize": "a = normalized(a)",
    "stableNormalized": "a / scaled_norm(a)",
    "stableNormalize": "a /= scaled_norm(a)",
    "sum": "sum(a)",
    "mean": "sum(a) / a.size()",
    "prod": "a product written out",
    "trace": "a sum written out",
    "isApprox": "norm(a - b) <= …",
    "isOrthogonal": "dot(a, b)",
    "isUnitary": "times(m.transpose(), m)",
    "unitOrthogonal": "normalized(a.cross(…))",
    "lazyProduct": "times(a, b)",
    "noalias": "times(a, b)",
}
MEMBER = re.compile(r"(?:\.|->)\s*(?:template\s+)?(" + "|".join(INSTEAD) + r")\s*\(")
LENGTH = re.compile(r"\blpNorm\s*<\s*[12]\s*>")
PRODUCT = re.compile(r"\btranspose\(\)\s*\*|\b(?:linear|rotation|axes)\s*\*\s|[\w)\]]\s*\*\s*[\w.\[\]]+\.transpose\(\)")
TYPE = re.compile(r"\bEigen::(Quaternion\w*|AngleAxis\w*|Transform|Isometry\w+|Affine\w+)\b")
MODULE = re.compile(r"^\s*#\s*include\s*<Eigen/(?!Core>|Geometry>)(\w+)>")
# A string (kept) or a comment (blanked): whichever starts first.
COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.S)

# Demangled names. Sums of integers, minima and maxima are the same in any order.
SYMBOL = re.compile(r"Eigen::Product<.*\b(?:double|float)\b|redux_impl<Eigen::internal::scalar_(?:sum|product)_op<(?:double|float)"
                    r"|Eigen::\w+::stable_norm|Eigen::Quaternion|Eigen::internal::quat_product")


def line_violations(line):
    for m in MEMBER.finditer(line):
        yield f".{m[1]}() of Eigen adds in an order that is not fixed: write {INSTEAD[m[1]]}, of {HEADER}"
    if LENGTH.search(line):
        yield f".lpNorm of Eigen adds in an order that is not fixed: write norm(a), of {HEADER}"
    if PRODUCT.search(line):
        yield f"a product of Eigen's matrices adds in an order that is not fixed: write times(a, b), of {HEADER}"
    if m := TYPE.search(line):
        yield f"Eigen::{m[1]} multiplies in an order that is not fixed: use Mat3 and times(a, b), of {HEADER}"
    if m := MODULE.match(line):
        yield f"<Eigen/{m[1]}>: only Core and Geometry, and of them what works coefficient by coefficient"


def source_violations(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SUFFIXES or not path.is_file() or str(path.relative_to(root)).startswith(EXEMPT):
                continue
            text = COMMENT.sub(lambda m: m[1] or "\n" * m[0].count("\n"), path.read_text(encoding="utf-8"))
            for number, line in enumerate(text.splitlines(), 1):
                for why in line_violations(re.sub(r'"(?:\\.|[^"\\])*"', '""', line)):
                    yield f"{path.relative_to(root)}:{number}: {why}"


def symbol_violations(listing):
    """One violation for each object file in the output of `nm -C`, with its first symbol."""
    file, found = "?", {}
    for line in listing.splitlines():
        if m := re.fullmatch(r"(\S+):", line):
            file = m[1]
        elif SYMBOL.search(line):
            found.setdefault(file, re.sub(r"^[0-9a-f ]*[A-Za-z] ", "", line))
    return [f"{file}: uses a sum or product of Eigen's, whose order is not fixed: use those of {HEADER}. {symbol[:200]}"
            for file, symbol in found.items()]


# file -> (content, the violations that the checker must find in it: line and words of the reason)
SELF_TEST = {
    "src/narrow/good.cpp": ('#include <Eigen/Geometry>\n// a.dot(b)\n/* a.norm()\n*/ auto s = "a.sum()"; auto n = norm(a - b);\n'
                            "auto t = times(m.transpose(), x) * 2 + a.cross(b) + a.cwiseAbs();\nauto l = a.lpNorm<Eigen::Infinity>();\n"
                            "double linear = 2, y = outer.norm * z.maxCoeff();\n", []),
    "src/narrow/bad.cpp": ("#include <Eigen/Dense>\nauto x = a.dot(b) + c->squaredNorm();\nauto y = (a - b)\n  .stableNorm();\n"
                           "a.normalize();\nauto z = a.template lpNorm<2>();\n",
                           [(1, "Eigen/Dense"), (2, "dot(a, b)"), (2, "squared_norm"), (4, "scaled_norm"), (5, "normalized"),
                            (6, "lpNorm")]),
    "src/motion/product.h": ("Vec3 x = m.transpose() * y;\nVec3 z = map.linear * y;\nMat3 s = w * d * d.transpose();\n"
                             "out.noalias() = a;\nEigen::Quaterniond q;\n",
                             [(1, "times"), (2, "times"), (3, "times"), (4, "times"), (5, "Quaterniond")]),
    "include/firstcontact/bad.h": ("double d = x.sum();\n", [(1, "sum(a)")]),
    "apps/tool/bad.cpp": ("double d = x.mean();\n", [(1, "sum(a)")]),
    "src/verify/free.cpp": ("double d = x.dot(y);\n", []),
    "tests/free.cpp": ("double d = x.dot(y);\n", []),
}
SELF_TEST_SYMBOLS = """
good.cpp.o:
0000 W Eigen::internal::redux_impl<Eigen::internal::scalar_max_op<double, double, 0>, X>::run()
0000 W Eigen::Product<Eigen::Matrix<long, 3, 3, 0, 3, 3>, Eigen::Matrix<long, 3, 1, 0, 3, 1>, 0>::rows() const
product.cpp.o:
0000 W Eigen::Product<Eigen::Matrix<double, 3, 3, 0, 3, 3>, Eigen::Matrix<double, 3, 1, 0, 3, 1>, 0>::rows() const
sum.cpp.o:
0000 W double Eigen::internal::redux_impl<Eigen::internal::scalar_sum_op<double, double>, X>::run()
"""


def self_test():
    expected, found = checker.find_in_tree(SELF_TEST, source_violations)
    expected += [(f"{name}: ", "fixed_order.h") for name in ("product.cpp.o", "sum.cpp.o")]
    return checker.judge_self_test(expected, found + symbol_violations(SELF_TEST_SYMBOLS))


def main(arguments):
    if arguments[:1] == ["--symbols"] and len(arguments) > 1:
        nm = subprocess.run(["nm", "-C", *arguments[1:]], check=True, capture_output=True, text=True)
        return checker.report(symbol_violations(nm.stdout))
    return checker.main(arguments, __doc__, "src", source_violations, self_test)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
