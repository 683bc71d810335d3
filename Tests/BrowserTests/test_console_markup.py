# SPDX-License-Identifier: MIT
"""Text is data: nothing in a record, a facet, a query, an id or an address becomes markup or script."""

import urllib.parse

from playwright.sync_api import expect

from console_stack import eventually

WORD = "zzmarkup"
PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "\"><script>alert(1)</script>",
    "'><img src=x onerror=alert(1)>",
    "</article><script>alert(1)</script>",
    "<iframe src=javascript:alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<a href=javascript:alert(1)>link</a>",
    "<details open ontoggle=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<body onload=alert(1)>",
    "<style>@import 'javascript:alert(1)'</style>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<base href=//evil.example/>",
    "<form action=//evil.example><button>go</button></form>",
    "<template><script>alert(1)</script></template>",
    "<em>emphasis</em> <mark>mark</mark>",
    "__ais-highlight__<b>x</b>__/ais-highlight__",
    "<em class=\"ais-Highlight\">x</em>",
    "javascript:alert(1)",
    "${alert(1)} {{constructor.constructor('alert(1)')()}} <%= alert(1) %>",
    "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#60;b&#62;",
    "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
    "<!-- --><script>alert(1)</script><!-- -->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<math><mi xlink:href=javascript:alert(1)>x</mi></math>",
    "\u202e<script>alert(1)</script>",
]


def record(number, payload):
    """A product with a payload in every text it has, its id included."""
    return {"objectID": f"zz{number:02} {payload}", "name": f"{WORD} {payload}", "brand": payload,
            "description": f"{WORD} {payload}", "categories": [payload], "color": [payload], "image": payload,
            "price": 5, "rating": 3, "freeShipping": True, "popularity": 100 - number}


def markup_in(page):
    """Elements within the page's content that the console itself never makes there."""
    return page.locator("main :is(script, iframe, style, link, meta, base, form, object, embed, template, math, em, b)")


def test_markup_in_records_and_facets_stays_text(stack, console):
    """Cards, facets, chips, and the inspector show markup as it is written; nothing of it takes effect."""
    stack.add_products(*(record(number, payload) for number, payload in enumerate(PAYLOADS)))
    screen = console()
    screen.type(WORD)
    screen.shows(stack.settled(screen.session, WORD))
    screen.scroll_to_end()
    expect(screen.hits).to_have_count(len(PAYLOADS))
    titles = screen.hits.locator(".hit-title").evaluate_all("titles => titles.map((title) => title.textContent)")
    assert titles == [f"{WORD} {payload}" for payload in PAYLOADS]
    assert screen.ids() == [f"zz{number:02} {payload}" for number, payload in enumerate(PAYLOADS)]
    expect(screen.hits.locator("img")).to_have_count(0)

    screen.page.locator("[data-widget=brand]").get_by_role("button", name="Show more").click()
    eventually(lambda: set(screen.counts("brand")), lambda shown: shown == set(PAYLOADS), "every brand is listed")
    for payload in PAYLOADS[:3]:
        screen.page.locator("[data-widget=brand] .value").filter(has_text=payload).first.click()
        expect(screen.chips.filter(has_text=payload).first).to_be_visible()
    assert markup_in(screen.page).count() == 0

    screen.go("bus")
    screen.page.get_by_role("searchbox", name="Filter").fill("kind:results")
    screen.page.locator(".action-row[role=option]").first.click()
    screen.page.locator(".step[data-topic^='results/products/']").first.click()
    screen.page.locator(".payload-tree > .tree > .tree > .tree:not([open]) > summary").first.click()
    expect(screen.page.locator(".payload-tree")).to_contain_text(PAYLOADS[0])
    assert markup_in(screen.page).count() == 0


def test_markup_as_a_query_stays_text(stack, console):
    """Whatever is typed is shown as typed: in the box, in the words about no results, and in another browser."""
    one = console()
    two = console(session=one.session)
    for payload in PAYLOADS[:4]:
        query = f"qq{payload}"
        one.box.fill(query)
        stack.settled(one.session, query)
        for screen in (one, two):
            expect(screen.box).to_have_value(query)
            expect(screen.page.locator("[data-widget=hits] .empty h3")).to_have_text(
                f"Nothing matches “{query}”", use_inner_text=True)
            assert markup_in(screen.page).count() == 0


def test_markup_in_the_address_stays_text(stack, console):
    """Pages, sessions and traces that no link names: the console opens, and shows or leaves out the text."""
    screen = console()
    for payload in PAYLOADS[:2]:
        quoted = urllib.parse.quote(payload)
        for place in (f"#/{quoted}?session={quoted}", f"#/bus?session={screen.session}&action={quoted}&filter={quoted}"):
            screen.page.goto("about:blank")
            screen.page.goto(f"{stack.url}/{place}")
            expect(screen.page.locator("search-page, bus-page")).to_be_visible()
            assert markup_in(screen.page).count() == 0
    expect(screen.page.locator(".detail .page-state")).to_contain_text("The log has no event with this ID")


def test_markup_refused_by_the_server_is_shown_as_text(stack, console):
    """An intent with markup for a name is refused, and the refusal on the page is text."""
    screen = console()
    screen.traps.allow("status of 422")
    name = PAYLOADS[1]
    screen.page.route("**/intents", lambda route: route.fulfill(
        status=422, content_type="application/problem+json", json={"code": "bad", "detail": f"No widget {name}"}))
    # Of announcements at one time only the last is read.
    expect(screen.page.locator("#announcements")).to_contain_text("results")
    screen.facet("brand", next(iter(screen.counts("brand")))).click()
    expect(screen.page.locator("#announcements")).to_have_text(f"Couldn’t apply the change: No widget {name}")
