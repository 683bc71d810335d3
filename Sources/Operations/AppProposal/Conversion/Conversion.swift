// SPDX-License-Identifier: MIT

/// What becomes of a text when a record is imported.
public enum Conversion: Sendable, Hashable {
    /// A number, with a decimal point or comma.
    case number(NumberText.DecimalMark)
    /// The seconds since 1970 of a date.
    case date(DateText.Order)
    case truth
    /// A list of the texts between the separators.
    case list(String)
    /// The levels of a path, as attributes of their own beside it.
    case levels(String)

    /// Reads a conversion as it is written behind an attribute's name: `number`, `number:,`, `date`, `date:dmy`, `truth`,
    /// `list:;`, `levels: > `; `nil` for other texts.
    public init?(_ text: String) {
        let kind = text.prefix { $0 != ":" }
        let detail = text.contains(":") ? String(text.dropFirst(kind.count + 1)) : nil
        switch kind {
        case "number":
            guard let mark = NumberText.DecimalMark(rawValue: detail ?? ".") else { return nil }
            self = .number(mark)
        case "date":
            guard let order = DateText.Order(rawValue: detail ?? DateText.Order.yearFirst.rawValue) else { return nil }
            self = .date(order)
        case "truth" where detail == nil: self = .truth
        case "list", "levels":
            let separator = detail ?? (kind == "list" ? "," : ">")
            guard (1...8).contains(separator.utf8.count) else { return nil }
            self = kind == "list" ? .list(separator) : .levels(separator)
        default: return nil
        }
    }

    /// The conversion as it is written.
    public var text: String {
        switch self {
        case .number(let mark): mark == .point ? "number" : "number:\(mark.rawValue)"
        case .date(let order): order == .yearFirst ? "date" : "date:\(order.rawValue)"
        case .truth: "truth"
        case .list(let separator): separator == "," ? "list" : "list:\(separator)"
        case .levels(let separator): separator == ">" ? "levels" : "levels:\(separator)"
        }
    }
}
