# SPDX-License-Identifier: MIT
"""
Recordings of a version's answers: requests, bus commands and command lines, each with its answer, as one line of JSON.

`record_compatibility.py` makes them; `test_compatibility.py` plays them against another version. Values that differ between
runs are recorded by their type. Objects may have more members than were recorded; everything else must be equal.
"""

import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import tarfile
import urllib.parse

from searchbus_testing import PATIENCE, Stack, binary, make_directory

FOLDER = pathlib.Path(__file__).parent / "fixtures" / "4f13787"
DATA = FOLDER / "data.tar.xz"
RECORDING = FOLDER / "exchanges.ndjson"
# The only member of a value that stands for any value of a type.
ANY = "$any"
# The parts of a request that have placeholders.
FILLED = {"path", "headers", "body", "words", "input"}
# Members with texts for people, whose words may change.
WORDS = {"message", "detail", "remedy", "advice", "summary", "description", "reason"}
# Headers that a client acts on.
HEADERS = {"allow", "content-type", "location", "retry-after", "www-authenticate", "access-control-allow-origin",
           "access-control-allow-methods", "access-control-allow-headers"}


def unpack(folder):
    """Unpacks the data directory into a folder; returns its values for placeholders: keys, cookies, query ids."""
    with tarfile.open(DATA) as archive:
        archive.extractall(folder, filter="data")
    folder.chmod(0o700)
    return json.loads((FOLDER / "values.json").read_text())


def fill(value, values):
    """A request with its placeholders, such as `{session}`, filled in."""
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda match: str(values.get(match[1], match[0])), value)
    if isinstance(value, dict):
        return {name: fill(member, values) for name, member in value.items()}
    return [fill(element, values) for element in value] if isinstance(value, list) else value


def kind(value):
    """The type of a value, as recordings have it."""
    names = {bool: "boolean", int: "number", float: "number", str: "text", list: "list", dict: "object", type(None): "null"}
    return names[type(value)]


def is_any(value):
    """Whether a recorded value stands for any value of a type."""
    return isinstance(value, dict) and value.keys() == {ANY}


def shape(value):
    """The shape of a value: types instead of values, which may also be null, and for a list the shape of its first element."""
    if isinstance(value, dict):
        return {name: shape(member) for name, member in value.items()}
    if isinstance(value, list) and value:
        return {ANY: [shape(value[0])]}
    return {ANY: "value" if value is None else f"{kind(value)} or null"}


def common(first, second, name=None):
    """What two answers to one request have in common."""
    if is_any(first):
        return first
    if kind(first) != kind(second):
        return {ANY: "value"}
    if isinstance(first, dict):
        return {key: common(member, second[key], key) for key, member in first.items() if key in second}
    if isinstance(first, list) and len(first) == len(second):
        return [common(*pair, name) for pair in zip(first, second, strict=True)]
    return first if first == second and name not in WORDS else {ANY: kind(first)}


def differences(recorded, answer, place="answer"):
    """The places where an answer differs from the recorded one."""
    if is_any(recorded):
        wanted = recorded[ANY]
        if isinstance(wanted, list) and isinstance(answer, list):
            for element in answer[:1]:
                yield from differences(wanted[0], element, f"{place}[0]")
        elif isinstance(wanted, list) or not {"value", kind(answer)} & set(wanted.split(" or ")):
            yield f"{place}: not a {wanted}, but {json.dumps(answer)[:200]}"
    elif kind(recorded) != kind(answer):
        yield f"{place}: {json.dumps(recorded)[:200]} was recorded, not {json.dumps(answer)[:200]}"
    elif isinstance(recorded, dict):
        for name, member in recorded.items():
            if name in answer:
                yield from differences(member, answer[name], f"{place}.{name}")
            else:
                yield f"{place}.{name}: missing; {json.dumps(member)[:200]} was recorded"
    elif isinstance(recorded, list):
        if len(recorded) != len(answer):
            yield f"{place}: {len(recorded)} elements were recorded, not {len(answer)}: {json.dumps(answer)[:300]}"
        for number, pair in enumerate(zip(recorded, answer, strict=False)):
            yield from differences(*pair, f"{place}[{number}]")
    elif recorded != answer:
        yield f"{place}: {json.dumps(recorded)[:200]} was recorded, not {json.dumps(answer)[:200]}"


class Player:
    """Repeats requests on a data directory, before and while an app runs on it."""

    def __init__(self, data, values):
        self.work = make_directory()
        shutil.copytree(FOLDER / "files", self.work, dirs_exist_ok=True)
        self.stack = Stack(self.work / "app.yaml", None, "--session-days", "3650", data=data)
        self.values = {**values, "data": str(data), "work": str(self.work), "port": self.stack.port, "long": "x" * 70_000}

    def play(self, exchange):
        """The answer to one request."""
        filled = {**exchange, **{name: fill(exchange[name], self.values) for name in FILLED & exchange.keys()}}
        answer = getattr(self, exchange["by"])(filled)
        for name, path in exchange.get("keep", {}).items():
            self.values[name] = member(answer, path)
        return answer

    def http(self, exchange):
        """A request to the gateway: its status, the headers that clients act on, and its content."""
        with contextlib.closing(self.stack.gateway.connection(PATIENCE)) as connection:
            body = exchange.get("body")
            text = body if isinstance(body, str | None) else json.dumps(body)
            connection.request(exchange["method"], exchange["path"], text and text.encode(), exchange["headers"])
            response = connection.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders() if name.lower() in HEADERS}
            answer = {"status": response.status, "headers": headers}
            if headers.get("content-type") == "text/event-stream":
                return {**answer, "events": list(events(response, exchange["events"]))}
            return {**answer, "content": content(exchange, headers, response.read().decode())}

    def bus(self, exchange):
        """A command to the broker: its reply."""
        header, *frames = (part if isinstance(part, str) else json.dumps(part) for part in exchange["body"])
        with self.stack.bus() as connection:
            connection.send(header.encode(), *map(str.encode, frames))
            _, reply, frames = connection.receive(PATIENCE)
        return {"status": reply["status"], "reply": reply, "frames": [json_or_text(frame.decode()) for frame in frames]}

    def command(self, exchange):
        """A command line: its exit code, the code of its error, and what it prints if that is JSON."""
        program, *words = exchange["words"]
        done = subprocess.run([binary(program), *words], input=exchange.get("input", ""), capture_output=True, text=True,
                              timeout=60, check=False, cwd=self.work)
        error = {"error": code for code in re.findall(r"\[([a-z]+(?:-[a-z]+)*)\]", done.stderr)}
        return {"code": done.returncode, **error, "printed": printed(done.stdout)}

    def close(self):
        """Ends the app, and removes its data."""
        self.stack.close()
        shutil.rmtree(self.work, ignore_errors=True)


def printed(text):
    """The JSON that a command prints, as one value or one per line; null for other text."""
    for read in (json.loads, lambda text: [json.loads(line) for line in text.splitlines()]):
        with contextlib.suppress(ValueError):
            return read(text)
    return None


def events(response, count):
    """The first events of a stream, each by its name and data; heartbeats do not count."""
    fields = {}
    for line in iter(response.readline, b""):
        name, _, value = line.decode().rstrip("\n").partition(":")
        if name:
            fields[name] = value.strip()
            continue
        if "data" in fields and fields.get("event") != "heartbeat":
            yield {"event": fields.get("event", "message"), "data": json.loads(fields["data"]), "hasID": "id" in fields}
            count -= 1
        if count == 0:
            return
        fields = {}


def content(exchange, headers, text):
    """The part of a response's text that is compared."""
    if not headers.get("content-type", "").startswith(("application/json", "application/problem+json")):
        # Names and kinds of metrics; nothing of the console's pages.
        return dict(line.split()[2:] for line in text.splitlines() if line.startswith("# TYPE "))
    value = json.loads(text) if text else None
    if exchange["path"] == "/openapi.json":
        methods = {"get", "put", "post", "delete"}
        return {path: {method: {status: {} for status in operation["responses"]} for method, operation in item.items()
                       if method in methods} for path, item in value["paths"].items()}
    if exchange["path"] == "/api/schemas":
        return {item["type"]: {
            "intents": {name: members(intent["data"]) for name, intent in item["intents"].items()},
            **{name: members(item[name]) for name in ("parameters", "view")}} for item in value["types"]}
    return {path: member(value, path) for path in exchange["only"]} if "only" in exchange else value


def members(schema):
    """The names of the members of an object that a JSON Schema describes, or of the objects of a list; each with its own."""
    if not isinstance(schema, dict):
        return {}
    if "properties" in schema:
        return {name: members(below) for name, below in schema["properties"].items()}
    return members(schema.get("items"))


def json_or_text(text):
    """The value of a JSON text; the text where it is not JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def member(value, path):
    """A member of a value by a path of names, or null; `?NAME` is a parameter of an address."""
    for part in path.split("."):
        if part.startswith("?"):
            value = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(value).query))
        value = value.get(part.removeprefix("?")) if isinstance(value, dict) else None
    return value
