// SPDX-License-Identifier: MIT

/// Reads texts that people write for numbers: `1.10`, `1,299.00`, `12,50 €`, `$ 5`, `(5.00)` for -5, `5%` for 5.
public enum NumberText {
    /// The character before the decimals.
    public enum DecimalMark: String, Sendable, Hashable, CaseIterable {
        case point = "."
        case comma = ","
    }

    /// How many bytes a text may have, and how many digits.
    private static let longest = 40
    private static let mostDigits = 15

    private static let signs: [(sign: String, code: String)] = [
        ("US$", "USD"), ("$", "USD"), ("€", "EUR"), ("£", "GBP"), ("¥", "JPY"), ("₹", "INR"), ("₩", "KRW"),
        ("₽", "RUB"),
        ("zł", "PLN"), ("Kč", "CZK"), ("₺", "TRY"),
    ]
    private static let codes: Set<String> = [
        "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "INR", "KRW", "RUB", "PLN", "CZK", "TRY", "SEK", "NOK", "DKK", "CAD",
        "AUD", "NZD", "BRL", "MXN", "ZAR", "HUF", "RON", "SGD", "HKD", "ILS",
    ]

    /// The number in a text, with its currency; `nil` if it is not a number.
    ///
    /// The other mark, spaces and apostrophes may separate groups of three digits. A text with leading zeros is not a number,
    /// but a code.
    public static func read(_ text: String, mark: DecimalMark) -> (number: Double, currency: String?)? {
        guard isLikely(text) else { return nil }
        if text.hasPrefix("("), text.hasSuffix(")") {
            // Accounts write what is owed so.
            guard let (number, currency) = read(String(text.dropFirst().dropLast()), mark: mark), number >= 0 else {
                return nil
            }
            return (-number, currency)
        }
        var (rest, currency) = withoutCurrency(text)
        if currency == nil, rest.last == "%" { rest = trimmed(rest.dropLast()) }
        let isNegative = rest.first == "-" || rest.first == "−"
        if isNegative {
            rest = rest.dropFirst()
            // The minus sign may be before the currency sign.
            if currency == nil { (rest, currency) = withoutCurrency(String(rest)) }
        }
        guard let digits = digits(of: rest, mark: mark), let number = Double(digits) else { return nil }
        return (isNegative ? -number : number, currency)
    }

    /// Whether a text is a number with a unit behind it: `5.6 kg`, `12 mm`, `20 °C`.
    static func hasUnit(_ text: String) -> Bool {
        guard text.utf8.count <= longest, let first = text.utf8.first, isDigit(first) || first == UInt8(ascii: "-")
        else {
            return false
        }
        let unit = text.reversed().prefix { !$0.isNumber && $0 != " " }
        guard (1...6).contains(unit.count), unit.allSatisfy({ $0.isLetter || "°/²³\"'".contains($0) }) else {
            return false
        }
        let number = String(text.dropLast(unit.count))
        return DecimalMark.allCases.contains { read(number, mark: $0).map { $0.currency == nil } ?? false }
    }

    /// Whether there are digits in a text, and no more letters than a currency has: most texts are done with here.
    private static func isLikely(_ text: String) -> Bool {
        guard text.utf8.count <= longest else { return false }
        var (letters, digits) = (0, 0)
        for byte in text.utf8 {
            if (0x30...0x39).contains(byte) { digits += 1 }
            if (0x41...0x5A).contains(byte & 0xDF) { letters += 1 }
        }
        return digits > 0 && letters <= 3
    }

    /// The text without what names a currency, before or behind it, and the currency's code.
    private static func withoutCurrency(_ text: String) -> (rest: Substring, currency: String?) {
        let text = trimmed(text[...])
        // Most have none.
        if let first = text.utf8.first, let last = text.utf8.last, isDigit(first), isDigit(last) { return (text, nil) }
        for (sign, code) in signs {
            if text.hasPrefix(sign) { return (trimmed(text.dropFirst(sign.count)), code) }
            if text.hasSuffix(sign) { return (trimmed(text.dropLast(sign.count)), code) }
        }
        if text.count > 3, codes.contains(String(text.prefix(3))) {
            return (trimmed(text.dropFirst(3)), String(text.prefix(3)))
        }
        if text.count > 3, codes.contains(String(text.suffix(3))) {
            return (trimmed(text.dropLast(3)), String(text.suffix(3)))
        }
        return (text, nil)
    }

    /// The digits as Swift reads them; `nil` if they are not a number with this mark.
    private static func digits(of text: Substring, mark: DecimalMark) -> String? {
        let grouping: Character = mark == .point ? "," : "."
        let parts = text.split(separator: Character(mark.rawValue), omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, !whole.isEmpty else { return nil }
        let groups = whole.split(omittingEmptySubsequences: false) {
            $0 == grouping || isBlank($0) || $0 == "'" || $0 == "’"
        }
        let joined = groups.joined()
        guard (joined + (parts.count > 1 ? parts[1] : "")).utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        if groups.count > 1 {
            guard (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
                return nil
            }
        }
        guard joined.count == 1 || joined.first != "0" else { return nil }
        let decimals = parts.count > 1 ? parts[1] : ""
        guard parts.count == 1 || !decimals.isEmpty, joined.count + decimals.count <= mostDigits else { return nil }
        return decimals.isEmpty ? joined : "\(joined).\(decimals)"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\u{a0}" || character == "\u{202f}" || character == "\u{2009}"
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text = text.dropLast() }
        return text
    }
}
