// SPDX-License-Identifier: MIT

/// A value whose JSON object is declared member by member: its readers, its writer and its schema are derived.
///
/// There are two readers. `init(record:)` suits what other programs send, of this version or another: a member of another kind counts
/// as missing. `init(json:)` suits what must be whole: it names the member that is missing or of another kind. Both pass over unknown
/// members.
public protocol JSONRecord: RecordValue, JSONConvertible, Hashable {
    init()

    /// The members in the order in which they are written.
    static var fields: [RecordField<Self>] { get }
}

extension JSONRecord {
    public typealias Field = RecordField<Self>

    @inlinable
    public init?(record json: JSON) {
        guard let object = json.object else { return nil }
        self.init()
        read(object)
    }

    /// Reads the members that are there; one of another kind changes nothing.
    ///
    /// - Returns: The members that the type does not declare.
    @discardableResult
    @inlinable
    public mutating func read(_ object: JSONObject) -> [JSONObject.Member] {
        let fields = Self.fields
        var (next, unknown) = (0, [JSONObject.Member]())
        for member in object.members {
            // Members mostly come in the order in which they are declared.
            let place =
                fields[next...].firstIndex { $0.name == member.key }
                ?? fields[..<next].firstIndex { $0.name == member.key }
            guard let place else {
                unknown.append(member)
                continue
            }
            fields[place].read(&self, member.value)
            next = place + 1
        }
        return unknown
    }

    public init(strict json: JSON) throws(SchemaProblem) {
        self.init()
        try read(strict: json)
    }

    /// Reads a value that must be whole.
    ///
    /// - Throws: `JSONError` with the path of the member that is missing or of another kind.
    public init(json: JSON) throws {
        do throws(SchemaProblem) {
            self = try Self(strict: json)
        } catch {
            throw JSONError("\(error)")
        }
    }

    /// Reads the members that are there; those that may be missing stay what they are.
    ///
    /// - Throws: `SchemaProblem` for a member that is missing or of another kind.
    public mutating func read(strict json: JSON) throws(SchemaProblem) {
        guard let object = json.object else { throw SchemaProblem("is not an object") }
        for field in Self.fields {
            guard let value = object[field.name], !value.isNull || field.member.isRequired else {
                if field.member.isRequired { throw SchemaProblem("is missing", at: [field.name]) }
                continue
            }
            try field.readStrictly(&self, value)
        }
    }

    @inlinable public var recordJSON: JSON? { json }

    public static var recordSchema: Schema { .object(fields.map(\.member), isOpen: true) }

    @inlinable public var json: JSON { .object(members) }

    /// The members that are there.
    @inlinable
    public var members: JSONObject {
        JSONObject(
            distinct: Self.fields.compactMap { field in
                field.write(self).map { JSONObject.Member(key: field.name, value: $0) }
            }
        )
    }
}

/// A member of a record.
public struct RecordField<Root>: Sendable {
    public let name: String
    /// What its value may be, and what it is for.
    public let member: Schema.Member
    /// Whether it follows from other things that people write, and is nothing that they write themselves.
    public let isDerived: Bool
    public let write: @Sendable (Root) -> JSON?
    /// Reads the member's value; one of another kind changes nothing.
    public let read: @Sendable (inout Root, JSON) -> Void
    /// Reads the member's value.
    ///
    /// - Throws: `SchemaProblem` for a value of another kind.
    public let readStrictly: @Sendable (inout Root, JSON) throws(SchemaProblem) -> Void

    /// - Parameters:
    ///   - name: The member's name.
    ///   - path: The property that holds the value; one that is `nil` is left out.
    ///   - schema: What the value may be, if its type does not say it; `init(json:)` checks it.
    ///   - omitsDefault: Whether a value that a record has by default is left out.
    ///   - writesNull: Whether a missing value is written as null.
    ///   - isDerived: Whether it follows from other things that people write.
    ///   - summary: What it is for.
    @inlinable
    public init<Value: RecordValue>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        schema: Schema? = nil,
        omitsDefault: Bool = false,
        writesNull: Bool = false,
        isDerived: Bool = false,
        _ summary: String
    ) where Root: JSONRecord {
        let place = MemberPlace(path)
        let usual = omitsDefault ? place.value(of: Root()).recordJSON : nil
        self.init(
            name,
            path,
            schema: schema,
            mayBeMissing: omitsDefault,
            isDerived: isDerived,
            summary,
            write: { root in
                let json = place.value(of: root).recordJSON
                return json == usual ? writesNull ? .null : nil : json
            },
            read: { root, json in
                if let value = Value(record: json) { place.set(value, of: &root) }
            }
        )
    }

    @usableFromInline
    init<Value: RecordValue>(
        _ name: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        schema: Schema?,
        mayBeMissing: Bool,
        isDerived: Bool,
        _ summary: String,
        write: @escaping @Sendable (Root) -> JSON?,
        read: @escaping @Sendable (inout Root, JSON) -> Void
    ) where Root: JSONRecord {
        (self.name, self.isDerived, self.write, self.read) = (name, isDerived, write, read)
        let known = schema ?? Value.recordSchema
        let isOptional = if case .nullable = known { true } else { mayBeMissing }
        member = Schema.Member(name, known, isRequired: !isOptional, summary)
        readStrictly = { (root: inout Root, json: JSON) throws(SchemaProblem) in
            if let problem = schema?.problem(with: json) { throw problem.within(name) }
            root[keyPath: path] = try SchemaProblem.within(name) { () throws(SchemaProblem) in try Value(strict: json) }
        }
    }
}
