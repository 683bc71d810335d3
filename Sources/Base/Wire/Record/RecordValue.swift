// SPDX-License-Identifier: MIT

/// A value of a record's member.
public protocol RecordValue: Sendable {
    /// Reads the value; `nil` for JSON of another kind.
    init?(record json: JSON)

    /// Reads the value with all that is in it.
    ///
    /// - Throws: `SchemaProblem` with the path of what is missing or of another kind.
    init(strict json: JSON) throws(SchemaProblem)

    var recordJSON: JSON? { get }

    /// What the value may be.
    static var recordSchema: Schema { get }
}

extension RecordValue {
    public init(strict json: JSON) throws(SchemaProblem) {
        guard let value = Self(record: json) else {
            throw Self.recordSchema.problem(with: json) ?? SchemaProblem("is not valid")
        }
        self = value
    }
}

extension Int: RecordValue {
    @inlinable
    public init?(record json: JSON) {
        guard let value = json.int else { return nil }
        self = value
    }

    @inlinable public var recordJSON: JSON? { JSON(self) }
    public static var recordSchema: Schema { .integer }
}

extension Double: RecordValue {
    @inlinable
    public init?(record json: JSON) {
        guard let value = json.double else { return nil }
        self = value
    }

    @inlinable public var recordJSON: JSON? { .number(self) }
    public static var recordSchema: Schema { .number }
}

extension Bool: RecordValue {
    @inlinable
    public init?(record json: JSON) {
        guard let value = json.bool else { return nil }
        self = value
    }

    @inlinable public var recordJSON: JSON? { .bool(self) }
    public static var recordSchema: Schema { .boolean }
}

extension String: RecordValue {
    @inlinable
    public init?(record json: JSON) {
        guard let value = json.string else { return nil }
        self = value
    }

    @inlinable public var recordJSON: JSON? { .string(self) }
    public static var recordSchema: Schema { .text }
}

extension JSON: RecordValue {
    @inlinable
    public init?(record json: JSON) { self = json }

    @inlinable public var recordJSON: JSON? { self }
    public static var recordSchema: Schema { .any }
}

extension Optional: RecordValue where Wrapped: RecordValue {
    @inlinable
    public init?(record json: JSON) {
        if json.isNull {
            self = .none
        } else {
            guard let value = Wrapped(record: json) else { return nil }
            self = .some(value)
        }
    }

    public init(strict json: JSON) throws(SchemaProblem) { self = json.isNull ? .none : try Wrapped(strict: json) }

    // Swift makes a key path of a generic type again at each use, which takes longer than writing the value.
    @inlinable public var recordJSON: JSON? { flatMap { $0.recordJSON } }
    public static var recordSchema: Schema { .nullable(Wrapped.recordSchema) }
}

/// `init(record:)` leaves elements of another kind out.
extension Array: RecordValue where Element: RecordValue {
    @inlinable
    public init?(record json: JSON) {
        guard let elements = json.array else { return nil }
        self = elements.compactMap(Element.init(record:))
    }

    public init(strict json: JSON) throws(SchemaProblem) {
        guard let elements = json.array else { throw SchemaProblem("is not \(Self.recordSchema.words)") }
        self = []
        for (index, element) in elements.enumerated() {
            append(try SchemaProblem.within("\(index)") { () throws(SchemaProblem) in try Element(strict: element) })
        }
    }

    @inlinable public var recordJSON: JSON? { .array(compactMap { $0.recordJSON }) }
    public static var recordSchema: Schema { .list(Element.recordSchema) }
}

/// `init(record:)` leaves values of another kind out; the keys are written in order.
extension Dictionary: RecordValue where Key == String, Value: RecordValue {
    @inlinable
    public init?(record json: JSON) {
        guard let object = json.object else { return nil }
        self.init(minimumCapacity: object.count)
        for member in object.members { self[member.key] = Value(record: member.value) }
    }

    public init(strict json: JSON) throws(SchemaProblem) {
        guard let object = json.object else { throw SchemaProblem("is not \(Self.recordSchema.words)") }
        self.init(minimumCapacity: object.count)
        for member in object.members {
            let key = member.key
            self[key] = try SchemaProblem.within(key) { () throws(SchemaProblem) in try Value(strict: member.value) }
        }
    }

    @inlinable public var recordJSON: JSON? {
        .object(JSONObject(sorted { $0.key < $1.key }.compactMap { key, value in value.recordJSON.map { (key, $0) } }))
    }
    public static var recordSchema: Schema { .map(Value.recordSchema) }
}

extension RawRepresentable where Self: RecordValue & CaseIterable, RawValue == String {
    @inlinable
    public init?(record json: JSON) {
        guard let value = json.string.flatMap(Self.init(rawValue:)) else { return nil }
        self = value
    }

    @inlinable public var recordJSON: JSON? { .string(rawValue) }
    public static var recordSchema: Schema { .choice(allCases.map(\.rawValue)) }
}

extension RecordValue where Self: JSONConvertible {
    @inlinable
    public init?(record json: JSON) {
        guard let value = try? Self(json: json) else { return nil }
        self = value
    }

    public init(strict json: JSON) throws(SchemaProblem) {
        do {
            self = try Self(json: json)
        } catch {
            throw SchemaProblem("cannot be read: \(error)")
        }
    }

    @inlinable public var recordJSON: JSON? { json }
}
