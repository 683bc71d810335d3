// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import Wire

/// The arguments of a measurement: the name of an index, and `--option value` pairs.
struct Options {
    let name: String
    private let values: [String: String]

    /// Reads the words of a command line.
    ///
    /// - Throws: `SearchBusError.invalidArgument` for an option without a value and for a word that belongs to none.
    init(name: String, words: some Sequence<String>) throws {
        self.name = name
        var values: [String: String] = [:]
        var option: String?
        for word in words {
            if let name = option {
                values[name] = word
                option = nil
            } else if word.hasPrefix("--") {
                option = String(word.dropFirst(2))
            } else {
                throw SearchBusError(.invalidArgument, "`\(word)` belongs to no option.")
            }
        }
        if let option { throw SearchBusError(.invalidArgument, "--\(option) has no value.") }
        self.values = values
    }

    var directory: IndexDirectory {
        get throws { IndexDirectory(path: try required("directory")) }
    }

    subscript(option: String) -> String? { values[option] }

    /// An option's value.
    ///
    /// - Throws: `SearchBusError.invalidArgument` where it was not given.
    func required(_ option: String) throws -> String {
        guard let value = values[option] else { throw SearchBusError(.invalidArgument, "--\(option) is missing.") }
        return value
    }

    /// An option's value as a number from 1, if it was given.
    ///
    /// - Throws: `SearchBusError.invalidArgument` if it is not such a number.
    func count(_ option: String) throws -> Int? {
        try values[option].map { text in
            guard let count = Int(text), count > 0 else {
                throw SearchBusError(.invalidArgument, "--\(option) is not a number from 1.")
            }
            return count
        }
    }

    /// A file of JSON values, one a line.
    func lines(_ option: String) throws -> [JSON] {
        let text = try Data(contentsOf: URL(fileURLWithPath: try required(option)))
        return try text.split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: Array($0)) }
    }
}
