// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
