# SPDX-License-Identifier: MIT
"""nginx, Caddy and HAProxy of Debian with the recipes of deploy, on free ports, without rights of their own, in folders of the test."""

import http.client
import os
import shutil
import socket
import ssl

from certificates import Authority
from searchbus_testing import PATIENCE, ROOT, Child, eventually, free_port

HOST = "search.example.org"


class Proxy:
    """A proxy that speaks TLS as `search.example.org`; `url` is what people open."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        self.port, self.plain_port = free_port(), free_port()
        self.url = f"https://{HOST}:{self.port}"
        authority = Authority(folder)
        self.certificate, self.key = authority.sign("server", HOST)
        self.trust = ssl.create_default_context(cafile=authority.path)
        self.child = None

    def recipe(self, name, changes, recipes=ROOT / "deploy/proxy"):
        """A recipe with this test's places in it; each text that is changed has to be there."""
        text = (recipes / name).read_text()
        for old, new in changes.items():
            assert old in text, f"{name} has no `{old}`"
            text = text.replace(old, new)
        return text

    def start(self, *command, **environment):
        """Starts it, and returns when it takes connections."""
        self.child = Child(command, self.folder / "proxy.log", env={**os.environ, **environment})

        def is_open():
            assert self.child.is_running, self.child.output
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0
        eventually(is_open, bool, "the proxy takes connections")
        return self

    def close(self):
        """Ends it."""
        if self.child is not None and self.child.is_running:
            self.child.end()

    def connection(self, patience=PATIENCE):
        """A connection over TLS, as a browser makes it for the public URL."""
        connection = http.client.HTTPSConnection(HOST, self.port, timeout=patience, context=self.trust)
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=patience)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sock = self.trust.wrap_socket(plain, server_hostname=HOST)
        return connection

    def ask(self, method, path, body=None, **headers):
        """One request; answers with the status, the header fields and the body."""
        connection = self.connection()
        try:
            fields = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read().decode()
        finally:
            connection.close()

    def ask_plainly(self, path):
        """A request without TLS; answers with the status and where it leads."""
        connection = http.client.HTTPConnection("127.0.0.1", self.plain_port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={"Host": f"{HOST}:{self.plain_port}"})
            response = connection.getresponse()
            return response.status, response.getheader("location")
        finally:
            connection.close()


class Nginx(Proxy):
    """nginx before a gateway; `changes` spoil the recipe, which lies in `recipes`."""

    def __init__(self, folder, upstream, changes=(), recipes=ROOT / "deploy/proxy"):
        super().__init__(folder)
        text = self.recipe("nginx.conf", {
            "listen 80;": f"listen 127.0.0.1:{self.plain_port};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.port} ssl http2;",
            "/etc/ssl/certs/search.example.org.pem": str(self.certificate),
            "/etc/ssl/private/search.example.org.key": str(self.key),
            "/var/log/nginx/searchbus.log": str(folder / "access.log"),
            "server unix:/run/searchbus/shop/http.sock;": f"server {upstream};",
            **dict(changes),
        }, recipes)
        temporary = "\n".join(f"{kind}_temp_path {folder / kind};"
                              for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;\n" if os.getuid() == 0 else ""
        (folder / "nginx.conf").write_text(
            f"{user}daemon off;\nworker_processes 1;\npid {folder / 'pid'};\nerror_log {folder / 'error.log'};\n"
            f"events {{}}\nhttp {{\n{temporary}\n{text}\n}}\n")

    def start(self):
        """Starts it."""
        return super().start(shutil.which("nginx") or "/usr/sbin/nginx", "-c", self.folder / "nginx.conf",
                             "-p", self.folder, "-e", self.folder / "error.log")


class Caddy(Proxy):
    """Caddy before a gateway."""

    def __init__(self, folder, upstream, changes=()):
        super().__init__(folder)
        text = self.recipe("Caddyfile", {
            "search.example.org {": f"search.example.org {{\n\ttls {self.certificate} {self.key}\n",
            "/var/log/caddy/searchbus.log": str(folder / "access.log"),
            "reverse_proxy unix//run/searchbus/shop/http.sock {": f"reverse_proxy {upstream.replace('unix:', 'unix/')} {{",
            **dict(changes),
        })
        (folder / "Caddyfile").write_text(
            f"{{\n\tadmin off\n\thttp_port {self.plain_port}\n\thttps_port {self.port}\n\tdefault_bind 127.0.0.1\n"
            f"\tskip_install_trust\n}}\n{text}")

    def start(self):
        """Starts it."""
        home = str(self.folder)
        return super().start("caddy", "run", "--config", self.folder / "Caddyfile", "--adapter", "caddyfile",
                             HOME=home, XDG_DATA_HOME=home, XDG_CONFIG_HOME=home)


class HAProxy(Proxy):
    """HAProxy before the gateways of several machines, by name."""

    def __init__(self, folder, gateways):
        super().__init__(folder)
        both = folder / "both.pem"
        both.write_text(self.certificate.read_text() + self.key.read_text())
        servers = {"server a 10.0.0.1:8080": "", "    server b 10.0.0.2:8080\n": "", "    server c 10.0.0.3:8080\n": ""}
        servers["server a 10.0.0.1:8080"] = "\n    ".join(f"server {name} {address}" for name, address in gateways.items())
        self.path = folder / "haproxy.cfg"
        self.path.write_text(self.recipe("haproxy.cfg", {
            "log /dev/log local0": "log stdout format raw local0",
            "bind :80\n": f"bind 127.0.0.1:{self.plain_port}\n",
            "bind :443 ssl crt /etc/haproxy/search.example.org.pem": f"bind 127.0.0.1:{self.port} ssl crt {both}",
            "hdr Host search.example.org ": f"hdr Host {HOST}:{self.port} ",
            **servers,
        }, ROOT / "deploy/cluster/haproxy"))

    def start(self):
        """Starts it."""
        return super().start(shutil.which("haproxy") or "/usr/sbin/haproxy", "-db", "-f", self.path)
