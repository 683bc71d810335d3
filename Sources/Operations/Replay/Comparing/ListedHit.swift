// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// One of the first hits of an answer, as people recognise it.
public struct ListedHit: Sendable, Hashable {
    /// Attributes whose text names a record, the first that has one.
    private static let naming = ["title", "name", "label"]
    /// How many bytes of a text are shown.
    private static let mostBytes = 160

    /// What the record is known by in its index; the text of a value.
    public let objectID: String
    /// A text that names the record: that of `title`, `name` or `label`, else of its first attribute that is a text; empty
    /// where it has none.
    public let label: String

    public init(objectID: String, label: String) {
        (self.objectID, self.label) = (objectID, label)
    }

    public init(_ hit: Hit) {
        let record = hit.record
        let named = Self.naming.lazy.compactMap { record[$0]?.string }.first { !$0.isEmpty }
        let text = named ?? record.object?.members.lazy.filter { $0.key != "objectID" }.compactMap(\.value.string).first
        self.init(objectID: hit.objectID, label: Self.cut(text ?? ""))
    }

    /// The first hits of an answer, in their order.
    static func list(of response: SearchResponse) -> [ListedHit] {
        switch response.content {
        case .hits(let hits): hits.hits.prefix(AnswerDigest.mostHits).map(ListedHit.init)
        case .facetValues(_, let values):
            values.prefix(AnswerDigest.mostHits).map { ListedHit(objectID: $0.value.label, label: "\($0.count)") }
        }
    }

    var json: JSON { ["objectID": .string(objectID), "label": .string(label)] }

    /// The beginning of a text, up to a whole character.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > mostBytes else { return text }
        var size = 0
        return String(
            text.prefix { character in
                size += character.utf8.count
                return size <= mostBytes
            }
        ) + "…"
    }
}
