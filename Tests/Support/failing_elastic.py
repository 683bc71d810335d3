# SPDX-License-Identifier: MIT
"""An engine like Elasticsearch that goes wrong as such engines do: in a part of an answer whose status is 200."""

import json

from failing_engine import FailingEngine
from slow_service import count_of

MAPPING = {"properties": {"name": {"type": "text", "fields": {"keyword": {"type": "keyword"}}}}}


def refusal(number, kind, reason):
    """The error that replaces one search's answer."""
    cause = {"type": kind, "reason": reason}
    return {"error": {"root_cause": [cause], "type": "search_phase_execution_exception", "reason": "all shards failed"}, "status": number}


def text_of(search):
    """The text that a search looks for, in any part of it."""
    if isinstance(search, dict):
        return (search.get("multi_match") or {}).get("query") or next(filter(None, map(text_of, search.values())), "")
    return next(filter(None, map(text_of, search)), "") if isinstance(search, list) else ""


class FailingElastic(FailingEngine):
    """Answers `_mapping` and `_msearch`; `part` makes something of each search's answer, `look` of the look at an index."""

    def __init__(self):
        self.part = self.look = None
        super().__init__()

    def answer(self, exchange):
        if exchange.path.endswith("/_mapping"):
            if self.look:
                return self.look(exchange)
            index = exchange.path.split("/")[1]
            return exchange.reply(200, json.dumps({index: {"mappings": MAPPING}}).encode())
        searches = [json.loads(line) for line in exchange.content.splitlines()][1::2]
        answers = [(self.part or (lambda whole: whole))(self.result(text_of(search))) for search in searches]
        return exchange.reply(200, json.dumps({"took": 1, "responses": answers}).encode())

    @staticmethod
    def result(text):
        """The answer to one search, with one record that tells which text it is for."""
        return {"took": 1, "timed_out": False, "_shards": {"total": 5, "successful": 5, "skipped": 0, "failed": 0}, "status": 200,
                "hits": {"total": {"value": count_of(text), "relation": "eq"},
                         "hits": [{"_id": f"for {text}", "_score": 1, "_source": {"name": text}}]}}

    def mend(self):
        self.part = self.look = None
        super().mend()
