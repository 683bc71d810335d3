// SPDX-License-Identifier: MIT

import Wire

/// The data of an event on `index/`: an index has other records or settings than before, so that live searches of it run
/// again, or a write to it failed.
///
/// Appended by the process that changes an index, or that learns of it from an engine without a connection to the bus.
public struct IndexChange: JSONRecord {
    /// The most bytes that an index's name has.
    public static let longestName = 128

    /// The index, by the name that its engine knows.
    public private(set) var index = ""
    /// The number of its version, if it has one.
    public private(set) var generation: Int?
    /// How many records it has now, where that is known.
    public private(set) var records: Int?
    /// The last write of the log that the index has, where the change comes from one: all before it are done as well.
    public private(set) var write: SequenceNumber?
    private var code: String?
    /// Why the write failed.
    public private(set) var message: String?
    private var remedy: String?
    /// Whether the write was not applied.
    public private(set) var isFailure = false

    public init() {}

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
        (self.index, self.generation, self.records, self.write) = (index, generation, records, write)
    }

    /// That a write failed for good.
    public init(failed write: Event, for error: SearchBusError) {
        (index, self.write, isFailure) = (write.topic.component, write.sequence, true)
        (code, message, remedy) = (error.code.rawValue, error.message, error.remedy)
    }

    public init(_ event: Event) {
        if let json = try? event.data(), let data = Self(record: json) { self = data }
        // Without a name in the data, the topic has it.
        if index.isEmpty { index = event.topic.component }
        isFailure = event.typeSuffix == "failed"
    }

    public static let fields: [RecordField<IndexChange>] = [
        RecordField("index", \.index, "The index, by its name in the engine."),
        RecordField("generation", \.generation, "The number of its version."),
        RecordField("records", \.records, "How many records it has."),
        RecordField("write", \.write, "The sequence number of the last write that the index has, or that failed."),
        RecordField("code", \.code, "Of a failed write: its code in the error catalogue."),
        RecordField("message", \.message, "Of a failed write: what happened."),
        RecordField("remedy", \.remedy, "Of a failed write: what to do."),
    ]

    /// The event.
    public func draft(
        id: String,
        source: String,
        cause: Event? = nil,
        traceParent: TraceParent? = nil
    ) throws -> EventDraft {
        EventDraft(
            topic: try Topic(.index, component),
            id: id,
            source: source,
            type: "searchbus.index.\(isFailure ? "failed" : "changed")",
            correlationID: cause.map { $0.correlationID ?? $0.id },
            causationID: cause?.id,
            traceParent: traceParent ?? cause?.traceParent,
            data: json.bytes
        )
    }

    /// The name as a topic can carry it; the data have it as it is.
    private var component: String {
        guard !Name.isValid(index) else { return index }
        return String(index.map { Name.isValid(String($0)) ? $0 : "-" }.prefix(64))
    }
}
