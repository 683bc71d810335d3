# SPDX-License-Identifier: MIT
"""What must be true of any log, whatever happened to the processes that wrote it. Each check raises AssertionError."""

from collections import Counter, defaultdict


class OrderCheck:
    """Places without a hole, links to the event before on the same topic and channel, one epoch, no id twice on a topic."""

    def __init__(self, first=1):
        self.next = first
        self.last_of_topic, self.last_of_channel = {}, {}
        self.epochs, self.ids = set(), set()

    def take(self, events):
        """Goes on with what comes next on the log."""
        for place, event in enumerate(events, self.next):
            assert event.sequence == place, f"places have holes: {event.topic} is at {event.sequence} instead of {place}"
        self.next += len(events)
        for event in events:
            last = self.last_of_channel.get(event.channel, 0)
            assert event.previous == self.last_of_topic.get(event.topic, 0), f"the link of {event} to its topic"
            # A channel's link may point anywhere between its last event and this one: it says that nothing lies between.
            assert last <= event.channel_previous < event.sequence, f"the link of {event}"
            self.last_of_topic[event.topic] = self.last_of_channel[event.channel] = event.sequence
        self.epochs |= {event.body["epoch"] for event in events}
        assert len(self.epochs) <= 1, "the log changed its identity"
        new = [event.id for event in events]
        again = self.ids.intersection(new) | set(twice(new))
        assert not again, f"events are on the log twice: {sorted(again)[:5]}"
        self.ids.update(new)


def check_order(events, first=1):
    """What `OrderCheck` checks, of a part of the log that has everything of its topics."""
    OrderCheck(first).take(events)


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
    """No widget shows the answer to an older text after that to a newer one, and no list the one before it again."""
    asked, texts, lists = defaultdict(list), defaultdict(int), defaultdict(int)
    turned_back = {event.session for event in events if event.kind == "intent" and event.component == "session"
                   and event.type in ("undo", "redo", "restore", "reset")}
    for event in events:
        place = (event.component, event.session)
        if event.kind == "intent" and event.type == "set-query":
            asked[event.session].append(event.data["query"])
        if event.kind == "view" and event.component == "hits" and event.data["list"]:
            assert event.data["list"] >= lists[place], f"{place} went back to list {event.data['list']}"
            lists[place] = event.data["list"]
        if event.kind == "view" and event.component in ("hits", "stats") and event.data["query"]:
            # The texts of one session are all different, unless a user restored an old one; so each has its index
            # in the order in which they were typed.
            if event.session not in turned_back:
                index = asked[event.session].index(event.data["query"])
                assert index >= texts[place], f"{place} went back to {event.data['query']!r}"
                texts[place] = index


def check_app_log(events, sessions=None):
    """Everything that must be true of the log of an app; what is said of sessions, of some or of all."""
    check_order(events)
    check_sessions(events, sessions)


def check_sessions(events, sessions=None):
    """What must be true of sessions, of some or of all, on whatever part of the log holds all of theirs."""
    # Changes of an index are everybody's.
    events = [event for event in events if sessions is None or event.session in sessions or event.kind == "index"]
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
            # Filters are in a link in the order in which they were set.
            view["link"] = sorted(sorted(part.split("~")) for part in view["link"].lstrip("?").split("&"))
        result[name] = view
    return result


def differences(left, right):
    """Which members of which views differ, for a message that can be read."""
    return {f"{name}.{key}": (left.get(name, {}).get(key), right.get(name, {}).get(key))
            for name in left.keys() | right.keys() for key in {**left.get(name, {}), **right.get(name, {})}
            if left.get(name, {}).get(key) != right.get(name, {}).get(key)}
