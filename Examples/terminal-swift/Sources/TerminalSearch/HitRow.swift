// SPDX-License-Identifier: MIT

import SearchClient
import Wire

/// A record as a line shows it.
struct HitRow: Sendable, Hashable {
    /// The title, cut where it matched.
    var title: [Highlight.Span]
    /// The details after it, such as brand and price.
    var details: String

    init(title: [Highlight.Span], details: String) {
        self.title = title
        self.details = details
    }

    /// The row of a record that is not here.
    static let missing = HitRow(title: [Highlight.Span("…", isMatched: false)], details: "")

    /// Makes a row as the app file's template says; without one, by the names that titles often have.
    init(_ hit: Hit<AnyRecord>, template: JSON) {
        let record = hit.record.json
        let names = [template["title"]?.string].compactMap { $0 } + ["name", "title"]
        let name = names.first { record[$0]?.string != nil }
        let text = name.flatMap { record[$0]?.string } ?? hit.objectID
        title = name.flatMap { hit.highlights[$0]?.spans } ?? [Highlight.Span(text, isMatched: false)]
        let subtitle = template["subtitle"]?.string.flatMap { Self.text(record[$0]) }
        let meta = (template["meta"]?.array ?? []).compactMap { Self.meta($0, of: record) }
        let price = template["meta"] == nil ? Self.text(record["price"]) : nil
        details = ([subtitle] + meta + [price]).compactMap { $0 }.joined(separator: " · ")
    }

    private static func meta(_ meta: JSON, of record: JSON) -> String? {
        guard let value = meta["attribute"]?.string.flatMap({ record[$0] }) else { return nil }
        switch meta["format"]?.string {
        case "currency":
            guard let number = value.double else { return nil }
            let unit = meta["currency"]?.string ?? ""
            return (unit == "USD" ? "$" : "") + Numbers.text(number, decimals: 2) + (unit == "USD" ? "" : " \(unit)")
        case "rating": return value.double.map { "★ " + Numbers.text($0, decimals: 1) }
        case "flag": return value.bool == true ? meta["label"]?.string : nil
        default: return text(value)
        }
    }

    private static func text(_ value: JSON?) -> String? {
        switch value {
        case .string(let text)?: text
        case .int(let number)?: String(number)
        case .double(let number)?: Numbers.text(number, decimals: 2)
        case .array(let elements)?: elements.compactMap { text($0) }.joined(separator: ", ")
        default: nil
        }
    }
}

/// Numbers as people read them.
enum Numbers {
    /// A number with so many decimals.
    static func text(_ value: Double, decimals: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return String(value) }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let rounded = (value * scale).rounded()
        guard decimals > 0, abs(rounded) < 1e15 else { return String(Int64(value.rounded())) }
        let digits = String(Int64(abs(rounded)))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return (rounded < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
