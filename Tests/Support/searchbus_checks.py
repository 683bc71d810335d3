# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""What must be true of any log, whatever happened to the processes that wrote it. Each check raises AssertionError."""

from collections import Counter, defaultdict


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
    """Every intent has one outcome; those that the state store carries out, in the order in which they were accepted."""
    intents, outcomes, carried = defaultdict(list), defaultdict(list), defaultdict(list)
    for event in events:
        if event.kind == "intent":
            intents[event.session].append(event.id)
        elif event.kind == "outcome":
            outcomes[event.session].append(event.data["intent"])
            if event.body["source"] == "/state":
                carried[event.session].append(event.data["intent"])
    started = {event.id for event in events if event.kind == "intent" and event.type == "start"}
    for session, expected in intents.items():
        expected = [intent for intent in expected if intent not in started]
        found = [intent for intent in outcomes[session] if intent not in started]
        assert sorted(found) == sorted(expected), (
            f"{session}: {len(expected)} intents, {len(found)} outcomes; "
            f"missing {set(expected) - set(found)}, twice {twice(found)}")
        places = {intent: place for place, intent in enumerate(expected)}
        order = [places[intent] for intent in carried[session] if intent in places]
        assert order == sorted(order), f"{session}: intents were not carried out in the order of the log"


def twice(values):
    """What is there more than once."""
    return [value for value, count in Counter(values).items() if count > 1]


def check_requests(events):
    """Requests are numbered upwards, and those of each member too."""
    last = defaultdict(int)
    for event in events:
        if event.kind != "request":
            continue
        for name, member in event.data["members"].items():
            place = (name, event.session)
            assert last[place] <= member["number"] <= event.data["number"], f"{event}: {name} goes back"
            assert member["since"] <= member["number"], f"{event}: {name} is owed to a request that is not there"
            last[place] = member["number"]


def check_searches(events):
    """Answers of a searcher never go back, and each request is answered once, unless its index changed."""
    superseded, answered, shown = set(), Counter(), defaultdict(int)
    changes = {event.id for event in events if event.kind == "index"}
    for event in events:
        if event.kind not in ("search", "results"):
            continue
        place = (event.component, event.session)
        request = event.data["request"]
        if event.kind == "results":
            assert request >= shown[place], f"{place}: results of {request} after those of {shown[place]}"
            shown[place] = request
            if event.body.get("causationid") not in changes:
                answered[place, request] += 1
        elif event.type == "superseded":
            superseded.add((place, request))
    both = superseded & set(answered)
    assert not both, f"searches were given up, and yet have results: {sorted(both)[:5]}"
    assert not twice(answered.elements()), f"searches have results twice: {twice(answered.elements())[:5]}"


def check_views(events):
    """No widget shows the answer to an older text after that to a newer one."""
    asked, texts = defaultdict(list), defaultdict(int)
    for event in events:
        place = (event.component, event.session)
        if event.kind == "intent" and event.type == "set-query":
            asked[event.session].append(event.data["query"])
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
    check_requests(events)
    check_searches(events)
    check_views(events)


def comparable(views):
    """A session's views without what differs from run to run: how long searches took, the numbers of
    requests, and the order of chips."""
    result = {}
    for name, view in views.items():
        view = {key: value for key, value in view.items() if key not in ("processingTimeMS", "text", "client", "edit", "list")}
        if name == "current":
            view["items"] = sorted(view["items"], key=str)
        if name == "session":
            # Filters stand in a link in the order in which they were set.
            view["link"] = sorted(sorted(part.split("~")) for part in view["link"].lstrip("?").split("&"))
        result[name] = view
    return result


def differences(left, right):
    """Which members of which views differ, for a message that can be read."""
    return {f"{name}.{key}": (left.get(name, {}).get(key), right.get(name, {}).get(key))
            for name in left.keys() | right.keys() for key in {**left.get(name, {}), **right.get(name, {})}
            if left.get(name, {}).get(key) != right.get(name, {}).get(key)}
