"""firstcontact view: who may ask, what is served, and how it ends."""
import base64
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import unittest

from command import COMMAND, VIEWER, CommandTest, read_text, run
from view_server import Server


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


class ViewTest(CommandTest):
    def serve(self, *arguments, **variables):
        server = Server(*arguments, **variables)
        self.addCleanup(server.kill)
        return server

    def secret(self):
        return self.write("the secret that nobody may see", "secret.txt")


class Refusals(ViewTest):
    def test_only_loopback_is_listened_on(self):
        port = self.serve().port
        listening = [line.split() for name in ("tcp", "tcp6") for line in read_text(f"/proc/net/{name}").splitlines()[1:]]
        addresses = [row[1] for row in listening if row[3] == "0A" and row[1].endswith(f":{port:04X}")]
        self.assertEqual(addresses, [f"0100007F:{port:04X}"])

    def test_a_host_that_is_not_ours_is_refused(self):
        server = self.serve(self.secret())
        port = server.port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"127.0.0.1:{port}.evil.example",
                     f"localhost.evil.example:{port}", f"127.0.0.1:{port},evil.example", f"[::1]:{port}", f"0.0.0.0:{port}"):
            for target in ("/", "/files.json", "/files/0"):
                answer = server.get(target, host=host)
                self.assertEqual(answer.status, 403, host)
                self.assertNotIn(b"secret that", answer.body)
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LocalHost:{port}"):
            self.assertEqual(server.get("/", host=host).status, 200, host)
        self.assertEqual(server.send(b"GET / HTTP/1.1\r\n\r\n").status, 400)
        own = f"Host: 127.0.0.1:{port}\r\n".encode()
        self.assertEqual(server.send(b"GET / HTTP/1.1\r\n" + own + own + b"\r\n").status, 400)

    def test_another_origin_is_refused(self):
        server = self.serve(self.secret())
        port = server.port
        for origin in ("http://evil.example", "null", "", f"https://127.0.0.1:{port}", "http://127.0.0.1", f"http://127.0.0.1:{port + 1}",
                       f"http://127.0.0.1:{port}@evil.example", f"http://evil.example:{port}"):
            answer = server.get("/files/0", Origin=origin)
            self.assertEqual(answer.status, 403, origin)
            self.assertNotIn("access-control-allow-origin", answer.fields)
        for origin in (f"http://127.0.0.1:{port}", f"http://localhost:{port}"):
            self.assertEqual(server.get("/files/0", Origin=origin).status, 200, origin)
        for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)):
            self.assertEqual(server.get("/files/0", Sec_Fetch_Site=site).status, status, site)

    def test_no_target_leads_to_another_file(self):
        folder = self.path("served")
        os.makedirs(folder)
        served = self.write("served", "served", "file.csv")
        self.secret()
        server = self.serve(served)
        for target in ("/../secret.txt", "/files/../secret.txt", "/files/../../../../../../etc/passwd", "/files/%2e%2e/secret.txt",
                       "/files/..%2fsecret.txt", "/files/0/../../secret.txt", "//etc/passwd", "/etc/passwd", self.path("secret.txt"), served,
                       "/files/1", "/files/00", "/files/-0", "/files/+0", "/files/-1", "/files/0x0", "/files/0/", "/files/0%00",
                       "/files/4294967296", "/files/99999999999999999999", "/files/", "/files", "/files.json/", "/viewer.html",
                       "/files\\0", "/FILES/0"):
            answer = server.get(target)
            self.assertEqual(answer.status, 404, target)
            self.assertNotIn(b"secret that", answer.body)
        for target in ("", "*", "files/0", "http://127.0.0.1/", "../secret.txt", "/files/ 0", "/\t", "/\x01", "/\xe9"):
            self.assertEqual(server.get(target).status, 400, target)
        self.assertEqual(server.get("/files/0?any=thing").body, b"served")

    def test_only_get_and_head_are_answered(self):
        server = self.serve(self.secret())
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "PROPFIND", "get", "G"):
            answer = server.get("/files/0", method=method)
            self.assertEqual((answer.status, answer.fields["allow"]), (405, "GET, HEAD"), method)
            self.assertFalse([name for name in answer.fields if name.startswith("access-control")])
        for target in ("/", "/files.json", "/files/0", "/nothing"):
            whole, head = server.get(target), server.get(target, method="HEAD")
            self.assertEqual(head.body, b"")
            self.assertEqual((head.status, head.fields), (whole.status, whole.fields))
            self.assertEqual(int(head.fields["content-length"]), len(whole.body))
        self.assertEqual(server.get("/", method="HEAD", host="evil.example").body, b"")
        bad, head = server.get("bad"), server.get("bad", method="HEAD")
        self.assertEqual((bad.status, head.status, head.fields, head.body), (400, 400, bad.fields, b""))

    def test_a_body_is_refused(self):
        server = self.serve()
        self.assertEqual(server.get("/", Content_Length="5").status, 413)
        self.assertEqual(server.get("/", Transfer_Encoding="chunked").status, 413)
        self.assertEqual(server.get("/", Content_Length="0").status, 200)

    def test_what_is_not_http_is_refused(self):
        server = self.serve()
        host = f"Host: 127.0.0.1:{server.port}\r\n".encode()
        for line, status in ((b"GET /\r\n", 400), (b"GET / HTTP/2.0\r\n", 505), (b"GET / HTTP/1.1 more\r\n", 400), (b"GET  / HTTP/1.1\r\n", 400),
                             (b"\r\n", 400), (b"\x16\x03\x01\x02\r\n", 400), (b"G(T / HTTP/1.1\r\n", 400), (b"GET / SMTP/1.1\r\n", 400)):
            self.assertEqual(server.send(line + host + b"\r\n").status, status, line)
        for field in (b"no colon\r\n", b": no name\r\n", b"Name : blank\r\n", b" folded: line\r\n", b"A: \x00\r\n", b"A: \x7f\r\n", b"A: b\nC: d\r\n"):
            self.assertEqual(server.send(b"GET / HTTP/1.1\r\n" + host + field + b"\r\n").status, 400, field)
        self.assertEqual(server.send(b"GET / HTTP/1.0\r\n" + host + b"\r\n").status, 200)

    def test_a_request_that_is_too_large_is_refused(self):
        server = self.serve()
        self.assertEqual(server.get("/?" + "a" * 4000).status, 200)
        self.assertEqual(server.get("/?" + "a" * 5000).status, 414)
        self.assertEqual(server.get("/", Filler="a" * 15000).status, 200)
        self.assertEqual(server.get("/", Filler="a" * 20000).status, 431)
        self.assertEqual(server.send(b"a" * 2_000_000).status, 431)
        many = "".join(f"Field-{i}: 1\r\n" for i in range(101))
        self.assertEqual(server.send(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{many}\r\n".encode()).status, 431)
        self.assertEqual(server.get("/").status, 200)

    def test_a_slow_request_ends_and_keeps_nobody_waiting(self):
        server = self.serve(self.secret())
        start = time.monotonic()
        with server.connect() as slow, server.connect() as silent:
            slow.sendall(b"GET / HTTP/1.1\r\n")
            drops = 0
            slow.settimeout(0.2)
            while time.monotonic() - start < 60:
                before = time.monotonic()
                self.assertEqual(server.get("/files/0").status, 200)
                self.assertLess(time.monotonic() - before, 5)
                try:
                    slow.sendall(b"X")  # one byte at a time does not make it longer
                    received = slow.recv(1 << 16)
                    break
                except TimeoutError:
                    drops += 1
            self.assertIn(b"408", received.split(b"\r\n")[0])
            silent.settimeout(30)
            self.assertEqual(silent.recv(100), b"")
        self.assertGreater(time.monotonic() - start, 5)
        self.assertGreater(drops, 10)

    def test_a_slow_reader_cannot_hold_its_place_for_ever(self):
        size = 2_000_000
        server = self.serve(self.write(b"x" * size, "large.stl"))
        start, received = time.monotonic(), 0
        with socket.socket() as slow:
            # Small packets, so that the system keeps little of the answer on its way.
            slow.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1000)
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 14)
            slow.settimeout(60)
            slow.connect(("127.0.0.1", server.port))
            slow.sendall(f"GET /files/0 HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            descriptors = f"/proc/{server.process.pid}/fd"
            time.sleep(1)
            before = len(os.listdir(descriptors))
            while len(os.listdir(descriptors)) == before and time.monotonic() - start < 50:
                received += len(slow.recv(2000))
                time.sleep(0.1)
        self.assertLess(received, size / 2)
        self.assertLess(time.monotonic() - start, 45)
        self.assertEqual(len(server.get("/files/0").body), size)


class Serving(ViewTest):
    def files_of(self, server):
        return json.loads(server.get("/files.json").body)

    def test_the_page_is_the_viewer_with_its_policy(self):
        answer = self.serve().get("/")
        self.assertEqual(answer.body, read_bytes(VIEWER))
        self.assertEqual(answer.fields["content-type"], "text/html; charset=utf-8")
        policy = answer.fields["content-security-policy"]
        self.assertIn(policy.removesuffix("; frame-ancestors 'none'"), read_text(VIEWER))
        self.assertTrue(policy.startswith("default-src 'none'; script-src 'sha256-"))
        self.assertTrue(policy.endswith("; frame-ancestors 'none'"))
        self.assertNotIn("unsafe-inline", policy.split("script-src")[1].split(";")[0])

    def test_every_answer_is_kept_by_nobody_and_taken_for_nothing_else(self):
        server = self.serve(self.secret())
        for target in ("/", "/files.json", "/files/0", "/nothing"):
            fields = server.get(target).fields
            self.assertEqual(fields["cache-control"], "no-store")
            self.assertEqual(fields["x-content-type-options"], "nosniff")
            self.assertEqual(fields["cross-origin-resource-policy"], "same-origin")
            self.assertEqual(fields["referrer-policy"], "no-referrer")
            self.assertIn("default-src 'none'", fields["content-security-policy"])
            self.assertIn("frame-ancestors 'none'", fields["content-security-policy"])
        self.assertIn("sandbox", server.get("/files/0").fields["content-security-policy"])

    def test_the_bytes_are_those_of_the_files(self):
        contents = {"a.json": b"{}\n", "b.csv": b"1,2\n", "c.stl": bytes(range(256)) * 5000, "empty.obj": b"", "x.html": b"<script>1</script>",
                    "y.svg": b"<svg/>", "p.js": b"alert(1)", "d.csv.gz": b"\x1f\x8b", "t.fct": b"\x89FCT", "</script><b>\u00e9.ply": b"ply"}
        paths = [self.write(content, *name.split("/")) for name, content in contents.items()]
        server = self.serve(*paths)
        listed = self.files_of(server)
        self.assertEqual([entry["name"] for entry in listed], paths)
        self.assertEqual([entry["size"] for entry in listed], [len(content) for content in contents.values()])
        types = {}
        for entry, content in zip(listed, contents.values()):
            answer = server.get(entry["url"])
            self.assertEqual((answer.status, answer.body), (200, content))
            types[entry["name"].rpartition(".")[2]] = answer.fields["content-type"]
        self.assertEqual(types["json"], "application/json")
        self.assertEqual(types["csv"], "text/csv; charset=utf-8")
        self.assertEqual(types["gz"], "application/gzip")
        for ending in ("html", "svg", "js", "ply", "fct"):  # nothing that a browser would run
            self.assertEqual(types[ending], "application/octet-stream")

    def test_a_name_that_is_not_utf_8_is_shown_with_replacement_characters(self):
        path = self.write("x", "a\udcff.csv")
        server = self.serve(path)
        self.assertEqual(self.files_of(server)[0]["name"], path.replace("\udcff", "\ufffd"))
        self.assertEqual(server.get("/files/0").body, b"x")

    def test_a_file_that_grows_or_goes_is_served_as_it_is_now(self):
        path = self.write("one", "trace.fct")
        server = self.serve(path)
        self.write("one and two", "trace.fct")
        self.assertEqual(server.get("/files/0").body, b"one and two")
        os.remove(path)
        self.assertEqual(server.get("/files/0").status, 404)
        os.mkfifo(path)
        self.assertEqual(server.get("/files/0").status, 404)
        os.remove(path)
        os.symlink(self.write("not named", "other.txt"), path)
        self.assertEqual(server.get("/files/0").status, 404)

    def test_many_connections_at_once_get_the_same_bytes(self):
        content = os.urandom(3_000_000)
        server = self.serve(self.write(content, "large.stl"))
        with concurrent.futures.ThreadPoolExecutor(100) as pool:
            answers = list(pool.map(lambda _: server.get("/files/0"), range(150)))
        self.assertEqual({answer.status for answer in answers}, {200})
        self.assertTrue(all(answer.body == content for answer in answers))

    def test_who_goes_away_in_the_middle_disturbs_nobody(self):
        server = self.serve(self.write(b"x" * 30_000_000, "large.stl"))
        for _ in range(70):  # more than may be connected at the same time
            with server.connect() as connection:
                connection.sendall(f"GET /files/0 HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
                connection.recv(100)
        self.assertEqual(len(server.get("/files/0").body), 30_000_000)
        self.assertEqual(server.stop()[0], 0)

    def test_folders_stand_for_what_they_are_known_by(self):
        simulated, bench, queries = self.path("simulated"), self.path("bench"), self.path("queries")
        self.assertEqual(run("simulate", "cloth-on-ball", "--size", "20", "--steps", "2", "--output", simulated)[0], 0)
        self.assertEqual(run("generate", queries, "--classes", "random", "--count", "3")[0], 0)
        self.write("{}", "bench", "report.json")
        self.write("", "bench", "runs.jsonl")
        meshes = [self.write("off", "meshes", name) for name in ("a.off", "b.ply.gz", "c.stl")]
        self.write("no mesh", "meshes", "notes.txt")
        os.mkdir(self.path("meshes", "folder.obj"))
        report = self.write("{}", "simulated", "report.json")
        found = [entry["name"] for entry in self.files_of(self.serve(simulated, bench, self.path("meshes"), queries))]
        self.assertEqual(found[:6], [os.path.join(simulated, "trace.fct"), report,
                                     os.path.join(bench, "report.json"), *meshes])
        self.assertEqual(found[6:], [os.path.join(queries, "random", kind, "queries." + ending) for kind in ("edge-edge", "vertex-face")
                                     for ending in ("csv", "toi")])

    def test_the_name_of_a_query_file_has_its_kind(self):
        queries = self.path("queries")
        self.assertEqual(run("generate", queries, "--classes", "random", "--count", "3")[0], 0)
        folder = os.path.join(queries, "random", "edge-edge")
        done = subprocess.run([COMMAND, "view", "queries.csv", "--html", self.path("page.html"), "--json", self.path("report.json")], cwd=folder,
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([file["name"] for file in json.loads(read_text(self.path("report.json")))["files"]],
                         ["random/edge-edge/queries.csv", "random/edge-edge/queries.toi"])


class Usage(ViewTest):
    def test_ctrl_c_ends_it_with_a_report(self):
        path = self.secret()
        for number in (signal.SIGINT, signal.SIGTERM):
            server = self.serve(path, "--json", self.path("report.json"))
            server.get("/files/0")
            server.get("/nothing")
            code, out, err = server.stop(number)
            self.assertEqual((code, err), (0, ""))
            self.assertIn("Stopped after 2 requests", out)
            report = json.loads(read_text(self.path("report.json")))
            self.assertEqual(report["address"], f"http://127.0.0.1:{server.port}/")
            self.assertEqual(report["files"], [{"name": path, "file": path, "bytes": os.path.getsize(path), "type": "application/octet-stream"}])
            self.assertEqual((report["requests_served"], report["requests_refused"]), (1, 1))
            with self.assertRaises(ConnectionRefusedError):
                server.connect()

    def test_ctrl_c_does_not_wait_for_open_connections(self):
        server = self.serve(self.write(b"x" * 50_000_000, "large.stl"))
        with server.connect() as idle, server.connect() as stuck:
            stuck.sendall(f"GET /files/0 HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            stuck.recv(10)
            start = time.monotonic()
            self.assertEqual(server.stop()[0], 0)
            self.assertLess(time.monotonic() - start, 5)
            idle.close()

    def test_a_port_can_be_chosen_and_must_be_free(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            self.assert_refused(["view", "--no-browser", "--port", port], f"--port {port}", "Address already in use")
        self.assertEqual(self.serve("--port", port).port, port)
        for port in ("-1", "65536", "http"):
            self.assert_refused(["view", "--port", port], "--port")

    def test_bad_files_are_refused_before_anything_is_served(self):
        self.assert_refused(["view", self.path("nowhere.csv")], "nowhere.csv")
        self.assert_refused(["view", os.path.dirname(self.path("empty", "x"))], "has nothing to view")
        self.write("", "unfinished", "runs.jsonl")
        self.assert_refused(["view", self.path("unfinished")], "not finished")
        os.mkfifo(self.path("pipe.csv"))
        self.assert_refused(["view", self.path("pipe.csv")], "a pipe")
        self.assert_refused(["view", "/dev/zero"], "a device")
        file = self.write("x", "file.csv")
        self.assert_refused(["view", file, "--json", file], "file.csv")
        self.assertEqual(read_text(file), "x")

    def test_the_browser_is_opened_if_there_is_one(self):
        opened = self.path("opened")
        self.write(f'#!/bin/sh\necho "$#" "$1" > {opened}.part && mv {opened}.part {opened}\n', "bin", "xdg-open")
        os.chmod(self.path("bin", "xdg-open"), 0o755)
        environment = {**os.environ, "PATH": self.path("bin") + ":/usr/bin:/bin", "DISPLAY": ":7"}
        environment.pop("WAYLAND_DISPLAY", None)

        def lines(**variables):
            process = subprocess.Popen([COMMAND, "view"], stdout=subprocess.PIPE, text=True, env={**environment, **variables})
            first = process.stdout.readline()
            for _ in range(500):
                if os.path.exists(opened):
                    break
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            rest = process.stdout.read()
            process.stdout.close()
            self.assertEqual(process.wait(timeout=60), 0)
            return first, rest
        first, rest = lines()
        self.assertEqual(read_text(opened).split(), ["1", first.split(" at ")[1].split()[0]])
        self.assertNotIn("No browser", rest)
        os.remove(opened)
        self.assertIn("No browser", lines(DISPLAY="")[1])
        self.assertIn("No browser", lines(PATH="/nowhere")[1])
        self.assertFalse(os.path.exists(opened))


class FindingTheViewer(ViewTest):
    def test_it_is_found_beside_the_program_or_in_share_or_by_the_variable(self):
        """A copy of the program, because there may be a viewer beside the real one."""
        program = self.path("place", "bin", "firstcontact")
        shutil.copy(COMMAND, program)
        environment = {name: value for name, value in os.environ.items() if name != "FIRSTCONTACT_VIEWER"}

        def page(**variables):
            done = subprocess.run([program, "view", "--html", self.path("page.html")], capture_output=True, text=True, timeout=60,
                                  env={**environment, **variables})
            return done.returncode, done.stderr, read_text(self.path("page.html")) if done.returncode == 0 else ""
        code, err, _ = page()
        self.assertEqual(code, 2)
        for word in ("viewer.html", "./site", "FIRSTCONTACT_VIEWER"):
            self.assertIn(word, err)
        self.assertFalse(os.path.exists(self.path("page.html")))
        viewer = read_text(VIEWER)
        self.write(viewer.replace("in tests", "in share"), "place", "share", "firstcontact", "viewer.html")
        self.assertIn("in share", page()[2])
        self.write(viewer.replace("in tests", "beside"), "place", "bin", "viewer.html")
        self.assertIn("beside", page()[2])
        self.assertIn("in tests", page(FIRSTCONTACT_VIEWER=VIEWER)[2])
        code, err, _ = page(FIRSTCONTACT_VIEWER=self.path("absent.html"))
        self.assertEqual(code, 2)
        self.assertIn("absent.html", err)
        own = self.write(viewer, "page.html")
        code, err, _ = page(FIRSTCONTACT_VIEWER=own)
        self.assertEqual(code, 2)
        self.assertIn("also an input", err)
        self.assertEqual(read_text(own), viewer)

    def test_a_page_that_is_not_a_viewer_is_refused(self):
        viewer = read_text(VIEWER)
        marker = '<script type="application/json" id="firstcontact-files">[]</script>'
        self.assertIn(marker, viewer)
        policy = viewer.split('content="')[1].split('"')[0]
        for change, word in (((marker, ""), "place for files"), ((marker, marker + marker), "place for files"),
                             (("Content-Security-Policy", "Refresh"), "no security policy"),
                             (("script-src ", "script-src 'unsafe-inline' "), "'unsafe-inline'"),
                             (("script-src ", "script-src 'unsafe-eval' "), "'unsafe-eval'"),
                             (("script-src ", "script-src https: "), "https:"), (("script-src ", "script-src * "), "*"),
                             (("script-src ", "img-src "), "script-src"), (("default-src 'none'", "default-src 'self'"), "default-src"),
                             ((policy, policy + "\n"), "plain text")):
            bad = self.write(viewer.replace(*change), "bad.html")
            for arguments in (["view", "--no-browser"], ["view", "--html", self.path("page.html")]):
                done = subprocess.run([COMMAND, *arguments], capture_output=True, text=True, timeout=60,
                                      env={**os.environ, "FIRSTCONTACT_VIEWER": bad})
                self.assertEqual(done.returncode, 2, change)
                self.assertIn(word, done.stderr)
        self.assertFalse(os.path.exists(self.path("page.html")))


BUILT = os.path.join(os.path.dirname(os.path.abspath(COMMAND)), "viewer.html")


@unittest.skipUnless(os.path.exists(BUILT), "there is no viewer.html beside the program: ./site builds it")
class BuiltViewer(ViewTest):
    def test_it_is_accepted_and_runs_no_script_but_its_own(self):
        server = self.serve(FIRSTCONTACT_VIEWER=BUILT)
        answer = server.get("/")
        self.assertEqual(answer.body, read_bytes(BUILT))
        allowed = set(re.findall(r"'(sha256-[^']+)'", answer.fields["content-security-policy"].split("script-src")[1].split(";")[0]))
        scripts = re.findall(rb"<script([^>]*)>(.*?)</script>", answer.body, re.DOTALL)
        runs = [text for attributes, text in scripts if not re.search(rb'type="(application/json|text/plain|[^"]*base64[^"]*)"', attributes)]
        self.assertTrue(runs)
        self.assertEqual({"sha256-" + base64.b64encode(hashlib.sha256(text).digest()).decode() for text in runs}, allowed)
        self.assertNotRegex(answer.body.decode(), r"<(?:script|link|img|iframe)[^>]*(?:src|href)=[\"']?(?:https?:)?//")


if __name__ == "__main__":
    unittest.main()
