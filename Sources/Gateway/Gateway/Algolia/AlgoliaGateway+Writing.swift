// SPDX-License-Identifier: MIT

import AlgoliaKeys
import AlgoliaLanguage
import Bus
import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

/// Writes: each is an event on `write/INDEX/`, and its sequence number is the task that a client can wait for.
extension AlgoliaGateway {
    // MARK: Records

    /// Answers `POST /1/indexes/INDEX/batch`.
    func batch(_ call: AlgoliaCall) async throws -> Response {
        let requests = try await writeBody(call)["requests"]?.array ?? []
        let (writes, objectIDs) = try Self.writes(requests, call)
        let task = try await append(writes, to: call.index)
        return .json(["taskID": JSON(task), "objectIDs": JSON(objectIDs)])
    }

    /// Answers `POST /1/indexes/*/batch`: a task for each index.
    func batches(_ call: AlgoliaCall) async throws -> Response {
        let requests = try await writeBody(call)["requests"]?.array ?? []
        try Self.checkCount(requests)
        var (order, groups): ([String], [String: [JSON]]) = ([], [:])
        for request in requests {
            guard let index = request["indexName"]?.string else { throw AlgoliaError("requests: indexName is missing") }
            guard call.access.allows(index: index) else { throw Self.notAllowed }
            if groups[index] == nil { order.append(index) }
            groups[index, default: []].append(request)
        }
        // All are read before the first is written.
        let writes = try order.map { ($0, try Self.writes(groups[$0] ?? [], call)) }
        var tasks: [(String, JSON)] = []
        for (index, list) in writes { tasks.append((index, JSON(try await append(list.writes, to: index)))) }
        return .json(["taskID": .object(JSONObject(tasks)), "objectIDs": JSON(writes.flatMap(\.1.objectIDs))])
    }

    private static func writes(
        _ requests: [JSON],
        _ call: AlgoliaCall
    ) throws -> (writes: [AlgoliaWrite], objectIDs: [String]) {
        try checkCount(requests)
        var (writes, objectIDs): ([AlgoliaWrite], [String]) = ([], [])
        for request in requests {
            let (write, objectID) = try AlgoliaBatch.write(request, makeID: { Identifier.make() })
            guard call.access.rights.contains(write.right) else { throw notAllowed }
            writes.append(write)
            if let objectID { objectIDs.append(objectID) }
        }
        return (writes, objectIDs)
    }

    private static func checkCount(_ requests: [JSON]) throws(AlgoliaError) {
        guard requests.count <= AlgoliaBatch.limit else {
            throw AlgoliaError("requests: more than \(AlgoliaBatch.limit) operations")
        }
    }

    /// Answers `POST /1/indexes/INDEX`.
    func addObject(_ call: AlgoliaCall) async throws -> Response {
        let request: JSON = ["action": "addObject", "body": .object(try await writeBody(call))]
        let (writes, objectIDs) = try Self.writes([request], call)
        return try await written(
            writes,
            call.index,
            "createdAt",
            naming: ["objectID": objectIDs.first],
            status: .created
        )
    }

    /// Answers `PUT /1/indexes/INDEX/OBJECTID`.
    func putObject(_ call: AlgoliaCall) async throws -> Response {
        let record = try AlgoliaBatch.record(try await writeBody(call), named: call.object).record
        return try await written([.put(record)], call.index, naming: ["objectID": call.object])
    }

    /// Answers `POST /1/indexes/INDEX/OBJECTID/partial`.
    func updateObject(_ call: AlgoliaCall) async throws -> Response {
        let attributes = try AlgoliaBatch.record(try await writeBody(call), named: call.object).record
        let creates = try call.flag("createIfNotExists", default: true)
        let write = AlgoliaWrite.update(objectID: call.object, attributes: attributes, creates: creates)
        return try await written([write], call.index, naming: ["objectID": call.object])
    }

    /// Answers `DELETE /1/indexes/INDEX/OBJECTID`.
    func deleteObject(_ call: AlgoliaCall) async throws -> Response {
        try await written([.delete(objectID: call.object)], call.index, "deletedAt")
    }

    /// Answers `POST /1/indexes/INDEX/deleteByQuery`.
    func deleteMatching(_ call: AlgoliaCall) async throws -> Response {
        let parameters = try ParameterValues(try await writeBody(call)).members.withoutCredentials
        guard parameters.keys.contains(where: Self.deletingNames.contains) else {
            throw AlgoliaError("deleteByQuery: filters are expected; `clear` removes all records")
        }
        try AlgoliaQuestion(.hits, index: call.index, parameters: parameters).check()
        return try await written([.deleteMatching(parameters: parameters)], call.index)
    }

    private static let deletingNames = Set(
        AlgoliaQuery.filterNames + ["aroundLatLng", "insideBoundingBox", "insidePolygon"]
    )

    // MARK: Indexes

    /// Answers `POST /1/indexes/INDEX/clear`.
    func clear(_ call: AlgoliaCall) async throws -> Response {
        try await written([.clear], call.index)
    }

    /// Answers `DELETE /1/indexes/INDEX`.
    func deleteIndex(_ call: AlgoliaCall) async throws -> Response {
        try await written([.deleteIndex], call.index, "deletedAt")
    }

    /// Answers `POST /1/indexes/INDEX/operation`, which copies an index or gives it another name.
    func transfer(_ call: AlgoliaCall) async throws -> Response {
        let body = try await writeBody(call)
        guard let destination = body["destination"]?.string, Name.isValid(destination), destination != call.index else {
            throw AlgoliaError("destination: the name of another index is expected")
        }
        guard call.access.allows(index: destination) else { throw Self.notAllowed }
        let scope = body["scope"]?.array?.compactMap(\.string) ?? []
        let write: AlgoliaWrite
        switch body["operation"]?.string {
        case "copy": write = .copy(destination: destination, scope: scope)
        case "move":
            guard call.access.rights.contains(.deleteIndex) else { throw Self.notAllowed }
            write = .move(destination: destination)
        default: throw AlgoliaError("operation: `copy` or `move` is expected")
        }
        guard !remoteIndexes.contains(destination) else { throw Self.foreign(destination) }
        return try await written([write], call.index)
    }

    /// Answers `PUT /1/indexes/INDEX/settings`.
    func changeSettings(_ call: AlgoliaCall) async throws -> Response {
        var settings = try await writeBody(call)
        try AlgoliaSettings(kept: JSONObject()).changed(by: settings).check()
        if try call.flag("forwardToReplicas", default: false) { settings["forwardToReplicas"] = true }
        return try await written([.settings(settings)], call.index)
    }

    // MARK: The log

    /// Appends writes to the log.
    ///
    /// - Returns: The sequence number of the last of their events, which is the task.
    /// - Throws: `AlgoliaError` for an index that cannot be written to; errors of the log.
    private func append(_ writes: [AlgoliaWrite], to index: String) async throws -> Int {
        guard Name.isValid(index) else {
            throw AlgoliaError("indexName: 1 to 64 letters, digits, `_` or `-` are expected")
        }
        guard !remoteIndexes.contains(index) else { throw Self.foreign(index) }
        let topic = try Topic(.write, index)
        var last = 0
        // An append has at most some 8 MB; a batch may need several.
        var parts = (writes.isEmpty ? [[]] : AlgoliaBatch.parts(of: writes))[...]
        let correlation = Identifier.make()
        while !parts.isEmpty {
            let some = parts.prefix(8)
            parts = parts.dropFirst(some.count)
            let drafts = some.enumerated().map { place, part in
                let isTransfer = part.contains { !$0.concernsOneIndex }
                let data: JSON = ["operations": .array(part.map(\.json))]
                return EventDraft(
                    topic: topic,
                    id: Identifier.make(),
                    source: GatewayAPI.source,
                    type: isTransfer ? "searchbus.write.transfer" : "searchbus.write.batch",
                    correlationID: correlation,
                    traceParent: RequestTrace.current,
                    data: data.bytes
                )
            }
            last = Int(clamping: try await log.append(drafts).last.rawValue)
        }
        return last
    }

    /// Appends writes to the log, and returns their task, with its time by the name that clients know.
    ///
    /// Without writes the task has no effect: clients wait for it nevertheless.
    func written(
        _ writes: [AlgoliaWrite],
        _ index: String,
        _ moment: String = "updatedAt",
        naming names: [String: String?] = [:],
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var members = JSONObject([("taskID", JSON(try await append(writes, to: index)))])
        members[moment] = .string(Timestamp.now().description)
        for (name, value) in names { members[name] = value.map { .string($0) } }
        return .json(.object(members), status: status)
    }

    private static func foreign(_ index: String) -> AlgoliaError {
        AlgoliaError("Index \(index) is one of another service: it can only be searched here.")
    }

    private func writeBody(_ call: AlgoliaCall) async throws -> JSONObject {
        try await body(call, upTo: limits.writeBodySize, values: 2_000_000)
    }
}

extension AlgoliaWrite {
    /// The right that a key must have for it.
    fileprivate var right: AlgoliaRight {
        switch self {
        case .put, .update, .copy, .move: .addObject
        case .delete: .deleteObject
        case .clear, .deleteIndex, .deleteMatching: .deleteIndex
        case .settings, .synonyms, .deleteSynonym: .editSettings
        }
    }
}
