// SPDX-License-Identifier: MIT

/// The names of members that were met or are wanted, each below the name of the object that holds it.
///
/// A name is known by a number, from 1 on; 0 is the record itself.
struct NameTree: Sendable {
    private struct Name {
        let hash: UInt64
        let parent: Int32
        let start: Int32
        let length: Int32
    }

    private var names: [Name] = []
    private var bytes: [UInt8] = []
    /// Where a name with a hash may be: numbers of names, 0 for none; at least half of them are.
    private var slots: [Int32] = [0, 0, 0, 0]

    /// How many numbers are in use, that of the record included.
    var count: Int { names.count + 1 }

    /// The number of a name below another one; 0 where it is not known.
    @inline(__always)
    func number(of name: UnsafeBufferPointer<UInt8>, below parent: Int32) -> Int32 {
        find(name, below: parent, hash: NameTree.hash(name, parent)).number
    }

    /// The number of a name below another one, a new one where it is not known.
    mutating func adding(_ name: UnsafeBufferPointer<UInt8>, below parent: Int32) -> Int32 {
        let hash = NameTree.hash(name, parent)
        let (slot, number) = find(name, below: parent, hash: hash)
        guard number == 0 else { return number }
        names.append(
            Name(hash: hash, parent: parent, start: Int32(clamping: bytes.count), length: Int32(clamping: name.count))
        )
        bytes.append(contentsOf: name)
        slots[slot] = Int32(clamping: names.count)
        if names.count * 2 >= slots.count { grow() }
        return Int32(clamping: names.count)
    }

    /// The number of a name below another one, a new one where it is not known.
    mutating func adding(_ name: some StringProtocol, below parent: Int32) -> Int32 {
        Array(name.utf8).withUnsafeBufferPointer { adding($0, below: parent) }
    }

    @inline(__always)
    private func find(
        _ name: UnsafeBufferPointer<UInt8>,
        below parent: Int32,
        hash: UInt64
    ) -> (slot: Int, number: Int32) {
        let mask = slots.count - 1
        var slot = Int(hash & UInt64(mask))
        while slots[slot] != 0 {
            let candidate = names[Int(slots[slot]) - 1]
            if candidate.hash == hash, candidate.parent == parent, Int(candidate.length) == name.count {
                let isSame = bytes.withUnsafeBufferPointer { all in
                    let start = Int(candidate.start)
                    return UnsafeBufferPointer(rebasing: all[start..<start + name.count]).isEqual(to: name)
                }
                if isSame { return (slot, slots[slot]) }
            }
            slot = (slot + 1) & mask
        }
        return (slot, 0)
    }

    private mutating func grow() {
        let mask = slots.count * 2 - 1
        slots = Array(repeating: 0, count: mask + 1)
        for (index, name) in names.enumerated() {
            var slot = Int(name.hash & UInt64(mask))
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(clamping: index + 1)
        }
    }

    @inline(__always)
    private static func hash(_ name: UnsafeBufferPointer<UInt8>, _ parent: Int32) -> UInt64 {
        name.mixed ^ UInt64(bitPattern: Int64(parent)) &* 0x9E37_79B9_7F4A_7C15
    }
}
