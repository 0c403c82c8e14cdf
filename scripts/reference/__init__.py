"""The parts of scripts/make_reference.py: headers are parsed, and pages are written from them."""
