// SPDX-License-Identifier: MIT

/// A coding in which a response may be sent; the best one first.
enum ContentCoding: String, CaseIterable {
    case brotli = "br"
    case gzip

    /// The end of the name of a file in this coding, beside the one that it was made of.
    var suffix: String {
        switch self {
        case .brotli: ".br"
        case .gzip: ".gz"
        }
    }

    /// Whether a client reads it, as RFC 9110, section 12.5.3, says.
    ///
    /// - Parameter field: The client's `Accept-Encoding`.
    /// - Returns: Whether it does.
    func isAccepted(by field: String) -> Bool {
        for part in field.lowercased().split(separator: ",") {
            let words = part.split(separator: ";").map { $0.trimmingSpaces() }
            guard let coding = words.first, coding == rawValue || coding == "x-\(rawValue)" else { continue }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return weight ?? 1 > 0
        }
        return false
    }
}
