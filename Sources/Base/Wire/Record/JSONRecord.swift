// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A value whose JSON object is declared member by member: its reader, its writer and its schema are derived.
///
/// The reader suits what other programs send, of this version or another: a member of another kind counts as missing.
public protocol JSONRecord: RecordValue, Hashable {
    /// A record of defaults.
    init()

    /// The members in the order in which they are written.
    static var fields: [RecordField<Self>] { get }
}

extension JSONRecord {
    public init?(record json: JSON) {
        guard let object = json.object else { return nil }
        self.init()
        for field in Self.fields {
            if let value = object[field.name] { field.read(&self, value) }
        }
    }

    public var recordJSON: JSON? { .object(members) }

    public static var recordSchema: Schema { .object(fields.map(\.member), isOpen: true) }

    /// The record as JSON.
    public var json: JSON { .object(members) }

    /// The members that are there.
    public var members: JSONObject {
        JSONObject(Self.fields.compactMap { field in field.write(self).map { (field.name, $0) } })
    }
}

/// A member of a record.
public struct RecordField<Root>: Sendable {
    /// The member's name.
    public let name: String
    /// What its value may be, and what it is for.
    public let member: Schema.Member
    /// The member's value; `nil` if it is left out.
    public let write: @Sendable (Root) -> JSON?
    /// Reads the member's value; one of another kind changes nothing.
    public let read: @Sendable (inout Root, JSON) -> Void

    /// - Parameters:
    ///   - name: The member's name.
    ///   - path: The property that holds the value; one that is `nil` is left out.
    ///   - schema: What the value may be, if its type does not say it.
    ///   - omitsEmpty: Whether an empty list is left out.
    ///   - writesNull: Whether a missing value is written as null.
    ///   - summary: What it is for.
    public init<Value: RecordValue>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        schema: Schema? = nil,
        omitsEmpty: Bool = false,
        writesNull: Bool = false,
        _ summary: String
    ) {
        self.name = name
        let schema = schema ?? Value.recordSchema
        let isOptional = if case .nullable = schema { true } else { omitsEmpty }
        member = Schema.Member(name, schema, isRequired: !isOptional, summary)
        write = { root in
            let json = root[keyPath: path].recordJSON
            return omitsEmpty && json?.array?.isEmpty == true ? nil : json ?? (writesNull ? .null : nil)
        }
        read = { root, json in
            if let value = Value(record: json) { root[keyPath: path] = value }
        }
    }
}
