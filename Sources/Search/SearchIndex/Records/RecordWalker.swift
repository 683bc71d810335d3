// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Walks through the text of records, and shows the values of wanted attributes without making anything of the others.
///
/// Dots in an attribute's name lead into objects, and arrays are looked through at every depth, so `variants.color` is the
/// colours of all variants. A member whose own name has the dots is found too.
struct RecordWalker: Sendable {
    struct Member: Sendable {
        /// The attributes whose values it holds.
        var attributes: [Int] = []
        /// Whether something in it is wanted.
        var hasMembers = false
        /// The attribute of the places that it holds.
        var places: Int?
    }

    /// The attributes that are wanted.
    let paths: [String]
    let names: NameTree
    /// What is wanted of each name of the tree.
    let members: [Member]

    /// Wants the values of some attributes; `_geoloc` is the places of records.
    ///
    /// An empty name has no values.
    ///
    /// - Parameter paths: The attributes; a value is shown with the place of its attribute in this list.
    init(paths: [String]) {
        var names = NameTree()
        var members = [Member()]
        func member(_ name: some StringProtocol, below parent: Int32) -> Int32 {
            members[Int(parent)].hasMembers = true
            let number = names.adding(name, below: parent)
            if Int(number) == members.count { members.append(Member()) }
            return number
        }
        for (attribute, path) in paths.enumerated() where !path.isEmpty {
            var last: Int32 = 0
            for part in path.split(separator: ".", omittingEmptySubsequences: false) {
                last = member(part, below: last)
            }
            members[Int(last)].attributes.append(attribute)
            if path == Filter.geoAttribute { members[Int(last)].places = attribute }
            let whole = member(path, below: 0)
            if whole != last { members[Int(whole)].attributes.append(attribute) }
        }
        self.paths = paths
        self.names = names
        self.members = members
    }

    /// Shows every value of the wanted attributes, in the order of the text.
    ///
    /// - Parameters:
    ///   - bytes: The text of a record.
    ///   - visit: Is shown the attribute, its value, and how many values of the attribute came before it in the record.
    /// - Throws: `JSONError` for text that is not JSON; it shows the text before the error.
    func walk(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ visit: (_ path: Int, _ scalar: RecordScalar, _ element: Int) -> Void
    ) throws(JSONError) {
        let failure = withUnsafeTemporaryAllocation(of: Int32.self, capacity: paths.count) { counts -> JSONError? in
            counts.initialize(repeating: 0)
            var walk = RecordWalk(self, bytes, counts: counts)
            do throws(JSONError) {
                try walk.record(visit)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }
}
