// SPDX-License-Identifier: MIT

import Wire

/// Reads the operations of a batch.
public enum AlgoliaBatch {
    /// The maximum number of operations in one batch.
    public static let limit = 20_000
    /// The maximum number of attributes of a record, as in an index.
    public static let memberLimit = 1_000
    /// The maximum size of a record's JSON in bytes.
    public static let recordLimit = 512 << 10

    /// The write of one operation, and the identifier of its record, if any.
    ///
    /// - Parameters:
    ///   - request: `{"action", "body"}`.
    ///   - makeID: Creates an identifier for a record without one.
    /// - Returns: The write, and the identifier.
    /// - Throws: `AlgoliaError` that describes the problem.
    public static func write(
        _ request: JSON,
        makeID: () -> String
    ) throws(AlgoliaError) -> (write: AlgoliaWrite, objectID: String?) {
        guard let action = request["action"]?.string else { throw AlgoliaError("requests: an operation has no action") }
        switch action {
        case "clear": return (.clear, nil)
        case "delete": return (.deleteIndex, nil)
        default: break
        }
        guard let body = request["body"]?.object else {
            throw AlgoliaError("requests: \(action.prefix(40)) needs a body")
        }
        switch action {
        case "addObject":
            let record = try record(body, named: identifier(of: body) ?? makeID())
            return (.put(record.record), record.objectID)
        case "updateObject":
            let record = try record(body, named: try required(body))
            return (.put(record.record), record.objectID)
        case "partialUpdateObject", "partialUpdateObjectNoCreate":
            let record = try record(body, named: try required(body))
            let creates = action == "partialUpdateObject"
            return (
                .update(objectID: record.objectID, attributes: record.record, creates: creates), record.objectID
            )
        case "deleteObject":
            let objectID = try required(body)
            return (.delete(objectID: objectID), objectID)
        default: throw AlgoliaError("requests: `\(action.prefix(40))` is not a known action")
        }
    }

    /// A record with an identifier.
    ///
    /// A record that is too large is refused before it is processed.
    ///
    /// - Throws: `AlgoliaError` for one that has too many members or is too large.
    public static func record(
        _ body: JSONObject,
        named objectID: String
    ) throws(AlgoliaError) -> (record: JSONObject, objectID: String) {
        guard (1...512).contains(objectID.utf8.count) else {
            throw AlgoliaError("objectID: 1 to 512 bytes are expected")
        }
        guard body.count <= memberLimit else {
            throw AlgoliaError("objectID \(objectID.prefix(80)): a record has at most \(memberLimit) attributes")
        }
        let identifier = ("objectID", JSON.string(objectID))
        let members = body.members.filter { $0.key != "objectID" }.map { ($0.key, $0.value) }
        // The identifier is first, so that readers find it at once.
        let record = JSONObject([identifier] + members)
        guard JSON.object(record).bytes.count <= recordLimit else {
            throw AlgoliaError("Record is too big: objectID \(objectID.prefix(80)) has more than \(recordLimit) bytes")
        }
        return (record, objectID)
    }

    private static func required(_ body: JSONObject) throws(AlgoliaError) -> String {
        guard let objectID = identifier(of: body) else { throw AlgoliaError("requests: a record has no objectID") }
        return objectID
    }

    private static func identifier(of body: JSONObject) -> String? {
        switch body["objectID"]?.read {
        case .string(let text)? where !text.isEmpty: text
        case .int(let number)?: String(number)
        default: nil
        }
    }

    /// Writes in parts, each of which fits in one event.
    public static func parts(of writes: [AlgoliaWrite]) -> [[AlgoliaWrite]] {
        var parts: [[AlgoliaWrite]] = []
        var bytes = 0
        for write in writes {
            let size = write.json.bytes.count
            if parts.isEmpty || bytes + size > recordLimit + 16_384 || parts[parts.count - 1].count >= 2_000 {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(write)
            bytes += size
        }
        return parts
    }
}
