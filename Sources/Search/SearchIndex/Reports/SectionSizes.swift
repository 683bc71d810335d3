// SPDX-License-Identifier: MIT

import Wire

struct SectionSizes {
    private(set) var parts: [IndexReport.Part: Int] = [:]
    private(set) var columns: [String: Int] = [:]

    init(_ snapshot: IndexSnapshot, folder: IndexFolder) {
        func size(_ file: String?) -> Int { file.flatMap { FileIdentity(path: folder.file($0))?.size } ?? 0 }
        var tables = snapshot.identity.size
        for part in snapshot.parts {
            let file = part.segment.file
            let names = (try? JSON(parsing: Array(file.bytes("meta"))))?["columns"]?.array ?? []
            var rest = file.byteCount
            for (name, entry) in file.sections {
                let kind = SectionSizes.part(of: name)
                guard kind != .tables else { continue }
                parts[kind, default: 0] += entry.range.count
                rest -= entry.range.count
                if kind == .columns, let number = Int(name.dropFirst(6).prefix { $0 != "." }), number < names.count {
                    columns[names[number].string ?? "", default: 0] += entry.range.count
                }
            }
            // The table of sections and what lies between them.
            tables += max(0, rest)
            parts[.deletions, default: 0] += size(part.deletions)
        }
        parts[.records, default: 0] += size(snapshot.manifest.dictionary)
        parts[.tables] = tables
    }

    static func part(of section: String) -> IndexReport.Part {
        let kind = section.prefix { $0 != "." }
        switch kind {
        case "records": return .records
        case "terms", "postings", "prefixes", "prefixPostings", "forward": return .words
        case "ids", "places": return .identifiers
        case "geo": return .points
        default: return kind.hasPrefix("column") ? .columns : .tables
        }
    }
}
