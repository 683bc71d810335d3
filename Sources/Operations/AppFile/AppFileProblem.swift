// SPDX-License-Identifier: MIT

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

/// The positions of an app's parts in its file, for problems that are found later.
public struct AppFilePlaces: Sendable {
    private let root: SourceNode

    init(_ root: SourceNode) {
        self.root = root
    }

    /// The line, from 1, of an entry such as `["widgets", "order", "items", "1", "index"]`; of its parent, if it is
    /// not written.
    public func line(of path: [String]) -> Int {
        var node = root
        var line = root.position.line
        for key in path {
            if case .list(let elements) = node.content, let place = Int(key), elements.indices.contains(place) {
                node = elements[place]
                line = node.position.line
                continue
            }
            guard case .mapping(let members) = node.content, let member = members.first(where: { $0.key == key }) else {
                return line
            }
            line = member.keyPosition.line
            node = member.value
        }
        return line
    }
}
