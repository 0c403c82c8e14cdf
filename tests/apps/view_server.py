"""A running `firstcontact view`, for the suites that talk to it."""
import os
import re
import signal
import socket
import subprocess

from command import COMMAND


class Answer:
    """The status, the header fields (names in lower case) and the body of an HTTP answer."""

    def __init__(self, data):
        head, _, self.body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1])
        self.fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}


class Server:
    """Started with the files of `view`; `stop` ends it with Ctrl-C and returns exit code, output and errors."""

    def __init__(self, *arguments, **variables):
        self.process = subprocess.Popen([COMMAND, "view", "--no-browser", *map(str, arguments)], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, errors="replace", env={**os.environ, **variables})
        self.first_line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.first_line)
        if not found:
            raise AssertionError(self.first_line + "".join(self.process.communicate(timeout=60)))
        self.port = int(found[1])

    def connect(self, timeout=60):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def send(self, request, timeout=60):
        """The answer to these bytes; None if the connection was closed without one."""
        with self.connect(timeout) as connection:
            try:
                connection.sendall(request)
            except OSError:  # refused before all was sent
                pass
            return self.receive(connection)

    @staticmethod
    def receive(connection):
        data = b""
        while block := connection.recv(1 << 16):
            data += block
        return Answer(data) if data else None

    def get(self, target, method="GET", host=None, **fields):
        """The answer to a request; fields with _ for -."""
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        return self.send("\r\n".join([*lines, "", ""]).encode("latin-1"))

    def stop(self, number=signal.SIGINT):
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err

    def kill(self):
        self.process.kill()
        self.process.communicate(timeout=60)
