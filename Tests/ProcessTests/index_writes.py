# SPDX-License-Identifier: MIT
"""Random writes to an index through Algolia's interface, beside a model of what they make."""

from algolia_testing import call
from searchbus_testing import eventually


class Writes:
    """Writes to one index through Algolia's interface, beside a model of what all of them together make."""

    def __init__(self, stack, chance):
        self.stack, self.chance = stack, chance
        self.records, self.made, self.task, self.count = {}, 0, None, 0

    def send(self, method, path, body):
        """Makes a write that must be acknowledged."""
        status, _, answer = call(self.stack, method, f"/1/indexes/counted/{path}", body, key="admin")
        assert status == 200, answer
        self.task, self.count = answer["taskID"], self.count + 1

    def draw(self):
        """Makes a write of some kind: records that are new, counters that go up, records that go by name or by filter."""
        kind = self.chance.choice(["put", "put", "add", "add", "add", "delete", "filter"])
        if kind == "filter":
            name = f"k{self.chance.randrange(8)}"
            self.send("POST", "deleteByQuery", {"filters": f"kind:{name}"})
            self.records = {key: record for key, record in self.records.items() if record.get("kind") != name}
            return
        requests = []
        for _ in range(self.chance.choice([1, 5, 60])):
            if kind == "put":
                self.made += 1
                record = {"objectID": f"n{self.made}", "kind": f"k{self.made % 8}", "count": 0}
                self.records[record["objectID"]] = record
                requests.append({"action": "addObject", "body": record})
                continue
            name = f"n{self.chance.randrange(1, self.made + 3)}"
            if kind == "delete":
                self.records.pop(name, None)
                requests.append({"action": "deleteObject", "body": {"objectID": name}})
                continue
            record = dict(self.records.get(name, {"objectID": name}))
            self.records[name] = record | {"count": record.get("count", 0) + 1}
            requests.append({"action": "partialUpdateObject",
                             "body": {"objectID": name, "count": {"_operation": "Increment", "value": 1}}})
        self.send("POST", "batch", {"requests": requests})

    def found(self):
        """All records of the index, once every write is applied."""
        eventually(lambda: call(self.stack, "GET", f"/1/indexes/counted/task/{self.task}", key="admin")[2],
                   lambda answer: answer["status"] == "published", "the last write is applied")
        records, cursor = {}, {}
        while cursor is not None:
            _, _, answer = call(self.stack, "POST", "/1/indexes/counted/browse", {"hitsPerPage": 1000} | cursor, key="admin")
            for hit in answer["hits"]:
                assert hit["objectID"] not in records, "a record is there twice"
                records[hit["objectID"]] = hit
            cursor = {"cursor": answer["cursor"]} if "cursor" in answer else None
        assert answer["nbHits"] == len(records)
        return records
