// SPDX-License-Identifier: MIT

import Wire

/// What was measured, in the order in which it was.
public struct BenchReport: Sendable, Hashable {
    public struct Section: Sendable, Hashable {
        public let name: String
        /// What it says, in a line.
        public let title: String
        public var figures: [Figure]
        /// What one has to know to read the figures.
        public var notes: [String]

        public init(_ name: String, _ title: String, figures: [Figure] = [], notes: [String] = []) {
            self.name = name
            self.title = title
            self.figures = figures
            self.notes = notes
        }
    }

    public var provenance: Provenance?
    /// How busy the machine was.
    public var notes: [String]
    public var sections: [Section]

    public init(_ provenance: Provenance? = nil, notes: [String] = [], sections: [Section] = []) {
        self.provenance = provenance
        self.notes = notes
        self.sections = sections
    }

    public var json: JSON {
        [
            "commit": provenance.map { .string($0.commit) } ?? .null,
            "machine": provenance.map { .string($0.machine) } ?? .null,
            "date": provenance.map { .string($0.date) } ?? .null,
            "notes": JSON(notes),
            "sections": .array(
                sections.map { section in
                    [
                        "name": .string(section.name), "title": .string(section.title),
                        "figures": .array(section.figures.map(\.json)), "notes": JSON(section.notes),
                    ]
                }
            ),
        ]
    }
}
