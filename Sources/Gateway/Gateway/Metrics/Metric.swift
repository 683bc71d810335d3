// SPDX-License-Identifier: MIT

import Bus

/// A metric of `/metrics`: the one place where its name, kind, labels, help and value are.
///
/// `Metric.all` is the source of `/metrics`, and of the table in `docs/http.md`.
struct Metric: Sendable {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    enum Value: Sendable {
        case number(Double)
        case times(DurationHistogram)
    }

    struct Sample: Sendable {
        /// The labels' values; `nil` for an omitted label.
        let labels: [String?]
        let value: Value

        init(_ labels: [String?] = [], _ value: Value) { (self.labels, self.value) = (labels, value) }
    }

    let name: String
    let kind: Kind
    /// The names of the labels.
    let labels: [String]
    let help: String
    /// The samples; `nil` if the metric is not served, as of nodes on a single machine.
    let samples: @Sendable (MetricSource) -> [Sample]?

    init(
        _ name: String,
        _ help: String,
        _ kind: Kind? = nil,
        labels: [String] = [],
        samples: @escaping @Sendable (MetricSource) -> [Sample]?
    ) {
        self.name = name
        self.kind = kind ?? (name.hasSuffix("_total") ? .counter : .gauge)
        (self.labels, self.help, self.samples) = (labels, help, samples)
    }

    /// All metrics.
    static let all: [Metric] = gateway + log + processes + nodes

    /// A metric of one number, which is not served while it is unknown.
    static func single(
        _ name: String,
        _ help: String,
        _ value: @escaping @Sendable (MetricSource) -> Double?
    ) -> Metric {
        Metric(name, help) { value($0).map { [Sample([], .number($0))] } }
    }

    /// A metric with a number for each process that has one.
    static func process(
        _ name: String,
        _ help: String,
        _ value: @escaping @Sendable (ProcessReport) -> Double?
    ) -> Metric {
        Metric(name, help, labels: processLabels) { source in
            source.processes.compactMap { process in
                value(process).map { Sample([process.name, process.machine], .number($0)) }
            }
        }
    }

    static let processLabels = ["process", "machine"]

    /// Writes the metric.
    func write(_ source: MetricSource, to text: inout PrometheusText) {
        guard let samples = samples(source) else { return }
        text.begin(name, kind.rawValue, help)
        for sample in samples {
            let pairs = zip(labels, sample.labels).compactMap { name, value in value.map { (name, $0) } }
            switch sample.value {
            case .number(let number): text.sample(name, pairs, number)
            case .times(let times): text.histogram(name, pairs, times)
            }
        }
    }
}

/// The sources of metrics.
struct MetricSource: Sendable {
    var counts = GatewayMetrics()
    var connections = (open: 0, evicted: 0)
    var streams = 0
    var isBusConnected = false
    var head = SequenceNumber.zero
    var processes: [ProcessReport] = []
    var log: LogStatus?
    /// The nodes, if several share the log.
    var nodes: [NodeStatus] = []
    var journal: SharedLogStatus?

    /// All metrics in Prometheus' text format.
    var text: String {
        var text = PrometheusText()
        for metric in Metric.all { metric.write(self, to: &text) }
        return text.text
    }
}
