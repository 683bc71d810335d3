// SPDX-License-Identifier: MIT

import Bus

/// Writes the text format of Prometheus, version 0.0.4.
struct PrometheusText {
    private(set) var text = ""

    /// Begins a metric.
    mutating func begin(_ name: String, _ kind: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    /// Writes a sample.
    mutating func sample(_ name: String, _ labels: [(String, String)] = [], _ value: Double) {
        let list = labels.map { "\($0.0)=\"\(Self.escape($0.1))\"" }.joined(separator: ",")
        text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(Self.number(value))\n"
    }

    /// Writes a histogram's samples.
    mutating func histogram(_ name: String, _ labels: [(String, String)] = [], _ histogram: DurationHistogram) {
        for (bound, count) in zip(DurationHistogram.bounds, histogram.cumulative) {
            sample("\(name)_bucket", labels + [("le", Self.number(bound))], Double(count))
        }
        sample("\(name)_bucket", labels + [("le", "+Inf")], Double(histogram.count))
        sample("\(name)_sum", labels, histogram.sum)
        sample("\(name)_count", labels, Double(histogram.count))
    }

    private static func number(_ value: Double) -> String {
        value.rounded() == value && value.magnitude < 1e15 ? String(Int64(value)) : String(value)
    }

    private static func escape(_ text: String) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": output += "\\\\"
            case "\"": output += "\\\""
            case "\n": output += "\\n"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
