// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// That an index has other records or settings than before: live searches of it run again.
///
/// Appended by the process that changes an index, or that learns of it from an engine without a connection to the bus.
public struct IndexChange: Sendable, Hashable {
    /// The most bytes that an index's name has.
    public static let longestName = 128

    /// The index, by the name that its engine knows.
    public let index: String
    /// The number of its version, if it has one.
    public let generation: Int?
    /// How many records it has now, where that is known.
    public let records: Int?
    /// The last write of the log that the index has, where the change comes from one: all before it are done as well.
    public let write: SequenceNumber?

    /// Makes a change.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` for a name that no index of an app can have.
    public init(
        of index: String,
        generation: Int? = nil,
        records: Int? = nil,
        write: SequenceNumber? = nil
    ) throws {
        guard (1...Self.longestName).contains(index.utf8.count), !index.contains("/") else {
            throw SearchBusError(
                .invalidArgument,
                "`\(index.prefix(80))` is not a valid index name.",
                remedy: "Use 1 to \(Self.longestName) bytes without `/`, as the app file's searchers do."
            )
        }
        self.index = index
        self.generation = generation
        self.records = records
        self.write = write
    }

    /// What an event says.
    public init(_ event: Event) {
        let data = try? event.data()
        // Who says no more than the topic means the index of that name.
        index = data?["index"]?.string ?? event.topic.component
        generation = data?["generation"]?.int
        records = data?["records"]?.int
        write = data?["write"]?.string.flatMap { SequenceNumber($0) }
    }

    /// The event.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - source: Its sender.
    ///   - cause: The event that it follows from, if any.
    ///   - traceParent: The trace that it belongs to, where it follows from no event.
    /// - Returns: What is appended.
    /// - Throws: Nothing for a name that the change was made with.
    public func draft(
        id: String,
        source: String,
        cause: Event? = nil,
        traceParent: TraceParent? = nil
    ) throws -> EventDraft {
        var data = JSONObject([("index", .string(index))])
        if let generation { data["generation"] = JSON(generation) }
        if let records { data["records"] = JSON(records) }
        if let write { data["write"] = .string(write.description) }
        return EventDraft(
            topic: try Topic(.index, component),
            id: id,
            source: source,
            type: "searchbus.index.changed",
            correlationID: cause.map { $0.correlationID ?? $0.id },
            causationID: cause?.id,
            traceParent: traceParent ?? cause?.traceParent,
            data: JSON.object(data).bytes
        )
    }

    /// The name as a topic can carry it; the data have it as it is.
    private var component: String {
        guard !Name.isValid(index) else { return index }
        return String(index.map { Name.isValid(String($0)) ? $0 : "-" }.prefix(64))
    }
}
