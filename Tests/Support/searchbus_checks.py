# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""What must be true of any log, whatever happened to the processes that wrote it. Each check raises AssertionError."""

from collections import Counter, defaultdict

STORED_WITHOUT_OUTCOME = {"start"}


def check_order(events, first=1):
    """Places without a hole, links to the event before on the same topic and channel, one epoch, no id twice."""
    last_of_topic, last_of_channel = {}, {}
    assert [event.sequence for event in events] == list(range(first, first + len(events))), "places have holes"
    for event in events:
        assert event.previous == last_of_topic.get(event.topic, 0), f"the link of {event} to its topic"
        # A channel's link may point anywhere between its last event and this one: it says that nothing lies between.
        assert last_of_channel.get(event.channel, 0) <= event.channel_previous < event.sequence, f"the link of {event}"
        last_of_topic[event.topic] = last_of_channel[event.channel] = event.sequence
    assert len({event.body["epoch"] for event in events}) <= 1, "the log changed its identity"
    twice = [name for name, count in Counter(event.id for event in events).items() if count > 1]
    assert not twice, f"events are on the log twice: {twice[:5]}"


def check_outcomes(events):
    """Every intent has one outcome, and the outcomes of an addressee come in the order of its intents."""
    intents, outcomes = defaultdict(list), defaultdict(list)
    for event in events:
        if event.kind == "intent" and event.type not in STORED_WITHOUT_OUTCOME:
            intents[event.component, event.session].append(event.id)
        elif event.kind == "outcome":
            outcomes[event.component, event.session].append(event.data["intent"])
    started = {event.id for event in events if event.kind == "intent" and event.type == "start"}
    for place, expected in intents.items():
        found = [intent for intent in outcomes[place] if intent not in started]
        assert found == expected, (f"{place}: {len(expected)} intents, {len(found)} outcomes; "
                                   f"missing {set(expected) - set(found)}, twice {twice(found)}")


def twice(values):
    """What is there more than once."""
    return [value for value, count in Counter(values).items() if count > 1]


def check_searches(events):
    """Requests of a searcher grow; a search that was overtaken has no results, and none is answered twice."""
    superseded, answered, pages = set(), Counter(), defaultdict(int)
    for event in events:
        if event.kind not in ("search", "results"):
            continue
        place = (event.component, event.session)
        request = event.data["request"]
        if event.kind == "results":
            answered[place, request] += 1
            assert request > pages[place], f"{place}: results of {request} after those of {pages[place]}"
            pages[place] = request
        elif event.type == "superseded":
            superseded.add((place, request))
    both = superseded & set(answered)
    assert not both, f"searches were overtaken, and yet have results: {sorted(both)[:5]}"
    assert not twice(answered.elements()), f"searches have results twice: {twice(answered.elements())[:5]}"


def check_views(events):
    """No widget shows the answer of an older search, or of an older text, after that of a newer one."""
    shown, asked, texts = defaultdict(int), defaultdict(list), defaultdict(int)
    for event in events:
        place = (event.component, event.session)
        if event.kind == "intent" and event.type == "set-query" and event.component != "box":
            asked[event.session].append(event.data["query"])
        elif event.kind == "state" and "shown" in event.data:
            assert event.data["shown"] >= shown[place], f"{event} goes back from {shown[place]}"
            shown[place] = event.data["shown"]
        elif event.kind == "view" and event.component in ("hits", "stats") and event.data["query"]:
            # The texts of one session are all different, so each has its place in the order in which they were typed.
            index = asked[event.session].index(event.data["query"])
            assert index >= texts[place], f"{place} went back to {event.data['query']!r}"
            texts[place] = index


def check_app_log(events, sessions=None):
    """Everything that must be true of the log of an app; what is said of sessions, of some or of all."""
    check_order(events)
    events = [event for event in events if sessions is None or event.session in sessions]
    check_outcomes(events)
    check_searches(events)
    check_views(events)


def comparable(views):
    """A session's views without what differs from run to run: how long searches took, and the order of chips."""
    result = {}
    for name, view in views.items():
        view = {key: value for key, value in view.items() if key not in ("processingTimeMS", "text", "client", "edit")}
        if name == "current":
            view["items"] = sorted(view["items"], key=str)
        result[name] = view
    return result


def differences(left, right):
    """Which members of which views differ, for a message that can be read."""
    return {f"{name}.{key}": (left.get(name, {}).get(key), right.get(name, {}).get(key))
            for name in left.keys() | right.keys() for key in {**left.get(name, {}), **right.get(name, {})}
            if left.get(name, {}).get(key) != right.get(name, {}).get(key)}
