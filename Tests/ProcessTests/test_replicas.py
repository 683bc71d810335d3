# SPDX-License-Identifier: MIT
"""A replica of an embedded index: the same records in another order, chosen by name."""

import json

from searchbus_testing import eventually
from shop_data import COUNT, SETTINGS, records

APP = """
name: replicas
searchers:
  products: { type: hits, index: products, hitsPerPage: 20 }
widgets:
  box: { type: search-box, searcher: products }
  order:
    type: sort-by
    searcher: products
    items: [{ index: products, label: Best match }, { index: products_cheap, label: Lowest price }]
  hits: { type: hits, searcher: products }
  stats: { type: stats, searcher: products }
"""


def identifiers(view):
    return [item["objectID"] for item in view["hits"]]


def test_sort_by_takes_a_replica_by_its_name(make_shop, tmp_path):
    app, settings = tmp_path / "replicas.yaml", tmp_path / "settings.json"
    app.write_text(APP)
    replicas = {"products_cheap": ["asc(price)"]}
    settings.write_text(json.dumps({**json.loads(SETTINGS.read_text()), "replicas": replicas}))
    stack = make_shop(app=app, with_indexes=False)
    things = list(records())
    text = "".join(json.dumps(record) + "\n" for record in things)
    stack.run("index", "import", "products", "-", "--format", "ndjson", "--settings", settings, text=text)
    for text, is_known in [(APP, True), (APP.replace("hits, index: products,", "hits, index: products_cheap,"), True),
                           (APP.replace("hits, index: products,", "hits, index: products_chap,"), False)]:
        app.write_text(text)
        said = "".join(stack.run("check", app))
        assert ("which does not exist" in said) != is_known
    app.write_text(APP)
    session = stack.new_session()
    eventually(lambda: stack.gateway.views(session)["stats"].get("nbHits"), lambda count: count == COUNT,
               "it is searched")

    stack.gateway.send(session, ("order", "select", {"index": "products_cheap"}))
    # Of equal prices the more popular comes first, as in the index itself.
    cheap = sorted(things, key=lambda record: (record["price"], -record["popularity"]))
    wanted = [record["objectID"] for record in cheap[:20]]
    eventually(lambda: identifiers(stack.gateway.views(session)["hits"]), lambda found: found == wanted,
               "the cheapest come first")
    views = stack.gateway.views(session)
    assert views["order"]["selected"] == "products_cheap"
    assert views["stats"]["nbHits"] == COUNT

    stack.gateway.send(session, ("box", "set-query", {"query": "kettle"}))
    # Of equal prices those come first that match better.
    prices = [record["price"] for record in cheap if "kettle" in record["name"]][:20]
    eventually(lambda: [hit["record"]["price"] for hit in stack.gateway.views(session)["hits"]["hits"]], lambda found: found == prices,
               "a query's results are in that order too")

    # A record that is imported appears in the order that was chosen, and so does one that leaves.
    stack.gateway.send(session, ("box", "set-query", {"query": ""}))
    cheapest = {"objectID": "new", "name": "bargain", "price": 0.5}
    stack.run("index", "import", "products", "-", "--format", "ndjson", "--append", text=json.dumps(cheapest) + "\n")
    eventually(lambda: identifiers(stack.gateway.views(session)["hits"]), lambda found: found == ["new", *wanted[:19]],
               "the search in this order runs again")
    stack.run("index", "delete", "products", "--filter", "price < 1")
    eventually(lambda: identifiers(stack.gateway.views(session)["hits"]), lambda found: found == wanted, "and again")
