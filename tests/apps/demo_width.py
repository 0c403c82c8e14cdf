"""demo_width.py PROGRAM: runs the demonstration. Fails if it does, or if a line has more than 100 columns."""
import subprocess
import sys

LARGEST_WIDTH = 100

done = subprocess.run([sys.argv[1]], stdout=subprocess.PIPE, text=True, check=True)
lines = done.stdout.splitlines()
if len(lines) < 50:
    sys.exit(f"only {len(lines)} lines")
wide = [line for line in lines if len(line) > LARGEST_WIDTH]
for line in wide:
    print(f"{len(line)} columns: {line}")
sys.exit(1 if wide else 0)
