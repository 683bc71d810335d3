// SPDX-License-Identifier: MIT

import Bus

/// A metric that the gateway counts or times where it happens: `metrics.count(.streamsCut)`.
struct CountedMetric: Sendable, Hashable {
    let name: String
    let labels: [String]
    let help: String
    /// The labels' values that there are from the start; if there are any, others are not counted.
    var values: [[String]] = []

    init(_ name: String, _ help: String, labels: [String] = [], values: [[String]] = []) {
        (self.name, self.labels, self.help, self.values) = (name, labels, help, labels.isEmpty ? [[]] : values)
    }

    static let requests = CountedMetric(
        "searchbus_http_requests_total",
        "Requests answered.",
        labels: ["route", "method", "status"]
    )
    static let refused = CountedMetric(
        "searchbus_http_refused_total",
        "Requests refused before they were processed.",
        labels: ["code"]
    )
    static let requestTimes = CountedMetric(
        "searchbus_http_request_seconds",
        "Time until the response, or the start of a stream.",
        labels: ["route", "status"]
    )
    static let appendTimes = CountedMetric(
        "searchbus_append_seconds",
        "Time from the gateway to the log and back for an append of intents."
    )
    static let intents = CountedMetric("searchbus_intents_total", "Intents put on the log.")
    static let outcomes = CountedMetric(
        "searchbus_outcomes_total",
        "Outcomes of all intents since the gateway's start.",
        labels: ["result"],
        values: [["applied"], ["rejected"], ["unchanged"]]
    )
    static let connectionsCut = CountedMetric(
        "searchbus_connections_cut_total",
        "Connections cut because they were too slow."
    )
    static let eventsReceived = CountedMetric(
        "searchbus_bus_events_total",
        "Events received on the bus by the gateway."
    )
    static let viewsDelivered = CountedMetric("searchbus_views_delivered_total", "Views handed to streams.")
    static let viewsConflated = CountedMetric("searchbus_views_conflated_total", "Views that a newer one replaced.")
    static let streamsCut = CountedMetric(
        "searchbus_streams_cut_total",
        "Streams cut because the client took nothing."
    )

    static let all = [
        requests, refused, requestTimes, appendTimes, intents, outcomes, connectionsCut, eventsReceived, viewsDelivered,
        viewsConflated, streamsCut,
    ]
}

extension Metric {
    static let gateway = counted + current

    private static let counted: [Metric] = CountedMetric.all.map { counted in
        Metric(counted.name, counted.help, counted.isTimed ? .histogram : .counter, labels: counted.labels) {
            $0.counts.samples(of: counted)
        }
    }

    private static let current: [Metric] = [
        single("searchbus_connections", "Open connections.") { Double($0.connections.open) },
        single("searchbus_connections_evicted_total", "Connections that had to make room.") {
            Double($0.connections.evicted)
        },
        single("searchbus_streams", "Open event streams.") { Double($0.streams) },
        single("searchbus_bus_connected", "Whether the gateway receives events from the broker.") {
            $0.isBusConnected ? 1 : 0
        },
        single("searchbus_log_head", "The last known sequence number.") { Double($0.head.rawValue) },
    ]

    static let log: [Metric] = [
        single("searchbus_log_events", "Events on the log.") { ($0.log?.events).map(Double.init) },
        single("searchbus_log_bytes", "The size of the log's content.") { ($0.log?.bytes).map(Double.init) },
        single("searchbus_log_wal_bytes", "The size of the write-ahead log.") { ($0.log?.walBytes).map(Double.init) },
        single("searchbus_disk_free_bytes", "Free bytes on the log's disk.") {
            ($0.log?.diskFreeBytes).map(Double.init)
        },
        single("searchbus_sessions", "Sessions on the log, counted every 5 s.") { ($0.log?.sessions).map(Double.init) },
        single("searchbus_sessions_expired_total", "Sessions that were deleted.") {
            ($0.log?.expired).map(Double.init)
        },
        single("searchbus_broker_appends_total", "Appends acknowledged by the broker.") {
            ($0.log?.appends).map(Double.init)
        },
        single("searchbus_broker_refused_total", "Commands refused by the broker.") {
            ($0.log?.refused).map(Double.init)
        },
        single("searchbus_broker_withheld_total", "Events stored and not published at once.") {
            ($0.log?.withheld).map(Double.init)
        },
        Metric(
            "searchbus_broker_append_seconds",
            "Time of the broker's transactions, each for the appends that arrived together.",
            .histogram
        ) { ($0.log?.appendTimes).map { [Sample([], .times($0))] } },
    ]
}
