// SPDX-License-Identifier: MIT

public enum ReportText {
    /// A measurement as lines: its title, a table, what one has to know.
    public static func lines(of section: BenchReport.Section) -> [String] {
        let titles = ["", "here", "yardstick", "ratio", "reach", ""]
        let rows = [titles] + section.figures.map(row)
        let widths = titles.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let table = rows.map { row in
            let cells = row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 || column == row.count - 1 ? text + padding : padding + text
            }
            return "  " + trimmed(cells.joined(separator: "  "))
        }
        let shown = section.figures.isEmpty ? [] : table
        return ["\(section.name): \(section.title)"] + shown + section.notes.map { "  · \($0)" } + [""]
    }

    private static func row(_ figure: Figure) -> [String] {
        let verdict = figure.isMet.map { $0 ? "met" : "MISSED" } ?? ""
        return [
            figure.name, text(figure.value, figure.unit), figure.yardstick.map { text($0, figure.unit) } ?? "",
            figure.ratio.map { "× \(decimals($0))" } ?? "", reach(figure), verdict,
        ]
    }

    private static func reach(_ figure: Figure) -> String {
        switch figure.reach {
        case nil: ""
        case .atMost(let limit)?: "≤ \(text(limit, figure.unit))"
        case .atLeast(let limit)?: "≥ \(text(limit, figure.unit))"
        case .timesYardstick(let factor)?: "≤ × \(decimals(factor))"
        case .partOfYardstick(let part)?: "≥ × \(decimals(part))"
        }
    }

    public static func text(_ value: Double, _ unit: Figure.Unit) -> String {
        guard value.isFinite else { return "none" }
        switch unit {
        case .bytes: return bytes(value)
        case .perSecond: return "\(grouped(value))/s"
        case .count: return value == value.rounded() || value >= 100 ? grouped(value) : decimals(value)
        case .microseconds: return "\(value >= 100 ? grouped(value) : decimals(value)) µs"
        case .milliseconds, .seconds, .percent: return "\(decimals(value)) \(unit.rawValue)"
        }
    }

    private static func bytes(_ value: Double) -> String {
        var amount = value
        for unit in ["B", "KiB", "MiB"] {
            if amount < 1024 { return unit == "B" ? "\(grouped(amount)) B" : "\(decimals(amount)) \(unit)" }
            amount /= 1024
        }
        return "\(decimals(amount)) GiB"
    }

    /// A number with two decimals, or fewer where they say nothing.
    static func decimals(_ value: Double) -> String {
        guard value.magnitude < 99.95 else { return grouped(value) }
        let places: Double = value.magnitude < 9.995 ? 100 : 10
        let scaled = Int((value.magnitude * places).rounded())
        let rest = String(scaled % Int(places))
        let padded = String(repeating: "0", count: (places == 100 ? 2 : 1) - rest.count) + rest
        return "\(value < 0 ? "-" : "")\(scaled / Int(places)).\(padded)"
    }

    /// A whole number with a comma between each three digits.
    static func grouped(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
        let digits = Array(String(Int(value.magnitude.rounded())))
        var text = value <= -0.5 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    private static func trimmed(_ line: String) -> String {
        var line = Substring(line)
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
