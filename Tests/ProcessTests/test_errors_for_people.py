# SPDX-License-Identifier: MIT
"""What goes wrong is said where people look: what happened, where, what to do, and an exit code."""

import json

import pytest
from searchbus_testing import Child, Stack, binary, command, eventually
from shop_data import APP, SETTINGS, records


def test_a_broken_app_file_is_named_by_line(tmp_path):
    app = tmp_path / "broken.yaml"
    text = APP.read_text()
    lines = text.splitlines()
    number = next(index for index, line in enumerate(lines, 1) if line.startswith("  box:"))
    lines[number - 1] = "  box: { type: serch-box, searcher: everything }"
    app.write_text("\n".join(lines))
    said = "".join(command("up", app, "--data", tmp_path / "data", code=78))
    assert f"{app}:{number}:" in said and "search-box" in said, said
    shown = json.loads(command("check", app, "--json", code=78)[0])
    assert [problem["line"] for problem in shown["problems"]] == [number]
    assert not (tmp_path / "data").exists(), "nothing was begun"


@pytest.mark.parametrize("text, word", [
    ("name: shop\nwidgets: [", "broken.yaml:3"), ("name: shop\nwidgts: {}\n", "widgets"), ("", "broken.yaml:1"),
    ("name: shop\nsearchers:\n  a: { type: hits, index: ../../x }\n", "broken.yaml:3"),
    ("name: shop\nwidgets:\n  a: { type: hits, searcher: none }\n", "broken.yaml:3"),
    ("name: shop\nbackends:\n  a: { type: algolia, url: '${NOT_SET_ANYWHERE}' }\n", "NOT_SET_ANYWHERE"),
])
def test_app_files_that_cannot_be_used(tmp_path, text, word):
    app = tmp_path / "broken.yaml"
    app.write_text(text)
    assert word in "".join(command("check", app, code=78))


# What an app asks of its indexes in vain: a change of the shop's file, the line it is in, and words of the warning.
VAIN = [
    ("index: products,", "index: produtcs,", "  products:", ["does not exist", "Did you mean `products`?"]),
    ("attribute: brand", "attribute: brnd", "  brand:", ["`brnd`", "Did you mean `brand`?"]),
    ("attribute: brand", "attribute: name", "  brand:", ["`name`", "does not count", "attributesForFaceting"]),
    ("attribute: price", "attribute: brand", "  price:", ["`brand`", "not numeric"]),
]


@pytest.mark.parametrize("old, new, where, words", VAIN)
def test_unknown_attributes_of_an_app_are_reported_with_their_line(indexes, tmp_path, old, new, where, words):
    app = tmp_path / "app.yaml"
    text = APP.read_text()
    lines = text.splitlines()
    number = next(index for index, line in enumerate(lines, 1) if line.startswith(where))
    assert old in lines[number - 1], lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new)
    app.write_text("\n".join(lines))
    said, errors = command("check", app, "--data", indexes.parent)
    (warning,) = [line for line in said.splitlines() if "warning:" in line and f"app.yaml:{number}:" in line]
    assert all(word in warning for word in words) and " — " in warning, warning
    assert "is in order" in said, "an index may come later"
    command("check", app, "--data", indexes.parent, "--strict", code=78)
    shown = json.loads(command("check", app, "--data", indexes.parent, "--json")[0])
    assert shown["valid"] and number in [problem["line"] for problem in shown["warnings"]]


def test_an_app_that_fits_its_indexes_gets_no_warning(indexes):
    assert "warning" not in command("check", APP, "--data", indexes.parent, "--strict")[0]


def test_an_attribute_that_no_record_has_is_reported(tmp_path):
    settings = tmp_path / "settings.json"
    settings.write_text('{"attributesForFaceting": ["colour"], "numericAttributes": ["price"]}')
    command("index", "import", "things", "-", "--format", "ndjson", "--settings", settings, "--data", tmp_path,
            text='{"objectID":"a","name":"one"}\n')
    app = tmp_path / "app.yaml"
    app.write_text("""name: shop
searchers:
  s: { type: hits, index: things, filters: [{ attribute: color, value: red }, { attribute: prize, operator: "<", value: 5 }] }
filterStates: { main: { searchers: [s] } }
widgets:
  colour: { type: refinement-list, searcher: s, filterState: main, attribute: colour }
  price: { type: number-range, searcher: s, filterState: main, attribute: price }
""")
    said = command("check", app, "--data", tmp_path)[0]
    for wrong, right in [("color", "colour"), ("prize", "price")]:
        assert (f"app.yaml:3: warning: `filters` of searcher `s` names `{wrong}`, which the index `things` does not have"
                f" — Did you mean `{right}`?") in said
    assert "app.yaml:6: warning: `attribute` of widget `colour` names `colour`, which no record of `things` has" in said
    assert "app.yaml:7: warning: `attribute` of widget `price` names `price`, which no record of `things` has" in said


def test_an_order_that_is_neither_an_index_nor_a_replica_is_reported(tmp_path):
    settings = tmp_path / "settings.json"
    settings.write_text('{"searchableAttributes": ["name"], "replicas": {"things-price-asc": ["asc(price)"]}}')
    command("index", "import", "things", "-", "--format", "ndjson", "--settings", settings, "--data", tmp_path,
            text='{"objectID":"a","name":"one","price":1}\n')
    app = tmp_path / "app.yaml"
    app.write_text("""name: shop
searchers:
  s: { type: hits, index: things }
widgets:
  order:
    type: sort-by
    searcher: s
    items:
      - { index: things, label: Best }
      - { index: things-price-asc, label: Cheap }
      - { index: things-prize-asc, label: Cheap }
""")
    (warning,) = [line for line in command("check", app, "--data", tmp_path)[0].splitlines() if "warning" in line]
    assert "app.yaml:11: warning: `items` of widget `order` names the index `things-prize-asc`" in warning
    assert "Did you mean `things-price-asc`?" in warning
    command("check", app, "--data", tmp_path, "--strict", code=78)


def test_an_attribute_of_a_template_that_no_record_has_is_reported(tmp_path):
    command("index", "import", "things", "-", "--format", "ndjson", "--data", tmp_path,
            text='{"objectID":"a","name":"one","price":1,"size":{"width":2}}\n')
    app = tmp_path / "app.yaml"
    app.write_text("""name: shop
searchers:
  s: { type: hits, index: things }
  all: { type: multi, searchers: [s] }
widgets:
  right: { type: hits, searcher: s, template: { layout: grid, title: name, text: size, meta: [{ attribute: size.width }] } }
  wrong:
    type: hits
    searcher: s
    template:
      title: naem
      meta:
        - { attribute: objectID }
        - { attribute: colour, format: number }
  sections:
    type: multi-hits
    searcher: all
    sections: [{ searcher: s, template: { subtitle: pirce } }]
""")
    said = [line for line in command("check", app, "--data", tmp_path)[0].splitlines() if "warning" in line]
    assert len(said) == 3, said
    assert ("app.yaml:11: warning: `template.title` of widget `wrong` names `naem`, which no record of `things` has"
            " — Did you mean `name`?") in said[0]
    assert "app.yaml:14: warning: `template.meta.1.attribute` of widget `wrong` names `colour`" in said[1]
    assert "index show things" in said[1]
    assert "`sections.0.template.subtitle` of widget `sections` names `pirce`" in said[2]


def test_a_selection_that_another_index_does_not_support_is_reported(tmp_path):
    for name, attributes in [("films", ["country", "genre"]), ("actors", ["birthCountry"])]:
        settings = tmp_path / f"{name}.json"
        settings.write_text(json.dumps({"attributesForFaceting": attributes}))
        command("index", "import", name, "-", "--format", "ndjson", "--settings", settings, "--data", tmp_path,
                text='{"objectID":"a"}\n')
    app = tmp_path / "app.yaml"
    text = """name: cinema
searchers:
  films: { type: hits, index: films }
  actors: { type: hits, index: actors }
filterStates:
  main:
    searchers: [films, actors]
    attributes:
      actors: { country: birthContry }
widgets:
  country: { type: refinement-list, searcher: films, filterState: main, attribute: country }
  genre: { type: refinement-list, searcher: films, filterState: main, attribute: genre }
"""
    app.write_text(text)
    said = command("check", app, "--data", tmp_path)[0]
    assert ("app.yaml:9: warning: `attributes.actors` of filter state `main` names `birthContry`, by which the index `actors` cannot be"
            " filtered — Did you mean `birthCountry`?") in said
    assert ("app.yaml:9: warning: filter state `main` filters `actors` by `genre`, by which its index `actors` cannot be filtered — "
            "Write `attributes: { actors: { genre: NAME } }` with its name in the index, or `null`.") in said
    born = "  born: { type: refinement-list, searcher: actors, filterState: main, attribute: country }\n"
    app.write_text(text + born)
    assert ("app.yaml:13: warning: `attribute` of widget `born` names `country`, in the index `birthContry`, which the index `actors` does"
            " not have — Did you mean `birthCountry`?") in command("check", app, "--data", tmp_path)[0]
    app.write_text(text.replace("birthContry", "birthCountry, genre: null") + born)
    assert ("widget `born` names `country`, in the index `birthCountry`, which no record of `actors` has"
            in command("check", app, "--data", tmp_path)[0])
    app.write_text(text.replace("birthContry", "birthCountry, genre: null"))
    assert "warning: `attributes" not in (said := command("check", app, "--data", tmp_path)[0]) and "narrows" not in said


def test_a_missing_app_file(tmp_path):
    assert "[invalid-app-file]" in "".join(command("up", tmp_path / "none.yaml", code=78))


def test_a_second_supervisor_is_kept_away(shop):
    said = "".join(command("up", shop.app, "--data", shop.data, code=75))
    assert "[data-directory-in-use]" in said and str(shop.child.pid) in said
    assert shop.wait_running()


def test_a_port_that_is_taken(shop, tmp_path):
    child = Child([binary("searchbus-gateway"), "--data", tmp_path, "--app", shop.runtime / "app.json",
                   "--runtime", shop.runtime, "--listen", f"127.0.0.1:{shop.port}"], tmp_path / "said.txt")
    assert child.process.wait(20) == 69, child.output
    assert "[address-in-use]" in child.output and str(shop.port) in child.output and "--listen" in child.output


def test_an_app_whose_port_is_taken_ends(shop):
    """Not at once, since an app that has just ended may still hold it."""
    stack = Stack(APP)
    stack.port = shop.port
    try:
        stack.launch()
        assert stack.child.process.wait(30) == 69, stack.child.output
        said = stack.child.output
        assert said.count("gateway exited (code 69)") == 6 and "gateway exited (code 69) and would do so each time" in said, said
        assert said.rstrip().splitlines()[-2].startswith("error: Another program listens on"), said
    finally:
        stack.close()


def test_a_damaged_log_ends_up_with_its_code(tmp_path):
    """Starting it again and again would mend nothing."""
    (tmp_path / "log.sqlite").write_bytes(b"no database" * 500)
    said = "".join(command("up", APP, "--data", tmp_path, "--listen", "127.0.0.1:0", code=74))
    assert "[log-corrupt]" in said and "broker exited (code 74) and would do so each time" in said, said
    assert said.count("broker started") == 1 and not (tmp_path / "run/supervisor.json").exists(), said


@pytest.mark.parametrize("address, code", [
    ("0.0.0.0:0", 77), ("192.168.1.1:8080", 77), ("nonsense", 64), ("127.0.0.1:99999", 64), ("127.0.0.1:-1", 64),
    ("127.0.0.1:", 64), ("", 64), ("127.0.0.1:%d", 64), ("127.0.0.1:99999999999999999999", 64),
])
def test_an_address_that_cannot_be_used_starts_nothing(tmp_path, address, code):
    said = "".join(command("up", APP, "--data", tmp_path / "data", f"--listen={address}", code=code))
    assert "broker started" not in said and "rror: " in said, said
    assert not (tmp_path / "data").exists(), "nothing was begun"


def test_an_address_beyond_this_machine_is_refused(shop, tmp_path):
    for address in ("0.0.0.0:0", "nonsense", "127.0.0.1:99999"):
        child = Child([binary("searchbus-gateway"), "--data", tmp_path, "--app", shop.runtime / "app.json",
                       "--runtime", shop.runtime, "--listen", address], tmp_path / "said.txt")
        assert child.process.wait(20) in (64, 77, 78), child.output


def test_an_index_that_is_missing_and_comes(make_shop):
    """Views say what is wrong; an import is announced, and the searches that failed are made again."""
    stack = make_shop(with_indexes=False)
    assert "which does not exist — Import it: searchbus index import products FILE." in stack.output()
    session = stack.new_session()
    names = ("hits", "stats", "brand", "price", "box")
    views = eventually(lambda: stack.gateway.views(session),
                       lambda views: all(views[name]["phase"] == "failed" for name in names),
                       "each view says that the search failed")
    for name in names:
        assert views[name]["error"]["code"] == "unknown-index", views[name]
        assert "products" in views[name]["error"]["message"]
    text = "".join(json.dumps(record) + "\n" for record in records(50))
    stack.run("index", "import", "products", "-", "--format", "ndjson", "--settings", SETTINGS, text=text)
    eventually(lambda: stack.gateway.views(session),
               lambda views: views["stats"]["phase"] == "ready" and views["stats"]["nbHits"] == 50,
               "the searches that failed are made again", patience=6)


def test_an_index_that_is_damaged(make_shop):
    stack = make_shop()
    path = stack.data / "indexes/broken"
    path.mkdir()
    (path / "manifest.json").write_bytes(b"no manifest" * 500)
    assert "[index-corrupt]" in stack.run("index", "show", "broken", code=74)[1]
    assert "[unknown-index]" in stack.run("index", "show", "none", code=66)[1]


def test_unknown_things_over_http(shop):
    session = shop.new_session()
    for method, path, body, status, code in [
        ("GET", "/api/sessions/unknown", None, 404, "unknown-session"),
        ("GET", "/api/sessions/a%2Fb", None, 400, "invalid-session"),
        ("GET", "/api/nothing", None, 404, "unknown-route"),
        ("POST", f"/api/sessions/{session}/intents", {"to": "nobody", "type": "clear", "data": {}}, 404,
         "unknown-addressee"),
        ("POST", f"/api/sessions/{session}/intents", [], 400, None),
        ("POST", f"/api/sessions/{session}/intents", {"to": "box", "type": "../x", "data": {}}, 400, None),
        ("GET", "/api/log?topic=../", None, 400, "invalid-topic"),
        ("GET", "/api/log?after=x", None, 400, None),
    ]:
        found, problem = shop.gateway.try_call(method, path, body)
        assert found == status and problem["status"] == status, (path, problem)
        assert problem["title"] and problem["detail"] and problem["remedy"], problem
        assert code in (None, problem["code"]), problem


@pytest.mark.parametrize("arguments, meant", [
    (["statsu"], "searchbus status"), (["index", "improt", "a", "b"], "searchbus index import"), (["serch"], "searchbus index search"),
])
def test_a_command_that_does_not_exist_is_refused_with_the_one_that_was_meant(arguments, meant):
    said = "".join(command(*arguments, code=64))
    assert said.startswith("error: ") and f"Did you mean `{meant}`?" in said, said
