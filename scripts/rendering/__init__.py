"""The parts of render_frames.py: reading PLY files, drawing, writing PNG files."""
