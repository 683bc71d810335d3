// SPDX-License-Identifier: MIT

/// A value that has a JSON form on the bus.
public protocol JSONConvertible {
    /// Reads the value.
    ///
    /// - Throws: `JSONError` that names the member which is missing or of the wrong kind.
    init(json: JSON) throws

    var json: JSON { get }
}

extension JSON {
    /// The value of a member that must be there.
    public func required(_ key: String) throws -> JSON {
        guard let value = self[key], !value.isNull else { throw JSONError("`\(key)` is missing") }
        return value
    }

    /// A string member that must be there.
    public func requiredString(_ key: String) throws -> String {
        guard let value = try required(key).string else { throw JSONError("`\(key)` is not a string") }
        return value
    }

    /// An integer member that must be there.
    public func requiredInt(_ key: String) throws -> Int {
        guard let value = try required(key).int else { throw JSONError("`\(key)` is not an integer") }
        return value
    }

    /// An integer member, `nil` where it is missing.
    public func integer(_ key: String) throws -> Int? {
        guard let value = self[key], !value.isNull else { return nil }
        guard let integer = value.int else { throw JSONError("`\(key)` is not an integer") }
        return integer
    }

    /// A boolean, `nil` if it is missing.
    public func truth(_ key: String) throws -> Bool? {
        guard let value = self[key], !value.isNull else { return nil }
        guard let truth = value.bool else { throw JSONError("`\(key)` is not true or false") }
        return truth
    }

    /// A number member that must be there.
    public func requiredDouble(_ key: String) throws -> Double {
        guard let value = try required(key).double else { throw JSONError("`\(key)` is not a number") }
        return value
    }

    /// An array member, empty where it is missing.
    public func list(_ key: String) throws -> [JSON] {
        guard let value = self[key], !value.isNull else { return [] }
        guard let elements = value.array else { throw JSONError("`\(key)` is not an array") }
        return elements
    }

    /// An array-of-strings member, empty where it is missing.
    public func strings(_ key: String) throws -> [String] {
        try list(key).map { element in
            guard let string = element.string else { throw JSONError("`\(key)` holds something that is not a string") }
            return string
        }
    }
}
