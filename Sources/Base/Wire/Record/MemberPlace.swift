// SPDX-License-Identifier: MIT

/// Where a property is within values of a type.
///
/// Reading a property of a large struct through its key path copies the struct, which takes longer than all else that is done with
/// a member. A stored property is read and written at its offset instead.
@usableFromInline
struct MemberPlace<Root, Value>: Sendable {
    @usableFromInline let path: any WritableKeyPath<Root, Value> & Sendable
    /// `nil` for a computed property.
    @usableFromInline let offset: Int?

    @inlinable
    init(_ path: any WritableKeyPath<Root, Value> & Sendable) {
        self.path = path
        offset = MemoryLayout<Root>.offset(of: path)
    }

    @inlinable
    func value(of root: Root) -> Value {
        guard let offset else { return root[keyPath: path] }
        return withUnsafePointer(to: root) { pointer in
            UnsafeRawPointer(pointer).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
        }
    }

    @inlinable
    func set(_ value: Value, of root: inout Root) {
        guard let offset else {
            root[keyPath: path] = value
            return
        }
        withUnsafeMutablePointer(to: &root) { pointer in
            UnsafeMutableRawPointer(pointer).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee = value
        }
    }
}
