// SPDX-License-Identifier: MIT

/// Reads dates whose month is a word: `Jan 1, 2023`, `1 January 2023`, `1. Januar 2023`, `01-Jan-2023`.
enum NamedMonth {
    /// The words of each month, in English, German, French and Spanish.
    private static let months: [Set<String>] = [
        ["jan", "january", "januar", "jän", "jänner", "janvier", "janv", "enero", "ene"],
        ["feb", "february", "februar", "februar", "février", "févr", "febrero"],
        ["mar", "march", "märz", "mär", "mrz", "mars", "marzo"],
        ["apr", "april", "avril", "avr", "abril", "abr"],
        ["may", "mai", "mayo"],
        ["jun", "june", "juni", "juin", "junio"],
        ["jul", "july", "juli", "juillet", "juil", "julio"],
        ["aug", "august", "août", "agosto", "ago"],
        ["sep", "sept", "september", "septembre", "septiembre"],
        ["oct", "october", "okt", "oktober", "octobre", "octubre"],
        ["nov", "november", "novembre", "noviembre"],
        ["dec", "december", "dez", "dezember", "déc", "décembre", "diciembre", "dic"],
    ]

    /// The day that a text begins with, and what follows it; `nil` where it does not begin with one.
    static func day(in text: String) -> (day: (year: Int, month: Int, day: Int), rest: Substring)? {
        guard text.contains(where: \.isLetter) else { return nil }
        var rest = text[...]
        var (day, month): (Int?, Int?)
        if rest.first?.isLetter == true {
            month = takeMonth(&rest)
            day = takeNumber(&rest, 1...2)
            // `1st`, `2nd`, `3rd`, `4th`
            if ["st", "nd", "rd", "th"].contains(rest.prefix { $0.isLetter }) { rest = rest.dropFirst(2) }
        } else {
            day = takeNumber(&rest, 1...2)
            month = takeMonth(&rest)
        }
        guard let day, let month, let year = takeNumber(&rest, 4...4) else { return nil }
        return ((year, month, day), rest)
    }

    private static func skip(_ rest: inout Substring) { rest = rest.drop { " .,-/".contains($0) } }

    private static func takeMonth(_ rest: inout Substring) -> Int? {
        skip(&rest)
        let word = rest.prefix { $0.isLetter }
        guard (3...10).contains(word.count), let place = months.firstIndex(where: { $0.contains(word.lowercased()) })
        else {
            return nil
        }
        rest = rest.dropFirst(word.count)
        return place + 1
    }

    private static func takeNumber(_ rest: inout Substring, _ count: ClosedRange<Int>) -> Int? {
        skip(&rest)
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard count.contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return Int(digits)
    }
}
