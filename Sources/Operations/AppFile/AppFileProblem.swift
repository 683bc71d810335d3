// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Something in an app file that must be corrected.
public struct AppFileProblem: Error, Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, where one is known.
    public let column: Int?
    public let message: String
    public let remedy: String

    public init(line: Int, column: Int? = nil, message: String, remedy: String) {
        self.line = line
        self.column = column
        self.message = message
        self.remedy = remedy
    }
}

extension AppFileProblem: CustomStringConvertible {
    public var description: String {
        let place = column.map { "\(line):\($0)" } ?? "\(line)"
        return "\(place): \(message)\n  \(remedy)"
    }
}

/// Everything in an app file that must be corrected, in the order of the lines.
public struct AppFileError: Error, Sendable, Hashable, CustomStringConvertible {
    public let problems: [AppFileProblem]

    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
