# The module is found by the system's Python, with NumPy, and decides a pair.
python3 -c 'import firstcontact, numpy; print(firstcontact.__version__, numpy.__version__, firstcontact.__file__)'
