# SPDX-License-Identifier: MIT
"""The client module in pages of another origin: what it can do, what it tells, what its type declarations say."""

import re
import subprocess

from own_page import EXPECTED_LOSS, ROOT, live, shop, testing, visit  # noqa: F401


def test_a_page_without_a_key_gets_an_error(shop, visit):
    page = live(visit())
    page.traps.allow(EXPECTED_LOSS)
    problem = page.evaluate("""async (gateway) => {
      const { connect, Problem } = await import(`${gateway}/client/index.js`);
      const failure = async (token) => connect({ url: gateway, token }).session().open()
        .then(() => null, (problem) => ({ code: problem.code, remedy: problem.remedy, is: problem instanceof Problem }));
      return [await failure(null), await failure("wrong")];
    }""", shop.url)
    assert [each["code"] for each in problem] == ["unauthorized", "unauthorized"] and all(each["is"] for each in problem)
    assert "connect({ url, token })" in problem[0]["remedy"]


def test_a_gateway_that_does_not_run_is_reported_and_waited_for(shop, visit):
    page = visit("/plain.html", bypass_csp=True)
    page.traps.allow(EXPECTED_LOSS)
    told = page.evaluate("""async ([gateway, nowhere]) => {
      const { connect } = await import(`${gateway}/client/index.js`);
      const session = connect({ url: nowhere, token: "x" }).session();
      const failed = new Promise((resolve) => session.addEventListener("problem", resolve, { once: true }));
      session.open();
      await failed;
      session.close();
      return [session.problem.code, session.problem.message, session.problem.remedy, session.id];
    }""", [shop.url, f"http://127.0.0.1:{testing.free_port()}"])
    assert told[0] == "unreachable" and shop.site.url in told[1] and f"origins: [{shop.site.url}]" in told[2] and told[3] is None


def test_a_session_whose_creation_was_not_answered_is_not_made_twice(shop, visit):
    page = live(visit())
    page.traps.allow(EXPECTED_LOSS)
    cut = []

    def lose_first(route):
        if not cut and route.request.method == "POST":
            cut.append(route.fetch().json()["session"])
            route.abort()
        else:
            route.continue_()

    page.route("**/api/sessions", lose_first)
    made = page.evaluate("""async ([gateway, token]) => {
      const { connect } = await import(`${gateway}/client/index.js`);
      const session = await connect({ url: gateway, token }).session({ link: "?q=desk" }).open();
      session.close();
      return session.id;
    }""", [shop.url, shop.key])
    assert [made] == cut


def test_what_waits_is_not_lost_when_a_page_goes_away(shop, visit):
    """The intents in flight are on the log already; those that wait behind them leave in a request of their own."""
    page = live(visit())
    page.traps.allow(EXPECTED_LOSS)
    unanswered = []

    def lose_answer(route):
        if not unanswered and route.request.method == "POST":
            route.fetch()
            unanswered.append(route)
        else:
            route.continue_()

    page.route("**/intents", lose_answer)
    session = page.evaluate("""async ([gateway, token]) => {
      const { connect } = await import(`${gateway}/client/index.js`);
      const session = await connect({ url: gateway, token }).session().open();
      for (const query of ["one", "two"]) session.send({ to: "box", type: "set-query", data: { query } }).catch(() => {});
      globalThis.leaving = session;
      return session.id;
    }""", [shop.url, shop.key])
    testing.eventually(lambda: page.evaluate("1") and unanswered, bool, "the first intent is on the log")
    page.unroute("**/intents")
    page.evaluate("leaving.close()")
    path = testing.log_path(topic="intent/box/", session=session)
    sent = testing.eventually(lambda: [each["event"]["data"]["query"] for each in shop.gateway.call("GET", path)["events"]],
                              lambda queries: len(queries) > 1, "the second intent is on the log")
    assert sent == ["one", "two"]


def test_a_held_intent_does_not_count_as_a_lost_connection(shop, visit):
    """The gateway answers with `held` after some seconds; the intent is sent again until it is released."""
    page = live(visit())
    page.traps.allow(EXPECTED_LOSS)
    sent = []

    def hold(route):
        if route.request.method != "POST":
            return route.continue_()
        sent.append(route.request.post_data_json["intents"][0]["id"])
        if len(sent) > 2:
            return route.continue_()
        problem = {"type": "about:blank", "title": "held", "status": 503, "code": "held", "detail": "Held.", "remedy": "Wait."}
        return route.fulfill(status=503, json=problem, headers={"access-control-allow-origin": shop.site.url},
                             content_type="application/problem+json")

    page.route("**/intents", hold)
    states = page.evaluate("""async ([gateway, token]) => {
      const { connect } = await import(`${gateway}/client/index.js`);
      const session = await connect({ url: gateway, token }).session().open();
      const states = [];
      if (session.connection !== "live") await new Promise((live) => session.addEventListener("connection", live, { once: true }));
      session.addEventListener("connection", () => states.push(session.connection));
      await session.send({ to: "box", type: "set-query", data: { query: "held" } });
      session.close();
      return states;
    }""", [shop.url, shop.key])
    assert states == [] and len(sent) > 2 and len(set(sent)) == 1


def test_addresses_that_cannot_work_are_reported_at_once(shop, visit):
    page = live(visit())
    codes = page.evaluate("""async (gateway) => {
      const { connect } = await import(`${gateway}/client/index.js`);
      return ["http://[", "ftp://a", "javascript:1"].map((url) => {
        try { connect({ url }); return null; } catch (problem) { return problem.code; }
      });
    }""", shop.url)
    assert codes == ["invalid-argument"] * 3


def test_a_page_over_https_cannot_use_a_gateway_without_tls(contexts):
    context, _ = contexts()
    page = context.new_page()
    kinds = {".js": "text/javascript"}

    def answer(route):
        path = ROOT / "web" / route.request.url.removeprefix("https://shop.example/")
        if path.is_file():
            route.fulfill(body=path.read_text(), content_type=kinds[path.suffix])
        else:
            route.fulfill(body="<!doctype html><title>Shop</title><link rel=icon href='data:,'>", content_type="text/html")

    page.route("https://shop.example/**", answer)
    page.goto("https://shop.example/shop")
    codes = page.evaluate("""async () => {
      const { connect } = await import("/client/index.js");
      return ["http://search.example", "https://search.example", "http://127.0.0.1:8080", "http://localhost:8080", "/"].map((url) => {
        try { connect({ url }); return "fine"; } catch (problem) { return problem.code; }
      });
    }""")
    assert codes == ["mixed-content", "fine", "fine", "fine", "fine"]


ELEMENTS = """async (gateway) => {
  await import(`${gateway}/client/index.js`);
  const watchers = {}, sent = [];
  const place = document.createElement("searchbus-session");
  const make = (tag, widget, parent = place) => {
    const element = parent.appendChild(document.createElement(tag));
    element.setAttribute("widget", widget);
    return element;
  };
  const [sort, hits, list, range] = ["sort-by", "hits", "refinement-list", "number-range"].map((type) => make(`searchbus-${type}`, type));
  const more = hits.appendChild(document.createElement("div"));
  more.dataset.when = "more";
  more.append(Object.assign(document.createElement("button"), { textContent: "More" }));
  more.firstChild.dataset.send = "load-more";
  const failed = hits.appendChild(document.createElement("p"));
  failed.dataset.when = "failed";
  failed.append(document.createElement("span"));
  failed.firstChild.dataset.say = "error";
  document.body.replaceChildren(place);
  const session = Object.assign(new EventTarget(), { connection: "live", view: (widget) => ({
    subscribe(callback) { watchers[widget] = callback; return () => { delete watchers[widget]; }; },
    send: async (type, data) => { sent.push([widget, type, data]); return null; },
    current: undefined,
  }) });
  place.session = session;
  await place.ready;
  await new Promise((resolve) => setTimeout(resolve));
  watchers["sort-by"]({ phase: "ready", selected: "b", items: [{ index: "a", label: "A" }, { index: "b", label: "B" }] });
  const order = sort.firstChild.value;
  sort.firstChild.value = "a";
  sort.firstChild.dispatchEvent(new Event("change"));
  const hit = (id) => ({ objectID: id, record: { name: id } });
  watchers.hits({ phase: "ready", hits: [hit("x"), hit("y")], hasMore: true, nbHits: 3 });
  const kept = hits.querySelector("[data-hit=y]");
  const shown = [more.hidden, failed.hidden];
  more.firstChild.click();
  watchers.hits({ phase: "failed", hits: [hit("y"), hit("z")], hasMore: false, error: { message: "broken" } });
  const after = [more.hidden, failed.hidden, failed.textContent, hits.dataset.phase];
  const stays = kept === hits.querySelector("[data-hit=y]");
  watchers["refinement-list"]({ phase: "ready", items: [{ value: true, label: "true", count: 2, selected: false }] });
  const box = list.querySelector("input");
  box.click();
  watchers["refinement-list"]({ phase: "ready", items: [{ value: true, label: "true", count: 1, selected: false }] });
  const held = box.checked;
  watchers["number-range"]({ phase: "ready", bounds: [1.5, 9.2], range: null, precision: 0 });
  const [from, to] = range.querySelectorAll("input[type=number]");
  const bounds = [from, to].map(({ placeholder }) => placeholder);
  for (const [field, value] of [[from, "4"], [to, "3"], [to, "9999"]]) {
    field.value = value;
    field.dispatchEvent(new Event("change"));
  }
  const handle = range.querySelector("[data-end=max]");
  handle.value = "6";
  handle.dispatchEvent(new Event("input"));
  place.remove();
  await new Promise((resolve) => setTimeout(resolve));
  return { order, sent, shown, after, stays, held, bounds, left: Object.keys(watchers) };
}"""


def test_elements_draw_views_send_intents_and_close(shop, visit):
    done = visit("/plain.html").evaluate(ELEMENTS, shop.url)
    assert done["order"] == "b" and done["stays"] and done["held"] and done["bounds"] == ["1", "10"]
    assert done["shown"] == [False, True] and done["after"] == [True, False, "broken", "failed"]
    assert done["sent"] == [["sort-by", "select", {"index": "a"}], ["hits", "load-more", {}],
                            ["refinement-list", "select", {"values": [True], "on": True}],
                            *[["number-range", "set-range", {"range": range}] for range in ([4, None], [4, 4], [4, None], [4, 6])]]
    assert done["left"] == []


def test_a_session_of_a_script_has_views_intents_and_the_bus(shop, visit):
    page = live(visit())
    page.traps.allow(EXPECTED_LOSS)
    done = page.evaluate("""async ([gateway, token]) => {
      const { connect } = await import(`${gateway}/client/index.js`);
      const bus = connect({ url: gateway, token: async () => token });
      const topics = [];
      let stop;
      await new Promise((started) => {
        stop = bus.events({ topics: ["intent/box/"] }, { event: ({ topic }) => topics.push(topic), started });
      });
      const session = bus.session({ link: "?q=sofa" });
      const queries = [];
      const found = new Promise((resolve) => {
        session.view("hits").subscribe((view) => {
          queries.push(view.query);
          if (view.phase === "ready" && view.query === "chair") resolve(view.nbHits);
        });
      });
      const early = session.send({ to: "box", type: "set-query", data: { query: "chair" } });
      await session.open();
      const { sequence } = await early;
      const refused = await session.view("hits").send("nonsense").then(() => null, (problem) => problem.code);
      const hits = await found;
      const [answer, app] = await Promise.all([bus.search({ searcher: "products", query: "chair" }), bus.app()]);
      while (topics.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      const { events } = await bus.log({ topics: ["intent/box/"], session: session.id });
      stop();
      session.close();
      return { sequence, refused, hits, found: answer.nbHits, name: app.name, topics, logged: events.length };
    }""", [shop.url, shop.key])
    assert len(done["sequence"]) == 20 and done["refused"] == "invalid-intent" and done["name"] == "shop"
    assert done["hits"] == done["found"] > 0 and done["logged"] >= 1 and done["topics"][0].startswith("intent/box/")


def test_a_view_is_one_object_for_each_name_and_can_be_handed_on_in_parts(shop, visit):
    page = live(visit())
    told = page.evaluate("""async ([gateway, token]) => {
      const { connect } = await import(`${gateway}/client/index.js`);
      const session = connect({ url: gateway, token }).session();
      const { subscribe, send } = session.view("stats");
      const same = session.view("stats") === session.view("stats") && session.view("stats") !== session.view("hits");
      const first = new Promise((resolve) => { subscribe(resolve); });
      await session.open();
      const seen = await first;
      session.close();
      return [same, typeof seen, typeof send];
    }""", [shop.url, shop.key])
    assert told == [True, "object", "function"]


def test_a_session_of_a_script_begins_with_what_can_be_read_of_its_link(shop, visit):
    page = live(visit())
    page.traps.allow("status of 400")
    told = page.evaluate("""async ([gateway, token]) => {
      const { connect } = await import(`${gateway}/client/index.js`);
      const session = connect({ url: gateway, token }).session({ link: "?q=lamp&price=5..1" });
      const notices = [];
      session.addEventListener("notice", ({ detail }) => notices.push(detail.message));
      const box = new Promise((resolve) => session.view("box").subscribe((view) => { if (view?.query) resolve(view.query); }));
      await session.open();
      const query = await box;
      session.close();
      return [query, notices];
    }""", [shop.url, shop.key])
    assert told[0] == "lamp" and len(told[1]) == 1 and "`price`" in told[1][0], told


def test_markup_in_records_stays_text_and_addresses_are_checked(shop, visit):
    page = live(visit())
    shown = page.evaluate("""async (gateway) => {
      const { drawHit } = await import(`${gateway}/client/hit-template.js`);
      const item = document.createElement("li");
      const make = (tag, data) => item.appendChild(Object.assign(document.createElement(tag), {})) && Object.assign(item.lastChild.dataset, data);
      make("p", { text: "name" }); make("p", { highlight: "name" }); make("a", { href: "bad" }); make("a", { href: "good" });
      make("i", { if: "none" }); make("b", { text: "price", format: "currency EUR" }); make("u", { text: "a.b" });
      for (const format of ["number", "currency EUR", "date"]) make("s", { text: "odd", format });
      drawHit(item, { objectID: "1", highlights: { name: [["<b>", true], ["x", false]] },
        record: { name: "<img src=x onerror=alert(1)>", bad: "javascript:alert(1)", good: "https://a.example/", none: [], price: 3, odd: "on request", a: { b: ["p", "q"] } } });
      const [text, marked, bad, good, none, price, deep, ...odd] = item.children;
      return { elements: item.querySelectorAll("img").length, text: text.textContent, marks: marked.querySelectorAll("mark").length,
        bad: [bad.getAttribute("href"), bad.hidden], good: good.href, none: none.hidden, price: price.textContent, deep: deep.textContent,
        odd: odd.map((part) => part.textContent) };
    }""", shop.url)
    assert shown == {"elements": 0, "text": "<img src=x onerror=alert(1)>", "marks": 1, "bad": [None, True],
                     "good": "https://a.example/", "none": True, "price": "€3.00", "deep": "p, q",
                     "odd": ["on request"] * 3}


def test_the_declarations_are_right_typescript_and_name_what_the_module_exports(shop, visit, tmp_path):
    names = ("core.d.ts", "elements.d.ts")
    members = shop.gateway.call("GET", "/openapi.json")["components"]["schemas"]["Search"]["properties"]
    request = re.search(r"^export interface SearchRequest {(.*?)^}", (ROOT / "web/client/core.d.ts").read_text(), re.MULTILINE | re.DOTALL)
    assert set(members) == set(re.findall(r"^  (\w+)\??:", request[1], re.MULTILINE))
    declared = "".join((ROOT / "web/client" / name).read_text() for name in names)
    for name in (*names, "searchbus.d.ts", "widgets.d.ts"):
        tmp_path.joinpath(name).write_text((ROOT / "web/client" / name).read_text())
    tmp_path.joinpath("use.ts").write_text(USE)
    command = ["tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "es2022", "--moduleResolution", "node",
               "--lib", "es2022,dom", "use.ts"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout
    page = live(visit())
    exported = page.evaluate("""async (gateway) => {
      const module = await import(`${gateway}/client/index.js`);
      const members = (of) => Object.getOwnPropertyNames(of.prototype ?? {}).filter((name) => name !== "constructor");
      return Object.fromEntries(Object.entries(module).map(([name, value]) => [name, members(value)]));
    }""", shop.url)
    assert set(re.findall(r"^export (?:class|function) (\w+)", declared, re.MULTILINE)) == set(exported)
    for name, members in exported.items():
        if body := re.search(rf"^export class {name}\b.*?^}}", declared, re.MULTILINE | re.DOTALL):
            known = set(re.findall(r"^  (?:readonly |static |get |set )*(\w+)[(<:]", body[0], re.MULTILINE))
            missing = set(members) - known - {"connectedCallback", "disconnectedCallback"}
            assert not missing, f"{name}: {missing}"
    elements = set(re.findall(r'^    "(searchbus-[\w-]+)":', declared, re.MULTILINE))
    defined, apart = [set(re.findall(r'^  "(searchbus-[\w-]+)":', (ROOT / "web/client" / name).read_text(), re.MULTILINE))
                      for name in ("elements.js", "devtools.js")]
    assert elements == defined | apart and apart
    assert all(page.evaluate("(names) => names.map((name) => Boolean(customElements.get(name)))", sorted(defined)))


USE = """
import {
  connect, Problem, type HitsView, type NumberRangeIntents, type NumberRangeView, type Session, type WidgetTypes,
} from "./searchbus";

interface Product { name: string; price: number }

export async function start(): Promise<Session> {
  const bus = connect({ url: "https://search.example", token: async () => "key" });
  const session = await bus.session({ id: "a", initial: null }).open();
  const stop: () => void = session.view<HitsView<Product>>("hits").subscribe((view) => view.hits[0].record.name.length);
  const price = session.view<NumberRangeView, NumberRangeIntents>("price");
  price.subscribe(({ bounds, range }) => bounds?.[0] ?? range?.[1]);
  price.send("set-range", { range: [1, null] }, { latest: true });
  price.send("clear");
  // @ts-expect-error: the data of an intent are what the widget type declares
  price.send("set-range", { range: ["1", null] });
  const hidden: WidgetTypes["clear-filters"]["view"]["enabled"] = false;
  session.view("price").send("anything", { any: hidden });
  const sent = await session.send({ to: "box", type: "set-query", data: { query: "a" } }, { latest: true });
  const place: string | undefined = sent?.sequence;
  session.addEventListener("notice", ({ detail }) => detail.message);
  session.addEventListener("problem", () => session.problem?.remedy);
  document.querySelector("searchbus-session")!.session = session;
  const answer = await bus.search<Product>({ searcher: "products", query: "lamp", facets: ["brand"] });
  const several = await bus.search<Product>({ requests: [{ searcher: "products" }] });
  const prices = [answer.hits?.[0].record.price, ...several.results.map((each) => "error" in each ? each.error.code : each.query)];
  // @ts-expect-error: a search is an object that names its searcher
  bus.search("lamp").catch(() => prices);
  bus.events({ topics: ["results/"] }, { event: ({ topic }) => topic })();
  // @ts-expect-error: a session is made by a gateway
  new (session.constructor as typeof Session)();
  // @ts-expect-error: an intent has a type
  session.send({ to: "box" });
  if (new Problem({ code: "x" }).retryable && place) stop();
  return session;
}
"""
