// SPDX-License-Identifier: MIT

import Wire

/// A value of the app file, and where it stands.
struct SourceNode: Sendable {
    /// A place in the file, from 1.
    struct Position: Sendable, Hashable {
        var line: Int
        var column: Int

        static let start = Position(line: 1, column: 1)
    }

    struct Member: Sendable {
        let key: String
        let keyPosition: Position
        let value: SourceNode
    }

    enum Content: Sendable {
        case scalar(JSON)
        case list([SourceNode])
        case mapping([Member])
    }

    let position: Position
    let content: Content

    var isNull: Bool {
        guard case .scalar(.null) = content else { return false }
        return true
    }

    var json: JSON {
        switch content {
        case .scalar(let value): value
        case .list(let elements): .array(elements.map(\.json))
        case .mapping(let members): .object(JSONObject(members.map { ($0.key, $0.value.json) }))
        }
    }

    /// The node at a path of member names and list indices; if there is none, the nearest one.
    func nearest(_ path: [String]) -> SourceNode {
        var node = self
        for part in path {
            switch node.content {
            case .mapping(let members):
                guard let member = members.first(where: { $0.key == part }) else { return node }
                // An unknown member is found at its name.
                node = SourceNode(position: member.keyPosition, content: member.value.content)
            case .list(let elements):
                guard let index = Int(part), elements.indices.contains(index) else { return node }
                node = elements[index]
            case .scalar:
                return node
            }
        }
        return node
    }
}
