// SPDX-License-Identifier: MIT

/// What one process searches of a unit: all of its members, but for those that a backend's own program answers, which are a part of
/// their own.
///
/// Every part reads the same `request/` and has a cursor of its own, so that none waits for another.
public struct SearcherPart: Sendable, Hashable {
    /// The name that requests are addressed to.
    public let unit: String
    /// The name of its cursor.
    public let component: String
    /// The backend whose own program this is; `nil` for a process of ours.
    public let program: String?
    /// The searchers that it answers for.
    public let members: [String]

    public init(unit: String, component: String, program: String?, members: [String]) {
        self.unit = unit
        self.component = component
        self.program = program
        self.members = members
    }
}

extension App {
    /// The parts of all units, in the order of the file.
    public var searcherParts: [SearcherPart] { searcherUnits.flatMap(parts) }

    /// The parts of a unit: ours first, where there is one.
    private func parts(of unit: Searcher) -> [SearcherPart] {
        let members = members(of: unit)
        let programs = members.reduce(into: [String?]()) { programs, member in
            let program = program(of: member)
            if !programs.contains(program) { programs.append(program) }
        }
        return programs.sorted { $0 == nil && $1 != nil }.map { program in
            SearcherPart(
                unit: unit.name,
                // Names of backends are unique, and a unit's own name is taken by at most one part.
                component: programs.count == 1 || program == nil ? unit.name : "\(unit.name)-\(program ?? "")",
                program: program,
                members: members.filter { self.program(of: $0) == program }.map(\.name)
            )
        }
    }

    private func program(of searcher: Searcher) -> String? {
        guard let backend = backend(searcher.backend), BackendType(named: backend.type)?.place == .own else {
            return nil
        }
        return backend.name
    }
}
